import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { createApiKeyText } from '../../../src/domain/account/api-key.ts';

const PROGRAM = new URL('./hostile-worker.ts', import.meta.url);

/** What each connection of an attack does; none of them is ever closed by the client. */
export interface Attack {
  connections: number;
  /** Without it, as fast as the server takes them. */
  opensPerSecond?: number;
  /** Sent once, as soon as the connection stands; the connections take turns with them. */
  openings: readonly string[];
  /** Sent again and again, as fast as the server takes it. */
  flood?: string;
  drip?: { bytes: string; everyMs: number };
  /** False: whatever the server sends stays in its buffers. */
  reads: boolean;
}

export interface AttackCounts {
  opened: number;
  /** Ended with an error or by both sides. */
  ended: number;
  sentBytes: number;
  receivedBytes: number;
}

export interface RunningAttack {
  counts(): AttackCounts;
  /** Resolves when every connection has been opened. */
  opened: Promise<void>;
  stop(): Promise<void>;
}

/** Attacks 127.0.0.1 from a worker thread, so that measurements meanwhile are not delayed. */
export async function startAttack(port: number, attack: Attack): Promise<RunningAttack> {
  const worker = new Worker(PROGRAM, { workerData: { port, attack }, execArgv: [] });
  let counts: AttackCounts = { opened: 0, ended: 0, sentBytes: 0, receivedBytes: 0 };
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  worker.on('message', (latest: AttackCounts) => {
    counts = latest;
    if (counts.opened >= attack.connections) resolve();
  });
  worker.on('error', reject);
  const stop = async () => {
    await worker.terminate();
  };
  onTestFinished(stop);
  await once(worker, 'online');
  return { counts: () => counts, opened, stop };
}

/** As many requests for the path as fit into `bytes`; Node reads 64 KiB at once. */
export function pipeline(path: string, bytes = 65_536): string {
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  return request.repeat(Math.floor(bytes / request.length));
}

/** The same with a key of the right form in each, which the store is asked for. */
export function pipelineWithKeys(path: string, bytes = 65_536): string {
  let requests = '';
  while (requests.length < bytes) {
    requests += `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${createApiKeyText()}\r\n\r\n`;
  }
  return requests;
}
