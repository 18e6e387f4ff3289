import { createHistogram } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { LoadConnection, type RawAnswer } from './connection.ts';

export interface LoadTarget {
  path: string;
  /** Sent as `If-None-Match`. */
  etag?: string;
  /** The client's address, sent as `X-Forwarded-For`. */
  forwardedFor?: string;
  /**
   * The CRC-32 of each correct body, for example before and after a change; empty: any body is
   * correct. A full register's bodies would take hundreds of megabytes.
   */
  checksums: readonly number[];
}

export interface Load {
  port: number;
  connections: number;
  /** Time at the beginning that is not counted, while both programs are being compiled. */
  warmUpMs: number;
  seconds: number;
  /** Bounds the load whatever the time. */
  maxRequests: number;
  /** Requests a second, sent when due, answered or not; null: as fast as answers come. */
  perSecond: number | null;
  /** The expected status of every answer. */
  status: number;
  /** Requested in turn, each with its key. */
  targets: readonly LoadTarget[];
  /** The index of the target that is requested first; left out: 0. */
  firstTarget?: number;
  /** Used in turn, so that no key exceeds its limit. */
  keys: readonly string[];
}

export interface LoadResult {
  /** All answers, including those of the warm-up; the next four figures exclude it. */
  answered: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Answers by the index of their body's checksum in the target's list. */
  matched: number[];
  wrong: number;
  firstWrong: string;
}

/**
 * Sends requests to one server until the time, the signal or the maximum; checks every answer.
 * Used in place of autocannon, which sends the requests of a rate in a burst at the start of each
 * second, measures whole milliseconds and takes twice the processor time (docs/benchmarks.md).
 */
export async function runLoad(load: Load, signal?: AbortSignal): Promise<LoadResult> {
  const { port, targets, keys, maxRequests, perSecond, firstTarget = 0 } = load;
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => LoadConnection.open(port)),
  );
  const beginMs = performance.now();
  const countFromMs = beginMs + load.warmUpMs;
  const endMs = countFromMs + load.seconds * 1_000;
  const record = createRecord(load, countFromMs);
  let started = 0;

  /** One connection's share: each request follows the answer to the one before, or its due time. */
  async function work(connection: LoadConnection): Promise<void> {
    while (started < maxRequests && !signal?.aborted) {
      const serial = started++;
      const fromMs = await waitForTurn(serial);
      const index = (firstTarget + serial) % targets.length;
      const target = targets[index];
      if (performance.now() >= endMs || target === undefined) return;
      const request = writeRequest(target, keys[index % keys.length]);
      record.noteAnswer(target, await connection.request(request), fromMs);
    }
  }

  /**
   * Waits until a request is due and returns the time from which its answer is measured. Delays of
   * the server count, also for requests not yet sent; what this process overslept does not.
   */
  async function waitForTurn(serial: number): Promise<number> {
    if (perSecond === null) return performance.now();
    const dueMs = beginMs + (serial * 1_000) / perSecond;
    if (performance.now() > dueMs) return dueMs;
    // To the millisecond: closer waiting would cost the server the processor it runs on.
    while (performance.now() < dueMs) await setTimeout(1);
    return performance.now();
  }

  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return record.summarize();
}

function writeRequest({ path, etag, forwardedFor }: LoadTarget, key: string | undefined): string {
  const apiKey = key === undefined ? '' : `x-api-key: ${key}\r\n`;
  const tag = etag === undefined ? '' : `if-none-match: ${etag}\r\n`;
  const from = forwardedFor === undefined ? '' : `x-forwarded-for: ${forwardedFor}\r\n`;
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${apiKey}${tag}${from}\r\n`;
}

function createRecord({ status }: Load, countFromMs: number) {
  const latencies = createHistogram();
  const matched: number[] = [];
  let [answered, wrong, firstWrong] = [0, 0, ''];
  return {
    noteAnswer({ checksums }: LoadTarget, answer: RawAnswer, fromMs: number): void {
      answered++;
      if (fromMs >= countFromMs) latencies.record(toMicros(performance.now() - fromMs));
      const index = checksums.length === 0 ? -1 : checksums.lastIndexOf(crc32(answer.body));
      if (answer.status === status && (index >= 0 || checksums.length === 0)) {
        if (index >= 0) matched[index] = (matched[index] ?? 0) + 1;
        return;
      }
      wrong++;
      firstWrong ||= `${answer.status} ${answer.body}`.slice(0, 500);
    },

    summarize(): LoadResult {
      const seconds = (performance.now() - countFromMs) / 1_000;
      const perSecond = latencies.count / seconds;
      const toMs = (percent: number) => latencies.percentile(percent) / 1_000;
      const [p50Ms, p95Ms, p99Ms] = [toMs(50), toMs(95), toMs(99)];
      return { answered, perSecond, p50Ms, p95Ms, p99Ms, matched, wrong, firstWrong };
    },
  };
}

/** A time for a histogram, which takes whole numbers from 1. */
export function toMicros(ms: number): number {
  return Math.max(1, Math.round(ms * 1_000));
}
