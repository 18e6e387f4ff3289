import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished } from 'vitest';
import { PROCESS_ENV } from '../../support/process.ts';

export const IMPORT = join(import.meta.dirname, 'import-in-small-commits.ts');

/** Runs a program to its end, or kills it some milliseconds after it has printed a number of dots. */
export async function runProgram(args: string[], kill?: Kill) {
  const child = spawn(process.execPath, args, {
    env: PROCESS_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  if (kill !== undefined) await killAfter(child, kill);
  else child.stdout.resume();
  const [code, signal] = await closed;
  if (kill === undefined) expect(code).toBe(0);
  return signal === 'SIGKILL';
}

/** After this many dots, and some milliseconds after the last of them. */
export interface Kill {
  dots: number;
  ms?: number;
}

async function killAfter(child: ChildProcess, { dots, ms = 0 }: Kill): Promise<void> {
  let printed = 0;
  const enough = Promise.withResolvers<void>();
  child.once('close', () => enough.resolve());
  child.stdout?.on('data', (data) => {
    printed += data.length;
    if (printed >= dots) enough.resolve();
  });
  if (dots > 0) await enough.promise;
  await sleep(ms);
  child.kill('SIGKILL');
}

/** As a killed import's lease does after some seconds. */
export async function expireLease(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  await client
    .db()
    .collection('leases')
    .updateMany({}, { $set: { endsAt: new Date(0) } });
  await client.close();
}
