import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { makeTestFolder } from '../support/folder.ts';

const HOLDER = `
  import { acquireLock } from '${new URL('../../src/store/sqlite/lock.ts', import.meta.url)}';
  acquireLock(process.argv[1], 'server');
  gc();
  process.stdout.write('held');
  setInterval(() => {}, 1_000);
`;

it('is held by one at a time for each role', () => {
  const folder = makeTestFolder();
  const lock = acquireLock(folder, 'server');
  const other = acquireLock(folder, 'import');
  expect(() => acquireLock(folder, 'server')).toThrow(
    /another server is using the folder .*DATA_DIR/,
  );
  lock.release();
  acquireLock(folder, 'server').release();
  other.release();
});

it('is held by a process that keeps no reference to it, and left open once that is killed', async () => {
  const folder = makeTestFolder();
  const args = ['--expose-gc', '--input-type=module-typescript', '-e', HOLDER, folder];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => acquireLock(folder, 'server')).toThrow(/another server/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  acquireLock(folder, 'server').release();
});
