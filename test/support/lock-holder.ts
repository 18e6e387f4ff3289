import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { LockName } from '../../src/store/sqlite/lock.ts';

const PROGRAM = `
  import { acquireLock } from '${new URL('../../src/store/sqlite/lock.ts', import.meta.url)}';
  acquireLock(process.argv[1], process.argv[2]);
  gc();
  process.stdout.write('held');
  setInterval(() => {}, 1_000);
`;

/** A process that holds a lock of a folder until `kill`; it ends with the test. */
export async function holdLock(folder: string, name: LockName): Promise<{ kill(): Promise<void> }> {
  const args = ['--expose-gc', '--input-type=module-typescript', '-e', PROGRAM, folder, name];
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return {
    async kill() {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    },
  };
}
