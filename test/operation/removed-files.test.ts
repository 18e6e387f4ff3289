import { mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { ACTOR, openTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const PATH = `/api/v1/company/${IDNO}`;
const CHECK_INTERVAL_MS = 1_000;

async function open() {
  const folder = join(makeTestFolder(), 'data');
  const clock = createClock();
  const store = openTestSqlite(folder, { elapsedMs: clock.nowMs });
  // What waits could not be written at the end.
  const noCounts = {
    usageCounter: { note: () => {}, addWaiting: () => [] },
    keyUses: { note: () => {} },
  };
  const app = await openTestApp({ store, ...noCounts });
  const key = await app.subscribe('a@test.example', 'business');
  expect((await app.get(PATH, key)).status).toBe(200);
  return { ...app, clock, folder, key };
}

function smash(path: string): void {
  new DatabaseSync(path).exec('PRAGMA wal_checkpoint(TRUNCATE)');
  writeSync(openSync(path, 'r+'), Buffer.alloc(statSync(path).size, 7), 0);
}

describe('a database that is gone is refused by readiness and by requests', () => {
  it.each<[name: string, spoil: (folder: string) => void]>([
    ['removed companies', (folder) => rmSync(join(folder, 'companies.db'))],
    ['removed accounts', (folder) => rmSync(join(folder, 'accounts.db'))],
    ['a removed folder', (folder) => rmSync(folder, { recursive: true })],
    [
      'a folder that was replaced',
      (folder) => {
        renameSync(folder, `${folder}.old`);
        mkdirSync(folder);
        new DatabaseSync(join(folder, 'accounts.db')).close();
        new DatabaseSync(join(folder, 'companies.db')).close();
      },
    ],
    ['smashed companies', (folder) => smash(join(folder, 'companies.db'))],
    ['smashed accounts', (folder) => smash(join(folder, 'accounts.db'))],
  ])('%s', async (name, spoil) => {
    const { send, get, folder, key, clock } = await open();
    spoil(folder);
    expect(await send('/health/ready')).toMatchObject({
      status: 503,
      body: '{"status":"unavailable","store":"failed","limiter":"ok"}',
    });
    clock.advance(CHECK_INTERVAL_MS);
    // Of what was asked for before, the answer may be cached.
    const other = name === 'smashed accounts' ? createApiKeyText() : key;
    expect((await get('/api/v1/company/1099600000029', other)).status).toBe(503);
    expect((await send('/health/live')).status).toBe(200);
  });
});

it('takes no change that nobody would find again, and goes on once the file is back', async () => {
  const { send, get, folder, key, clock, accounts } = await open();
  renameSync(join(folder, 'accounts.db'), join(folder, 'away.db'));
  clock.advance(CHECK_INTERVAL_MS);
  await expect(accounts.cancel('a@test.example', ACTOR)).rejects.toThrow(/removed or replaced/);
  expect((await get(PATH, key)).status).toBe(503);
  renameSync(join(folder, 'away.db'), join(folder, 'accounts.db'));
  expect((await get(PATH, key)).status).toBe(200);
  expect((await send('/health/ready')).status).toBe(200);
});
