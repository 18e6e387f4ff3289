import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { findFreePort, run, runScript, startServer } from '../support/process.ts';
import { APP_SECRET } from '../support/services.ts';
import { fillDataFolder } from '../support/stores.ts';

const EMAIL = 'a@test.example';
/** Their copy takes some hundred milliseconds. */
const COMPANIES = 60_000;

/** The public interface of a server on a folder. */
async function serve(DATA_DIR: string) {
  const port = await findFreePort();
  const server = await startServer(port, { DATA_DIR, DEMO: 'off' });
  const askWith = async (key: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/company/1234567890`;
    return (await fetch(url, { headers: { 'x-api-key': key } })).status;
  };
  async function stop() {
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  }
  return { askWith, stop };
}

async function runJson(script: string, args: string[], DATA_DIR: string) {
  const { code, stdout, stderr } = await run(script, [...args, '--json'], { DATA_DIR });
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

it('a backup of a running server starts and answers, and its old keys can be revoked', async () => {
  const DATA_DIR = join(makeTestFolder(), 'data');
  const folder = join(makeTestFolder(), 'backups/first');
  const first = await serve(DATA_DIR);
  await runJson('account', ['create', EMAIL, '--plan', 'business'], DATA_DIR);
  await runJson('account', ['create', 'b@test.example', '--plan', 'business'], DATA_DIR);
  const { key } = await runJson('account', ['key', EMAIL, 'reveal'], DATA_DIR);

  expect(await runJson('backup', [folder], DATA_DIR)).toEqual({
    folder,
    companies: 0,
    accounts: 2,
    secret: true,
  });
  expect(readdirSync(folder).toSorted()).toEqual([
    'SHA256SUMS',
    'accounts.db',
    'companies.db',
    'secret',
    'usage.db',
  ]);
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await runJson('account', ['key', EMAIL, 'revoke'], DATA_DIR);
  expect(await first.askWith(key)).toBe(401);
  await first.stop();

  const restored = join(makeTestFolder(), 'data');
  cpSync(folder, restored, { recursive: true });
  const second = await serve(restored);
  expect(await second.askWith(key)).toBe(404);
  // What was encrypted can still be revealed: the secret came along.
  const revealed = await runJson('account', ['key', 'b@test.example', 'reveal'], restored);
  expect(await second.askWith(revealed.key)).toBe(404);

  const refused = await run('account', ['revoke-all'], { DATA_DIR: restored });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/--yes.*\n$/)]);
  expect(await second.askWith(key)).toBe(404);
  const count = await runJson('account', ['revoke-all', '--yes'], restored);
  expect(count).toEqual({ accounts: 2, revoked: 2, paused: 0 });
  expect(await second.askWith(key)).toBe(401);
  expect(await second.askWith(revealed.key)).toBe(401);
  const { entries } = await runJson('account', ['audit', EMAIL], restored);
  expect(entries[0]).toMatchObject({ action: 'key_revoked', actor: 'command' });
  await second.stop();
});

describe('a backup refuses in one line', () => {
  async function refuse(folder: string, DATA_DIR: string): Promise<string> {
    const { code, stdout, stderr } = await run('backup', [folder], { DATA_DIR });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  }

  it('a folder that holds something, which stays as it is', async () => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'accounts.db'), 'precious');
    const DATA_DIR = makeTestFolder();
    await openSqliteStore(DATA_DIR).close();
    expect(await refuse(folder, DATA_DIR)).toContain('must be new or empty');
    expect(readFileSync(join(folder, 'accounts.db'), 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['accounts.db']);
  });

  it('a folder without a store, and makes none', async () => {
    const DATA_DIR = join(makeTestFolder(), 'nowhere');
    expect(await refuse(join(makeTestFolder(), 'new'), DATA_DIR)).toContain('there is no store at');
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

it('a backup of the embedded store is refused where MongoDB is the store', async () => {
  const [DATA_DIR, folder] = [makeTestFolder(), join(makeTestFolder(), 'new')];
  await run('account', ['create', EMAIL, '--create'], { DATA_DIR });
  const MONGODB_URI = 'mongodb://127.0.0.1:1/registru';
  const { code, stderr } = await run('backup', [folder], { DATA_DIR, MONGODB_URI });
  expect([code, stderr]).toEqual([
    1,
    'MONGODB_URI is set: back up its database with the tools of MongoDB, or unset it to copy ' +
      `the embedded store in ${DATA_DIR}\n`,
  ]);
  expect(existsSync(folder)).toBe(false);
});

it('a backup says what it holds, and what it does not', async () => {
  const DATA_DIR = makeTestFolder();
  await run('account', ['create', EMAIL, '--create'], { DATA_DIR, APP_SECRET });
  const folder = join(makeTestFolder(), 'new');
  const { stdout } = await run('backup', [folder], { DATA_DIR, APP_SECRET });
  expect(stdout).toBe(
    `${folder} holds 0 companies and 1 accounts of ${DATA_DIR}; APP_SECRET is not in it: ` +
      'keep a copy elsewhere\n',
  );
});

it('a backup is verified by the command, and deletes older ones where told', async () => {
  const DATA_DIR = makeTestFolder();
  const folder = makeTestFolder();
  await run('account', ['create', EMAIL, '--create'], { DATA_DIR, APP_SECRET });
  const deleted: string[][] = [];
  for (const name of ['one', 'two', 'three']) {
    const done = await runJson('backup', ['--keep', '2', join(folder, name)], DATA_DIR);
    deleted.push(done.deleted);
  }
  expect(deleted).toEqual([[], [], [join(folder, 'one')]]);
  expect(readdirSync(folder).toSorted()).toEqual(['three', 'two']);
  expect(await runJson('backup', ['verify', join(folder, 'two')], DATA_DIR)).toEqual({
    folder: join(folder, 'two'),
    companies: 0,
    accounts: 1,
    secret: false,
  });
  const { code, stderr } = await run('backup', ['verify', `${DATA_DIR}x`], { DATA_DIR });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+ is no complete backup[^\n]+\n$/),
  ]);
});

it('a backup taken during an import is whole, and the import goes on', async () => {
  const DATA_DIR = join(makeTestFolder(), 'data');
  const file = join(makeTestFolder(), 'company_2026.09.14.xlsx');
  await run('make-dump', ['--rows', '20000', '--seed', '7', '--out', file], {});
  await run('account', ['create', EMAIL, '--create'], { DATA_DIR });
  const importing = runScript('import', [file, '--json'], { DATA_DIR });
  const counts: number[] = [];
  while (importing.child.exitCode === null) {
    const folder = join(makeTestFolder(), 'new');
    const { code, stdout } = await run('backup', [folder, '--json'], { DATA_DIR });
    // Before the import has made its file there is nothing to copy.
    if (code !== 0) continue;
    counts.push(JSON.parse(stdout).companies);
    const store = openSqliteStore(folder);
    expect((await store.accounts.findByEmail(EMAIL))?.email).toBe(EMAIL);
    await store.close();
  }
  expect(await importing.exit).toBe(0);
  const end = join(makeTestFolder(), 'end');
  const { companies: stored } = await runJson('backup', [end], DATA_DIR);
  expect(counts.filter((count) => count > 0 && count < stored).length).toBeGreaterThan(0);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
});

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'a backup that %s stops says so and leaves no folder',
  async (signal) => {
    const DATA_DIR = await fillDataFolder(COMPANIES);
    await run('account', ['create', EMAIL], { DATA_DIR });
    const folder = join(makeTestFolder(), 'new');
    const command = runScript('backup', [folder], { DATA_DIR });
    while (!existsSync(join(folder, 'companies.db.part'))) await sleep(1);
    command.child.kill(signal);
    expect(await command.exit).toBe(1);
    expect(command.stderr()).toBe('the backup was stopped before it was complete: run it again\n');
    expect(existsSync(folder)).toBe(false);
  },
);

it('a backup to a file says so', async () => {
  const DATA_DIR = makeTestFolder();
  await run('account', ['create', EMAIL, '--create'], { DATA_DIR });
  const file = join(makeTestFolder(), 'file');
  writeFileSync(file, 'mine');
  const { code, stderr } = await run('backup', [file], { DATA_DIR });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} is a file: name a new`)]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
