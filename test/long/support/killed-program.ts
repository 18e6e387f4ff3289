import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { expect, onTestFinished } from 'vitest';
import { PROCESS_ENV } from '../../support/process.ts';

export const IMPORT = join(import.meta.dirname, 'import-in-small-commits.ts');

/** After this many dots, and some milliseconds after the last of them. */
export interface Kill {
  dots: number;
  ms?: number;
}

/**
 * Runs a program to its end, or kills it when it has printed a number of dots: whether it was
 * killed, all the dots that it printed, and the time that it took.
 */
export async function runProgram(args: string[], kill?: Kill) {
  const startMs = performance.now();
  const child = spawn(process.execPath, args, {
    env: PROCESS_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let dots = 0;
  const enough = Promise.withResolvers<void>();
  closed.then(() => enough.resolve());
  child.stdout.on('data', (data) => {
    dots += data.length;
    if (dots >= (kill?.dots ?? 0)) enough.resolve();
  });
  if (kill !== undefined) {
    if (kill.dots > 0) await enough.promise;
    await sleep(kill.ms ?? 0);
    child.kill('SIGKILL');
  }
  const [code, signal] = await closed;
  if (kill === undefined) expect(code).toBe(0);
  return { isKilled: signal === 'SIGKILL', dots, ms: performance.now() - startMs };
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
