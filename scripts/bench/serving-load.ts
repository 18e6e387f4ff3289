import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';

export interface ServingLoad {
  port: number;
  /** Requests a second, sent when due whatever came back. */
  perSecond: number;
  /** Used in turn, so that no key goes over its limit. */
  keys: readonly string[];
  /** Asked for in turn. */
  targets: readonly ServingTarget[];
  signal: AbortSignal;
}

export interface ServingTarget {
  path: string;
  /** What its answer may be: before a change and after it. */
  bodies: readonly [before: string, after: string];
}

export interface ServingResult {
  answered: number;
  /** Answers that were what the target was before, and what it became. */
  before: number;
  after: number;
  /** Answers that are neither, the first of them named. */
  wrong: number;
  firstWrong: string;
  p50Ms: number;
  p99Ms: number;
}

const CONNECTIONS = 20;
const MAX_REQUESTS = 1_000_000;

/** Asks at a steady rate until it is stopped, and looks at every answer. */
export async function loadServing(load: ServingLoad): Promise<ServingResult> {
  const { port, perSecond, keys, targets, signal } = load;
  const latenciesMs: number[] = [];
  const result: ServingResult = {
    answered: 0,
    before: 0,
    after: 0,
    wrong: 0,
    firstWrong: '',
    p50Ms: 0,
    p99Ms: 0,
  };
  const beginMs = performance.now();
  let started = 0;

  async function work(connection: Connection): Promise<void> {
    while (!signal.aborted && started < MAX_REQUESTS) {
      const serial = started++;
      const dueMs = beginMs + (serial * 1_000) / perSecond;
      while (performance.now() < dueMs) await setTimeout(1);
      const target = targets[serial % targets.length];
      if (target === undefined) return;
      const answer = await connection.request(toRequest(target, keys[serial % keys.length] ?? ''));
      latenciesMs.push(performance.now() - dueMs);
      note(target, answer.status, answer.body.toString());
    }
  }

  function note({ bodies: [before, after] }: ServingTarget, status: number, body: string): void {
    result.answered++;
    if (status === 200 && body === after) result.after++;
    else if (status === 200 && body === before) result.before++;
    else {
      result.wrong++;
      result.firstWrong ||= `${status} ${body}`.slice(0, 500);
    }
  }

  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(port)),
  );
  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  latenciesMs.sort((one, other) => one - other);
  result.p50Ms = latenciesMs[Math.floor(latenciesMs.length * 0.5)] ?? 0;
  result.p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0;
  return result;
}

function toRequest({ path }: ServingTarget, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
}
