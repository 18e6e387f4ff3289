import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const CLIENT = join(import.meta.dirname, 'client');

/** Runs a tool of the client's project; rejects with what it prints when it fails. */
export function runTool(script: string, ...args: string[]) {
  const path = join(CLIENT, 'node_modules', script);
  return promisify(execFile)(process.execPath, [path, ...args], { cwd: CLIENT, timeout: 60_000 });
}
