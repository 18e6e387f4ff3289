import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROCESS_ENV } from '../support/process.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/account.ts');

/** Runs the account command on the embedded store of a folder. */
export async function runAccount(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { ...PROCESS_ENV, ...env, DATA_DIR: folder, BASE_URL: 'https://registru.example' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}
