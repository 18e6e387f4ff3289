import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { fillAccounts } from '../../../scripts/bench/population.ts';
import { startServer } from '../../../scripts/bench/processes.ts';
import { APP_SECRET } from '../../support/accounts.ts';
import { COMPANY, IDNO, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send } from '../../support/http.ts';
import { findFreePort } from '../../support/process.ts';
import { openTestRedis } from '../../support/redis.ts';
import { makeTestDatabase, openTestMongo, openTestSqlite } from '../../support/stores.ts';

const HEAP_MIB = 256;
const QUIET_MS = 3_000;
/** Of the good client's own, which is not attacking. */
const SPARE_CONNECTIONS = 8;
/** At the limit of Agency each, they carry the good client's rate. */
const KEYS = 60;
const CLIENTS = 4;
const PAUSE_MS = 20;
const REQUEST_TIMEOUT_MS = 15_000;
/** In /proc/net/tcp. */
const LISTENING = '0A';

export interface Served {
  answered: number;
  failed: number;
  p99Ms: number;
  slowestMs: number;
}

/** A server process with a small heap, and a well-behaved client with its own keys. */
export async function startAttackedServer(store: 'SQLite' | 'MongoDB and Redis') {
  const port = await findFreePort();
  const { env, keys } = store === 'SQLite' ? await fillFolder() : await fillDatabase();
  const server = await startServer({
    port,
    env: { ...env, BASE_URL: 'https://registru.example' },
    nodeFlags: [`--max-old-space-size=${HEAP_MIB}`],
  });
  onTestFinished(() => void process.kill(server.pid, 'SIGKILL'));
  let asked = 0;
  const ask = () => {
    const headers = { 'x-api-key': keys[asked++ % keys.length] };
    return send(port, `/api/v1/company/${IDNO}`, { headers });
  };
  const serve = (work: Promise<unknown>) => serveWhile(ask, work);
  const quiet = await serve(sleep(QUIET_MS));
  const readResidentMiB = () => toResidentMiB(server.pid);
  const residentMiBBefore = readResidentMiB();
  const connectionsBefore = countConnections(server.pid, port);
  return {
    port,
    quiet,
    residentMiBBefore,
    serve,
    readResidentMiB,
    /** Connections that the server has ended for this reason. */
    async countEnds(reason: string): Promise<number> {
      const { body } = await send(port, '/metrics');
      const line = `registru_http_connections_ended_total{reason="${reason}"} `;
      return Number(
        body
          .split('\n')
          .find((one) => one.startsWith(line))
          ?.slice(line.length) ?? 0,
      );
    },
    /** Milliseconds until the server has as many connections as before the attack. */
    async waitForConnections(maxMs: number): Promise<number> {
      const startMs = performance.now();
      for (;;) {
        const passedMs = Math.round(performance.now() - startMs);
        const connections = countConnections(server.pid, port);
        if (connections <= connectionsBefore + SPARE_CONNECTIONS) return passedMs;
        if (passedMs > maxMs) return Number.POSITIVE_INFINITY;
        await sleep(100);
      }
    },
  };
}

export type AttackedServer = Awaited<ReturnType<typeof startAttackedServer>>;

function toResidentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return Math.round(kib / 1_024);
}

/** Of the server's port, as proc(5) lists them; the inode of those that no process holds is 0. */
function countConnections(pid: number, port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  return lines.filter((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return local?.endsWith(suffix) && state !== LISTENING && inode !== '0';
  }).length;
}

async function fillFolder() {
  const folder = makeTestFolder();
  const store = openTestSqlite(folder);
  await store.companies.write([toStored(COMPANY)], []);
  const keys = await fillAccounts(store, 'agency', KEYS);
  await store.close();
  return { env: { DATA_DIR: folder, APP_SECRET }, keys };
}

async function fillDatabase() {
  const uri = makeTestDatabase();
  const redis = await openTestRedis();
  const store = await openTestMongo(uri);
  await store.companies.write([toStored(COMPANY)], []);
  const keys = await fillAccounts(store, 'agency', KEYS);
  await store.close();
  const env = { MONGODB_URI: uri, REDIS_URL: redis.url, APP_SECRET };
  return { env, keys };
}

/** A client that opens a connection for each request, as those do who have just come. */
async function serveWhile(
  ask: () => Promise<{ status: number }>,
  work: Promise<unknown>,
): Promise<Served> {
  let isOver = false;
  let failed = 0;
  const times: number[] = [];
  const run = async () => {
    while (!isOver) {
      const sentMs = performance.now();
      const late = sleep(REQUEST_TIMEOUT_MS, null, { ref: false });
      const answer = await Promise.race([ask().catch(() => null), late]);
      if (answer?.status === 200) times.push(performance.now() - sentMs);
      else failed += 1;
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, run);
  await work.finally(() => {
    isOver = true;
  });
  await Promise.all(clients);
  times.sort((one, other) => one - other);
  return {
    answered: times.length,
    failed,
    p99Ms: Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY),
    slowestMs: Math.round(times.at(-1) ?? Number.POSITIVE_INFINITY),
  };
}
