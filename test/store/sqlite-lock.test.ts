import { expect, it } from 'vitest';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { makeTestFolder } from '../support/folder.ts';
import { holdLock } from '../support/lock-holder.ts';

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
  const holder = await holdLock(folder, 'server');
  expect(() => acquireLock(folder, 'server')).toThrow(/another server/);
  await holder.kill();
  acquireLock(folder, 'server').release();
});
