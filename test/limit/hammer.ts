import { setTimeout as sleep } from 'node:timers/promises';

/** One request that was admitted at some instant between these two. */
export interface Admission {
  sentMs: number;
  answeredMs: number;
}

export interface Hammering {
  admissions: Admission[];
  /** The longest that a request took, admitted or not. */
  slowestMs: number;
  /** The first thing that was thrown. */
  fault: unknown;
}

/**
 * So many clients, each with one request at a time, through the processes in turn, until the
 * promise settles. `ask` tells whether the process of this number admitted the request.
 */
export async function hammer(
  options: { clients: number; processes: number; pauseMs: number; until: Promise<unknown> },
  ask: (process: number) => Promise<boolean>,
): Promise<Hammering> {
  const result: Hammering = { admissions: [], slowestMs: 0, fault: null };
  let running = true;
  const stop = () => {
    running = false;
  };
  options.until.then(stop, stop);

  async function runClient(client: number): Promise<void> {
    for (let turn = client; running; turn++) {
      const sentMs = performance.now();
      const admitted = await ask(turn % options.processes);
      const answeredMs = performance.now();
      if (admitted) result.admissions.push({ sentMs, answeredMs });
      result.slowestMs = Math.max(result.slowestMs, answeredMs - sentMs);
      await sleep(options.pauseMs);
    }
  }

  const clients = Array.from({ length: options.clients }, (_, client) =>
    runClient(client).catch((error: unknown) => {
      result.fault ??= error;
    }),
  );
  await Promise.all([options.until, ...clients]);
  return result;
}

/** The most that were surely admitted within one window: sent and answered in it. */
export function countMost(admissions: readonly Admission[], windowMs: number): number {
  const sorted = admissions.toSorted((one, other) => one.sentMs - other.sentMs);
  const counts = sorted.map(({ sentMs }, first) => {
    let count = 0;
    for (const { sentMs: laterMs, answeredMs } of sorted.slice(first)) {
      if (laterMs >= sentMs + windowMs) break;
      if (answeredMs < sentMs + windowMs) count++;
    }
    return count;
  });
  return Math.max(0, ...counts);
}
