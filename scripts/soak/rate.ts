import { setTimeout } from 'node:timers/promises';
import type { Minutes } from './minutes.ts';

export interface Task {
  name: string;
  perSecond: number;
  /** What ran late is caught up with so many at once; further runs are left out. */
  maxAtOnce: number;
  /** Does it once; what was wrong with the answer, null where it was right. */
  run: () => Promise<string | null>;
}

const TICK_MS = 10;

/** Runs a task at its rate until the signal says so, and waits for what still runs then. */
export async function runAtRate(task: Task, minutes: Minutes, signal: AbortSignal): Promise<void> {
  const beginMs = performance.now();
  const running = new Set<Promise<void>>();
  let started = 0;
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - beginMs) * task.perSecond) / 1_000);
    while (started < due) {
      started++;
      if (running.size >= task.maxAtOnce) continue;
      const run = measure(task, minutes).finally(() => running.delete(run));
      running.add(run);
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(running);
}

async function measure({ name, run }: Task, minutes: Minutes): Promise<void> {
  const startMs = performance.now();
  const fault = await run().catch((error: unknown) => String(error));
  minutes.note(name, performance.now() - startMs, fault);
}
