import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { type LoadJob, type LoadResult, toExpectations, toRequests } from './load-job.ts';

/**
 * A load on one server for a bounded time, in a process of its own: as many requests as the
 * connections carry, or as many a second as the job says. Every answer is checked. Reads its job
 * from the file named first, prints one JSON object.
 */
const job: LoadJob = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const requests = toRequests(job);
const expectations = toExpectations(job);
const latenciesMs = new Float64Array(job.maxRequests);
const oversleptMs = new Float64Array(job.maxRequests);
let started = 0;
let answered = 0;
let counted = 0;
let waits = 0;
let wrong = 0;
let firstWrong = '';

/** What comes before is not counted: both programs are still being compiled then. */
const WARM_UP_MS = 1_000;

const beginMs = performance.now();
const countFromMs = beginMs + WARM_UP_MS;
const endMs = countFromMs + job.seconds * 1_000;
const connections = await Promise.all(
  Array.from({ length: job.connections }, () => Connection.open(job.port)),
);
await Promise.all(connections.map(work));
for (const connection of connections) connection.close();
print((performance.now() - countFromMs) / 1_000);

/** One connection's share: each request follows the answer to the one before, or its due time. */
async function work(connection: Connection): Promise<void> {
  while (started < job.maxRequests) {
    const serial = started++;
    const fromMs = await waitForTurn(serial);
    if (performance.now() >= endMs) return;
    const place = serial % requests.length;
    const answer = await connection.request(requests[place] ?? Buffer.alloc(0));
    answered += 1;
    if (fromMs >= countFromMs) latenciesMs[counted++] = performance.now() - fromMs;
    const expected = expectations[place % expectations.length];
    if (answer.status !== job.status || !(expected?.equals(answer.body) ?? true)) {
      wrong++;
      firstWrong ||= `${answer.status} ${answer.body}`.slice(0, 200);
    }
  }
}

/**
 * Waits until a request is due, and gives the time that its answer is measured from. A server that
 * falls behind shows it, also in requests not yet sent; what this process overslept is none of the
 * server's, and told apart.
 */
async function waitForTurn(serial: number): Promise<number> {
  if (job.perSecond === null) return performance.now();
  const dueMs = beginMs + (serial * 1_000) / job.perSecond;
  if (performance.now() > dueMs) return dueMs;
  await waitUntil(dueMs);
  const nowMs = performance.now();
  if (nowMs >= countFromMs) oversleptMs[waits++] = nowMs - dueMs;
  return nowMs;
}

/** To the millisecond: waiting more closely would cost the server the processor it runs on. */
async function waitUntil(atMs: number): Promise<void> {
  while (performance.now() < atMs) await setTimeout(1);
}

function print(seconds: number): void {
  latenciesMs.subarray(0, counted).sort();
  oversleptMs.subarray(0, waits).sort();
  const result: LoadResult = {
    answered,
    perSecond: counted / seconds,
    p50Ms: latenciesMs[Math.floor(counted * 0.5)] ?? 0,
    p99Ms: latenciesMs[Math.floor(counted * 0.99)] ?? 0,
    oversleptP99Ms: oversleptMs[Math.floor(waits * 0.99)] ?? 0,
    wrong,
    firstWrong,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
