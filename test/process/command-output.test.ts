import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/operation/version.ts';
import { makeTestFolder } from '../support/folder.ts';
import { PROCESS_ENV } from '../support/process.ts';
import { openTestSqlite } from '../support/stores.ts';

const SCRIPTS = join(import.meta.dirname, '../../scripts');

describe('a command whose output cannot be written says so in one line', () => {
  it.each([
    ['account', ['list']],
    ['backup', ['new']],
    ['export', ['--out', 'all.csv']],
    ['import', ['--rederive']],
    ['make-dump', ['--rows', '1', '--out', 'a.xlsx']],
  ])('%s', async (script, args) => {
    const [DATA_DIR, cwd] = [makeTestFolder(), makeTestFolder()];
    await openTestSqlite(DATA_DIR).close();
    const full = openSync('/dev/full', 'w');
    const command = [join(SCRIPTS, `${script}.ts`), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, {
      cwd,
      env: { ...PROCESS_ENV, DATA_DIR },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^(?:store: .+\n|make-dump: )it is done, but standard output can't be written: ENOSPC.*\n$/,
      ),
    });
  });
});

it('a command goes on when nobody reads its standard error any more', async () => {
  const program = `
    import { once } from 'node:events';
    import { setTimeout } from 'node:timers/promises';
    import { Command } from 'commander';
    import { runCommand } from '${new URL('../../scripts/command.ts', import.meta.url).href}';
    const work = async () => {
      await once(process.stdin, 'end');
      process.stderr.write('a fault');
      await setTimeout(50);
      process.stdout.write('done');
    };
    process.stdin.resume();
    await runCommand(new Command().action(work));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: SCRIPTS,
    env: PROCESS_ENV,
  });
  child.stderr.destroy();
  child.stdin.end();
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([said, code]).toEqual(['done', 0]);
});

it('a command opens no inspector at SIGUSR1', async () => {
  const program = `
    import { once } from 'node:events';
    import { Command } from 'commander';
    import { runCommand } from '${new URL('../../scripts/command.ts', import.meta.url).href}';
    const work = async () => {
      process.stdout.write('ready');
      process.stdin.resume();
      await once(process.stdin, 'end');
    };
    await runCommand(new Command().action(work));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: SCRIPTS,
    env: PROCESS_ENV,
  });
  const said = text(child.stderr);
  await once(child.stdout, 'data');
  child.kill('SIGUSR1');
  // The inspector would say on standard error where it listens.
  await sleep(300);
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect([code, await said]).toEqual([0, '']);
});

it('a command says the version of the program', () => {
  const command = [join(SCRIPTS, 'account.ts'), '--version'];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, `${VERSION}\n`]);
});
