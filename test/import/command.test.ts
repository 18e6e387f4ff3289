import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { runScript } from '../support/process.ts';
import { openTestSqlite } from '../support/stores.ts';
import { makeIdno, writeDump } from './dump-file.ts';

const ROWS = [1, 2, 3].map((serial) => ({ idno: makeIdno(serial) }));

async function openCommand() {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  await openSqliteStore(dataDir).close();
  const file = join(folder, 'company_2026.09.14.xlsx');
  writeFileSync(file, writeDump({ rows: [...ROWS, { idno: null }] }));
  const runWith = async (env: Record<string, string>, ...args: string[]) => {
    const command = runScript('import', args, { DATA_DIR: dataDir, ...env });
    const code = await command.exit;
    return { code, stdout: command.stdout(), stderr: command.stderr() };
  };
  const run = (...args: string[]) => runWith({}, ...args);
  return { folder, dataDir, file, run, runWith };
}

/** A real server on this machine; it closes with the test. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('prints one JSON object and nothing else', async () => {
  const { file, run } = await openCommand();
  const { code, stdout, stderr } = await run(file, '--json');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(stdout)).toMatchObject({
    read: 4,
    new: 3,
    changed: 0,
    unchanged: 0,
    duplicates: 0,
    withoutIdno: 1,
    rejected: 0,
    rejectedBy: {},
    gone: 0,
    seconds: expect.any(Number),
    rowsPerSecond: expect.any(Number),
    peakMemoryMiB: expect.any(Number),
    dumpDate: '2026-09-14',
    dryRun: false,
  });
});

it('prints a readable summary, and no progress bar without a terminal', async () => {
  const { file, run } = await openCommand();
  const { code, stdout } = await run(file, '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('Dry run, nothing was written: company_2026.09.14.xlsx');
  expect(stdout).toContain(
    'new 3, changed 0, unchanged 0, duplicates 0, without IDNO 1, rejected 0',
  );
  expect(stdout).not.toContain('\u001b');
});

it('says which date is used when title and file name differ', async () => {
  const { folder, file, run } = await openCommand();
  const renamed = join(folder, 'company_2026.09.07.xlsx');
  copyFileSync(file, renamed);
  const { stdout } = await run(renamed, '--dry-run');
  expect(stdout).toContain(
    'company_2026.09.07.xlsx, state of 2026-09-14\n' +
      'the title says 2026-09-14, the file name 2026-09-07: the title is used; ' +
      '--date YYYY-MM-DD sets another date\n',
  );
  const json = JSON.parse((await run(renamed, '--dry-run', '--json')).stdout);
  expect(json.dumpDates).toEqual({ option: null, title: '2026-09-14', fileName: '2026-09-07' });
  const given = (await run(renamed, '--dry-run', '--date', '2026-09-15')).stdout;
  expect(given).toContain(
    '--date says 2026-09-15, the title 2026-09-14, the file name 2026-09-07: --date is used\n',
  );
  expect((await run(file, '--dry-run')).stdout).not.toContain('says');
});

describe('fails with one line on standard error and exit code 1 for', () => {
  const CASES: [string, (file: string) => string[], RegExp][] = [
    ['nothing to import', () => [], /give one dump, or --supplement/],
    ['two things to import', (file) => [file, '--rederive'], /give one dump/],
    [
      'a missing file',
      (file) => [`${file}x`],
      /^company_2026\.09\.14\.xlsxx cannot be opened \(ENOENT\): no file "\/.*\.xlsxx"; give its full path$/,
    ],
    [
      'a supplement without a file name',
      () => ['--supplement', '--rederive'],
      /--supplement <file>.*give the name of a file/,
    ],
    ['an empty name, as of an unset variable', () => [''], /'file'.*give the name of a file/],
    ['a date of the future', (file) => [file, '--date', '2062-09-14'], /2062-09-14 .*--date, but/],
    ['an invalid date', (file) => [file, '--date', '2026-02-30'], /YYYY-MM-DD/],
    ['an invalid share', (file) => [file, '--min-ratio', '2'], /share from 0 to 1/],
    ['an address without encryption', () => ['http://a.example/b.xlsx'], /is not encrypted: give/],
    ['an unknown option', (file) => [file, '--older'], /unknown option/],
    ['--partial without a dump', () => ['--rederive', '--partial'], /only apply to a dump/],
  ];
  it.each(CASES)('%s', async (_, toArgs, says) => {
    const { file, run } = await openCommand();
    const { code, stdout, stderr } = await run(...toArgs(file), '--json');
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd()).toMatch(says);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('a second import at the same time', async () => {
    const { dataDir, file, run } = await openCommand();
    const lock = acquireLock(dataDir, 'import');
    const { code, stderr } = await run(file, '--json');
    lock.release();
    expect([code, stderr]).toEqual([
      1,
      `another import is using the folder ${JSON.stringify(dataDir)}; wait until it ends\n`,
    ]);
  });
});

it('imports a supplement and derives again while a server uses the same folder', async () => {
  const { dataDir, folder, file, run } = await openCommand();
  const server = acquireLock(dataDir, 'server');
  const store = openSqliteStore(dataDir);
  const add = join(folder, 'add.csv');
  writeFileSync(add, `idno,capital\n${makeIdno(1)},10\n`);
  expect((await run(file)).code).toBe(0);
  expect(JSON.parse((await run('--supplement', add, '--json')).stdout)).toMatchObject({
    new: 0,
    changed: 1,
  });
  expect(JSON.parse((await run('--rederive', '--json')).stdout)).toMatchObject({ unchanged: 3 });
  expect(await store.companies.findByIdnos([makeIdno(1)])).toMatchObject([{ capital: '10.00' }]);
  await store.close();
  server.release();
});

it('imports from an address, says so where nothing has changed, and records what fails', async () => {
  const { dataDir, file, run } = await openCommand();
  const server = createServer((request, response) => {
    if (request.url !== '/company_2026.09.14.xlsx') return response.writeHead(404).end();
    if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    return response.writeHead(200, { etag: '"1"' }).end(readFileSync(file));
  });
  const origin = await listen(server);
  const address = `${origin}/company_2026.09.14.xlsx`;
  const first = JSON.parse((await run(address, '--json')).stdout);
  expect(first).toMatchObject({ file: 'company_2026.09.14.xlsx', new: 3, dumpDate: '2026-09-14' });
  const again = await run(address);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(again.stdout).toMatch(
    /^unchanged: company_2026\.09\.14\.xlsx was imported at \S+Z, state of 2026-09-14\n$/,
  );
  const failed = await run(`${origin}/gone.xlsx`, '--json');
  expect([failed.code, failed.stderr]).toEqual([
    1,
    `${origin}/gone.xlsx answered 404: check the address\n`,
  ]);
  const store = openTestSqlite(dataDir);
  const runs = [{ outcome: 'refused', fileName: 'gone.xlsx' }, { outcome: 'completed' }];
  expect(await store.imports.list(9)).toMatchObject(runs);
  // Once the address answers again, nothing is wrong any more.
  expect((await run(address)).code).toBe(0);
  const [refused, completed] = await store.imports.list(9);
  expect(completed?.unchangedAtMs).toBeGreaterThan(refused?.finishedAtMs ?? 0);
  expect(await store.imports.list(9)).toMatchObject(runs);
});

it('fetches through the proxy that the environment names, unless that excepts the host', async () => {
  const { file, runWith } = await openCommand();
  const origin = await listen(createServer((_, response) => response.end(readFileSync(file))));
  let proxied = 0;
  const proxy = createServer((request, response) => {
    proxied++;
    get(String(request.url), (answer) => void answer.pipe(response));
  });
  proxy.on('connect', (request, socket) => {
    proxied++;
    const [host, port] = String(request.url).split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    socket.on('error', () => target.destroy());
    target.on('error', () => socket.destroy());
  });
  const HTTP_PROXY = await listen(proxy);
  const address = `${origin}/company_2026.09.14.xlsx`;
  expect((await runWith({ HTTP_PROXY }, address)).code).toBe(0);
  expect(proxied).toBe(1);
  expect((await runWith({ HTTP_PROXY, NO_PROXY: '127.0.0.1' }, address)).code).toBe(0);
  expect(proxied).toBe(1);
});

it('lists its options in the help', async () => {
  const { run } = await openCommand();
  const { stdout, code } = await run('--help');
  const options = readFileSync(
    join(import.meta.dirname, '../../scripts/import.ts'),
    'utf8',
  ).matchAll(/'(--[a-z-]+)/g);
  expect(code).toBe(0);
  for (const [, option = ''] of options) expect(stdout).toContain(option);
});
