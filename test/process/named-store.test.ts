import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { describeStore } from '../../src/store/open.ts';
import { makeIdno, writeDump } from '../import/dump-file.ts';
import { makeTestFolder } from '../support/folder.ts';
import { PROCESS_ENV } from '../support/process.ts';
import { APP_SECRET } from '../support/services.ts';
import { hasMongo, makeTestDatabase, openTestSqlite } from '../support/stores.ts';

const SCRIPTS = join(import.meta.dirname, '../../scripts');

/** A folder to run commands in, with a dump. */
function openFolder() {
  const folder = makeTestFolder();
  writeFileSync(
    join(folder, 'company_2026.09.14.xlsx'),
    writeDump({ rows: [{ idno: makeIdno(1) }] }),
  );
  function run([script, ...args]: readonly string[], env: Record<string, string> = {}) {
    const command = [join(SCRIPTS, `${script}.ts`), ...args];
    const options = { cwd: folder, env: { ...PROCESS_ENV, ...env }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, command, options);
    return { status, lines: stderr.trimEnd().split('\n') };
  }
  return { folder, data: join(folder, 'data'), run };
}

const CREATE_ACCOUNT = ['account', 'create', 'a@test.example'] as const;
const IMPORT = ['import', 'company_2026.09.14.xlsx'] as const;
const EXPORT = ['export', '--out', '-'] as const;
const COMMANDS: (readonly [string, string, ...string[]])[] = [
  CREATE_ACCOUNT,
  IMPORT,
  ['account', 'list'],
  ['account', 'revoke-all', '--yes'],
  ['import', 'company_2026.09.14.xlsx', '--dry-run'],
  ['import', '--rederive'],
  EXPORT,
  ['backup', 'backups/new'],
];

describe('where there is no store', () => {
  const cases = COMMANDS.map((command) => ({ command }));
  it.each(cases)('$command is refused, names the place and makes nothing', ({ command }) => {
    const { folder, data, run } = openFolder();
    const { status, lines } = run(command);
    const refused = `there is no store at ${data}: set DATA_DIR or MONGODB_URI as for the server`;
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [`store: ${data}`, expect.stringContaining(refused)],
    });
    expect(lines[1]?.endsWith('add --create to make one here')).toBe(
      command === CREATE_ACCOUNT || command[0] === 'import',
    );
    expect(readdirSync(folder)).toEqual(['company_2026.09.14.xlsx']);
  });

  const creating = [CREATE_ACCOUNT, IMPORT].map((command) => ({ command }));
  it.each(creating)('$command makes one with --create, which others then use', ({ command }) => {
    const { data, run } = openFolder();
    expect(run([...command, '--create'])).toEqual({ status: 0, lines: [`store: ${data}`] });
    expect(existsSync(join(data, 'companies.db'))).toBe(true);
    expect(run(['account', 'list'])).toEqual({ status: 0, lines: [`store: ${data}`] });
    expect(run(IMPORT).status).toBe(0);
  });
});

it('copy names the embedded store before it asks for the database', () => {
  const { folder, data, run } = openFolder();
  const refused = expect.stringContaining('set MONGODB_URI to the database to copy to or from');
  expect(run(['copy'])).toEqual({ status: 1, lines: [`store: ${data}`, refused] });
  expect(readdirSync(folder)).toEqual(['company_2026.09.14.xlsx']);
});

it('no command encrypts with another secret where APP_SECRET is missing', () => {
  const { data, run } = openFolder();
  run([...CREATE_ACCOUNT, '--create'], { APP_SECRET });
  for (const command of [
    ['account', 'create', 'b@test.example'],
    ['account', 'list'],
  ]) {
    expect(run(command)).toEqual({
      status: 1,
      lines: [
        `store: ${data}`,
        expect.stringMatching(/^APP_SECRET is not set and there is no \S+secret, but acc/),
      ],
    });
  }
  expect(existsSync(join(data, 'secret'))).toBe(false);
  expect(run(['account', 'list'], { APP_SECRET }).status).toBe(0);
});

it('every command on a store names it first, then what is misspelt', async () => {
  const { folder, run } = openFolder();
  const DATA_DIR = join(folder, 'elsewhere');
  await openTestSqlite(DATA_DIR).close();
  run(['account', 'list'], { DATA_DIR });
  for (const command of COMMANDS) {
    const { status, lines } = run(command, { DATA_DIR, TRUST_PROXIES: '10.0.0.0/8' });
    expect({ command, status, lines: lines.slice(0, 2) }).toEqual({
      command,
      status: 0,
      lines: [`store: ${DATA_DIR}`, expect.stringContaining('TRUST_PROXIES is unknown')],
    });
  }
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it.each([
  [
    'mongodb://user:geheim@b.example,a.example:7/registru?replicaSet=rs0',
    'b.example:27017,a.example:7',
  ],
  ['mongodb+srv://user:geheim@cluster.example/registru', 'cluster.example'],
])('%s is named without user and password', async (mongodbUri, hosts) => {
  expect(await describeStore({ dataDir: 'data', mongodbUri })).toBe(`MongoDB ${hosts}/registru`);
});

describe.skipIf(!hasMongo)('on MongoDB', () => {
  it('a command without a store makes none', async () => {
    const address = new URL(makeTestDatabase());
    const env = { MONGODB_URI: address.href, APP_SECRET };
    const { run } = openFolder();
    const store = `MongoDB ${address.host}${address.pathname}`;
    const client = new MongoClient(address.href);
    for (const command of [CREATE_ACCOUNT, IMPORT, EXPORT]) {
      expect({ command, ...run(command, env) }).toMatchObject({
        command,
        status: 1,
        lines: [`store: ${store}`, expect.stringContaining(`there is no store at ${store}: `)],
      });
    }
    expect(await client.db().listCollections().toArray()).toEqual([]);
    await client.close();
    expect(run([...CREATE_ACCOUNT, '--create'], env).status).toBe(0);
    expect(run(['account', 'show', 'a@test.example'], env)).toEqual({
      status: 0,
      lines: [`store: ${store}`],
    });
  });
});
