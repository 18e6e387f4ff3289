import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../support/http.ts';

export interface TimedAnswer extends Pick<Answer, 'status' | 'headers'> {
  ms: number;
}

const CLIENTS = 4;
const PAUSE_MS = 50;

/** Some clients that ask one request after another for so long; all their answers. */
export async function hammer(ask: () => Promise<Answer>, forMs: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  const startMs = performance.now();
  const run = async () => {
    while (performance.now() - startMs < forMs) {
      const sentMs = performance.now();
      const { status, headers } = await ask();
      answers.push({ status, headers, ms: performance.now() - sentMs });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, run));
  return answers;
}

/** Milliseconds until the answer is 200; rejects when that takes too long. */
export async function waitForOk(ask: () => Promise<Answer>, maxMs: number): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    if ((await ask()).status === 200) return performance.now() - startMs;
    if (performance.now() - startMs > maxMs) throw new Error(`no 200 within ${maxMs} ms`);
    await sleep(20);
  }
}
