import { setTimeout } from 'node:timers/promises';
import type { Minutes } from './minutes.ts';

export interface Task {
  name: string;
  perSecond: number;
  /** The most runs at the same time; a run that is due beyond them is skipped. */
  maxAtOnce: number;
  /** Runs it once and returns what was wrong with the answer, or null. */
  run: () => Promise<string | null>;
}

const TICK_MS = 10;

/** Runs a task at its rate until the signal, then waits for the runs in progress. */
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
