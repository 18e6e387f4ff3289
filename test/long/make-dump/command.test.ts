import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { readParts } from '../../make-dump/opened-workbook.ts';
import { runScript } from '../../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'make-dump-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(import.meta.dirname, '../../../scripts/make-dump.ts');

describe('make-dump', () => {
  it('writes the workbook and the truth and prints one JSON object', async () => {
    const out = join(folder, 'a.xlsx');
    const truth = join(folder, 'a.ndjson');
    const { status, stdout, stderr } = run(
      '--rows',
      '20',
      '--seed',
      '9',
      '--out',
      out,
      ...['--truth', truth, '--date', '2026-09-21', '--json'],
    );
    expect([status, stderr]).toEqual([0, '']);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ rows: 20, seed: 9, dumpDate: '2026-09-21', file: out });
    expect(summary.bytes).toBe(statSync(out).size);
    expect(summary.seconds).toBeGreaterThan(0);
    const parts = await readParts(out);
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('(starea pînă la 21.09.2026)');
    expect(readFileSync(truth, 'utf8').trimEnd().split('\n').length).toBe(21);
  });

  it('replaces an existing file only with --force', async () => {
    const out = join(folder, 'b.xlsx');
    writeFileSync(out, 'mine');
    const refused = run('--rows', '5', '--out', out);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toBe(`make-dump: ${out} exists already; --force replaces it\n`);
    expect(readFileSync(out, 'utf8')).toBe('mine');
    expect(run('--rows', '5', '--out', out, '--force').status).toBe(0);
    expect((await readParts(out)).size).toBe(9);
  });

  it('leaves nothing behind where the truth cannot be written', () => {
    const out = join(folder, 'c.xlsx');
    const truth = join(folder, 'none', 'c.ndjson');
    const { status, stderr } = run('--rows', '5', '--out', out, '--truth', truth);
    expect(status).toBe(1);
    expect(stderr).toContain('no such file or directory');
    expect([out, `${out}.part`].filter((file) => existsSync(file))).toEqual([]);
  });

  it('that is stopped says so and leaves nothing behind', async () => {
    const out = join(folder, 'd.xlsx');
    const command = runScript('make-dump', ['--rows', '100000', out], {});
    while (!existsSync(`${out}.part`)) await sleep(1);
    command.child.kill('SIGHUP');
    expect(await command.exit).toBe(1);
    expect(command.stderr()).toBe(
      'make-dump: stopped before the dump was complete: run it again\n',
    );
    expect([out, `${out}.part`].filter((file) => existsSync(file))).toEqual([]);
  });

  it('explains itself', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const option of ['--rows', '--seed', '--out', '--truth', '--changed', '--json']) {
      expect(stdout).toContain(option);
    }
  });

  const out = join(folder, 'never.xlsx');
  it.each([
    [['--out', out], "required option '--rows <n>' not specified"],
    [['--rows', '5'], 'name the workbook to write, once'],
    [['--rows', '5', out, '--out', `${out}.xlsx`], 'name the workbook to write, once'],
    [['--rows', '0', '--out', out], 'Give a whole number from 1 to 1000000'],
    [['--rows', '1e3', '--out', out], 'Give a whole number from 1 to 1000000'],
    [['--rows', '5', '--seed', '-1', '--out', out], 'Give a whole number from 0 to 4294967295'],
    [['--rows', '5', '--date', '2026-02-30', '--out', out], 'Give a day from 2026-01-01'],
    [['--rows', '5', '--date', '2025-12-31', '--out', out], 'Give a day from 2026-01-01'],
    [['--rows', '5', '--changed', '2', '--out', out], 'Give a share from 0 to 1'],
    [['--rows', '5', '--out', out, '--truth', out], 'name the same file'],
    [['--rows', '5', '--out', join(folder, 'none', 'x.xlsx')], 'no such file or directory'],
    [['--rows', '5', '--out', join(folder, 'x.csv')], 'Give a name that ends in .xlsx'],
    [['--rows', '5', '--out', out, '--nope'], "unknown option '--nope'"],
  ])('refuses %j in one line', (args, message) => {
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n').length).toBe(1);
    expect(stderr).toContain(message);
    expect(existsSync(out)).toBe(false);
  });
});

function run(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 15_000 });
}
