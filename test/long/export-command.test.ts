import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openImportStore } from '../../src/store/open.ts';
import { COMPANIES } from '../export/companies.ts';
import { toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { makeRun } from '../support/imports.ts';
import { PROCESS_ENV, runScript } from '../support/process.ts';

const EXPORT = join(import.meta.dirname, '../../scripts/export.ts');

async function openCommand() {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const store = await openImportStore({ dataDir, mongodbUri: null });
  await store.companies.write(COMPANIES.map(toStored), []);
  await store.imports.record(makeRun());
  await store.close();
  const run = async (...args: string[]) => {
    const command = runScript('export', args, { DATA_DIR: dataDir });
    const code = await command.exit;
    return { code, stdout: command.stdout(), stderr: command.stderr() };
  };
  return { folder, dataDir, run, listFiles: () => readdirSync(folder).toSorted() };
}

describe('npm run export', () => {
  it('writes the file for its owner only and replaces it only when told to', async () => {
    const { folder, run, listFiles } = await openCommand();
    const file = join(folder, 'all.ndjson');
    const first = await run('--out', file, '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      file,
      format: 'ndjson',
      companies: COMPANIES.length,
      dataDate: '2026-09-14',
      cursor: expect.any(String),
      seconds: expect.any(Number),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '').url).toBe('http://127.0.0.1:3000/companie/1099600000018');
    writeFileSync(file, 'mine');
    expect(await run('--out', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} exists already; --force replaces it\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await run('--out', file, '--force')).stdout).toMatch(
      /^3 companies, state of 2026-09-14, to .+ in [\d.]+ s\nwhat changes from now on: --since \S+\n$/,
    );
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines);
    expect(listFiles()).toEqual(['all.ndjson', 'data']);
  });

  it('writes CSV to a file named so, and either form to standard output', async () => {
    const { folder, run } = await openCommand();
    const file = join(folder, 'all.csv');
    await run('--out', file);
    const csv = readFileSync(file, 'utf8');
    expect(csv).toMatch(/^idno,name,/);
    expect((await run('--out', '-', '--format', 'csv')).stdout).toBe(csv);
    const upperCase = join(folder, 'ALL.CSV');
    await run('--out', upperCase);
    expect(readFileSync(upperCase, 'utf8')).toBe(csv);
    const { stdout, stderr } = await run('--out', '-');
    expect(stdout).toMatch(/^\{"idno":.+\}\n$/s);
    expect(stderr).toMatch(/^3 companies, .+ to standard output in .+\n.+ --since \S+\n$/);
  });

  it('writes what has changed since the cursor of an earlier one', async () => {
    const { folder, run } = await openCommand();
    const runExport = (...more: string[]) =>
      run('--out', join(folder, 'a.ndjson'), '--force', '--json', ...more);
    const { cursor } = JSON.parse((await runExport()).stdout);
    const again = JSON.parse((await runExport('--since', cursor)).stdout);
    expect(again).toMatchObject({ companies: 0, cursor });
    const refused = await runExport('--since', 'abc');
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^--since is no cursor: .+\n$/),
    });
  });

  it.each([
    ['no file', [], /name the file to write, once/],
    ['an unknown format', ['--out', '-', '--format', 'xml'], /Allowed choices are ndjson, csv/],
    ['two uses of standard output', ['--out', '-', '--json'], /give one of them$/],
    [
      'a missing folder',
      ['--out', '/nowhere/a.csv'],
      /^\/nowhere\/a\.csv cannot be written: its f/,
    ],
  ])('fails with one line and exit code 1 for %s', async (_, args, says) => {
    const { run } = await openCommand();
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd()).toMatch(says);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('does not create a store where there is none', async () => {
    const DATA_DIR = join(makeTestFolder(), 'data');
    const command = runScript('export', ['--out', '-'], { DATA_DIR });
    expect(await command.exit).toBe(1);
    expect(command.stderr()).toMatch(/^there is no store at .+: set DATA_DIR or .+\n$/);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it.each([
    ['full', () => openSync('/dev/full', 'w'), /the disk is full; free some space/],
    ['closed', openClosedPipe, /its reader closed it before the export was complete/],
  ])('says in one line that standard output is %s', async (_, open, says) => {
    const { dataDir } = await openCommand();
    const output = open();
    const { status, stderr } = spawnSync(process.execPath, [EXPORT, '--out', '-'], {
      env: { ...PROCESS_ENV, DATA_DIR: dataDir },
      stdio: ['ignore', output, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(output);
    const [store, ...lines] = stderr.trimEnd().split('\n');
    expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringMatching(says)] });
    expect(store).toBe(`store: ${dataDir}`);
  });
});

/** The writing end of a pipe whose reader has gone. */
function openClosedPipe(): number {
  const folder = makeTestFolder();
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  const reader = openSync(path, 'r+');
  const writer = openSync(path, 'w');
  closeSync(reader);
  return writer;
}
