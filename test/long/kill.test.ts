import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { RANDOM_SECRETS } from '../../src/accounts/secrets.ts';
import { createKeyCipher } from '../../src/domain/account/key-cipher.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { killGroup, PROCESS_ENV, runScript } from '../support/process.ts';
import { ACTOR, APP_SECRET } from '../support/services.ts';
import { openTestSqlite } from '../support/stores.ts';

const EMAIL = 'a@test.example';
const COMPANIES = 1_000;

/** Where in the transaction the process stands when it is killed: before, between and after. */
const KEY_STOPS = [
  ['BEFORE UPDATE', 'accounts'],
  ['AFTER UPDATE', 'accounts'],
  ['BEFORE INSERT', 'audit'],
  ['AFTER INSERT', 'audit'],
] as const;

async function fill(dataDir: string): Promise<void> {
  const store = openTestSqlite(dataDir);
  const cipher = createKeyCipher([APP_SECRET]);
  const accounts = createAccounts({
    accounts: store.accounts,
    webhooks: store.webhooks,
    cipher,
    secrets: RANDOM_SECRETS,
    notify: () => {},
    nowMs: () => Date.now(),
  });
  await accounts.create(EMAIL, { plan: 'business', endsAtMs: null }, ACTOR);
  const companies = Array.from({ length: COMPANIES }, (_, place) => {
    const idno = String(1_000_000_000_000 + place);
    return toStored({ ...COMPANY, idno, name: 'before', address: 'before' });
  });
  await store.companies.write(companies, []);
  await store.close();
}

/** Starts a write that stops inside its transaction, and kills it there. */
async function killInside(dataDir: string, ...args: string[]): Promise<void> {
  const writer = join(import.meta.dirname, 'support/stuck-writer.ts');
  const child = spawn(process.execPath, [writer, dataDir, ...args], {
    env: PROCESS_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [where] = await once(child.stdout, 'data');
  expect(String(where)).toBe('inside');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The account's key and the state of all companies, from a store that opens as if nothing was. */
async function look(dataDir: string) {
  const store = openTestSqlite(dataDir);
  const account = await store.accounts.findByEmail(EMAIL);
  const entries = await store.audit.listByAccount(account?.id ?? '', 1_000);
  const idnos = await store.companies.listIdnos(null, COMPANIES + 1);
  const companies = await store.companies.findByIdnos(idnos);
  await store.close();
  const states = new Set(companies.map((one) => `${one?.name} ${one?.address}`));
  return { keyHash: account?.apiKey?.hash, entries: entries.length, count: idnos.length, states };
}

it('a key change that is killed inside its transaction 16 times never happened', async () => {
  const dataDir = makeTestFolder();
  await fill(dataDir);
  const before = await look(dataDir);
  expect(before.keyHash).toMatch(/^[0-9a-f]{64}$/);
  for (let round = 0; round < 4; round++) {
    for (const [event, table] of KEY_STOPS) {
      await killInside(dataDir, 'regenerate', event, table);
      expect(await look(dataDir)).toEqual(before);
    }
  }
});

it('a write of companies that is killed inside its transaction 16 times never happened', async () => {
  const dataDir = makeTestFolder();
  await fill(dataDir);
  for (let round = 0; round < 16; round++) {
    const passing = String(Math.floor((COMPANIES * round) / 16));
    await killInside(dataDir, 'companies', 'AFTER UPDATE', 'companies', passing);
    expect(await look(dataDir)).toMatchObject({
      count: COMPANIES,
      states: new Set(['before before']),
    });
  }
});

it('a regenerate command that is killed at any moment 10 times leaves one key', async () => {
  const DATA_DIR = makeTestFolder();
  const create = runScript('account', ['create', EMAIL, '--plan', 'agency', '--create'], {
    DATA_DIR,
  });
  await create.exit;
  for (let round = 0; round < 10; round++) {
    const before = await look(DATA_DIR);
    const command = runScript('account', ['key', EMAIL, 'regenerate'], { DATA_DIR });
    await sleep(200 + round * 40);
    killGroup(command.child);
    await command.exit;
    const after = await look(DATA_DIR);
    const isChanged = after.keyHash !== before.keyHash;
    expect(after.keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(after.entries - before.entries).toBe(isChanged ? 1 : 0);
  }
});

it('an import command that is killed at any moment 8 times leaves whole companies', async () => {
  const folder = makeTestFolder();
  const DATA_DIR = join(folder, 'data');
  const file = join(folder, 'company_2026.09.14.xlsx');
  const args = ['--rows', '20000', '--seed', '7', '--out', file];
  await runScript('make-dump', args, {}).exit;
  for (let round = 0; round < 8; round++) {
    const command = runScript('import', [file, '--create'], { DATA_DIR });
    await sleep(400 + round * 250);
    killGroup(command.child);
    await command.exit;
    const store = openTestSqlite(DATA_DIR);
    const idnos = await store.companies.listIdnos(null, 100_000);
    const records = await store.companies.findRecords(idnos);
    expect(records.filter((record) => record?.company.idno !== record?.raw.idno)).toEqual([]);
    await store.close();
  }
});
