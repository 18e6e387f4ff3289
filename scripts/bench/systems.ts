import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MongoClient } from 'mongodb';
import type { Company } from '../../src/domain/company/company.ts';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { type Job, type Jobs, makeJobs } from './jobs.ts';
import { type Row, warmUp } from './measure.ts';
import { fillAccounts, toExpectedBody } from './population.ts';
import { importDump, type ServerProcess, startServer } from './processes.ts';

const BARE_PORT = 3971;
const EMBEDDED_PORT = 3972;
const UNCACHED_PORT = 3976;
const SHARED_PORT = 3974;
/** The same for all servers, since it is part of every body. */
const BASE_URL = `http://127.0.0.1:${EMBEDDED_PORT}`;
/** Their limits together allow a request for each of a million companies, as fast as they come. */
const WARM_UP_KEYS = 4_000;
const BARE = join(import.meta.dirname, 'bare-server.ts');

export const SHARED = 'MongoDB + Redis';
export const RANDOM_ROW = '200, companies at random, none cached';
export const PACED_ROW = `${RANDOM_ROW}, at half of that rate`;
const DEFAULT_ROW = '200, companies at random, default settings';
const HOT_ROW = '200, 2,000 companies, all cached';
const SHARED_ROW = `200, ${SHARED}`;

/** The dump that every store is filled with. */
export interface BenchDump {
  path: string;
  companies: readonly Company[];
}

/** Rows of the program on its embedded store, and the parts that other measurements use. */
interface EmbeddedSystem {
  rows: Row[];
  /** The server with default settings, asked for every company once. */
  warmed: ServerProcess;
  /** The load of requests for any company. */
  found: Job;
}

/**
 * The program on its embedded store, and on a copy of the store without its cache of answers; like
 * everything here it stops with `opened`.
 */
export async function startEmbedded(
  opened: AsyncDisposableStack,
  folder: string,
  dump: BenchDump,
): Promise<EmbeddedSystem> {
  const dataDir = join(folder, 'data');
  await importDump({ DATA_DIR: dataDir }, dump.path);
  const store = openSqliteStore(dataDir);
  const jobs = await makeJobs(store, dump.companies, BASE_URL);
  const warmUpJob = {
    ...jobs.found,
    maxRequests: dump.companies.length,
    keys: await fillAccounts(store, 'agency', WARM_UP_KEYS),
  };
  await store.close();
  const copyDir = join(folder, 'copy');
  cpSync(dataDir, copyDir, { recursive: true });
  const APP_SECRET = makeSecret();
  const server = await start(opened, EMBEDDED_PORT, { DATA_DIR: dataDir, APP_SECRET });
  const uncachedEnv = { DATA_DIR: copyDir, APP_SECRET, ANSWER_CACHE_MIB: '0' };
  const uncached = await start(opened, UNCACHED_PORT, uncachedEnv);
  await warmUp(server, warmUpJob);
  const rows = [
    { name: RANDOM_ROW, server: uncached, job: jobs.found },
    { name: PACED_ROW, server: uncached, job: jobs.paced, paceOf: RANDOM_ROW },
    { name: DEFAULT_ROW, server, job: jobs.found },
    { name: HOT_ROW, server, job: jobs.hot },
    ...toOtherRows(server, jobs),
  ];
  return { rows, warmed: server, found: jobs.found };
}

function makeSecret(): string {
  return randomBytes(32).toString('hex');
}

/** Rows of the program on MongoDB and Redis, in its own database. */
export async function startShared(
  opened: AsyncDisposableStack,
  dump: BenchDump,
  { mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string },
): Promise<Row[]> {
  const url = new URL(mongodbUri);
  url.pathname = `/registru-bench-${randomBytes(4).toString('hex')}`;
  const APP_SECRET = makeSecret();
  const env = { MONGODB_URI: url.href, REDIS_URL: redisUrl, APP_SECRET };
  opened.defer(() => dropDatabase(url.href));
  await importDump(env, dump.path);
  const store = await openMongoStore(url.href);
  const jobs = await makeJobs(store, dump.companies, BASE_URL);
  await store.close();
  const server = await start(opened, SHARED_PORT, env);
  return [
    { name: SHARED_ROW, server, job: jobs.found },
    { name: `${SHARED_ROW}, at half of its rate`, server, job: jobs.paced, paceOf: SHARED_ROW },
    { name: `${HOT_ROW}, ${SHARED}`, server, job: jobs.hot },
    ...toOtherRows(server, jobs, `, ${SHARED}`),
  ];
}

/** The same framework with a route that sends one company's body and does nothing else. */
export async function startBare(
  opened: AsyncDisposableStack,
  folder: string,
  { companies: [company] }: BenchDump,
  job: Job,
): Promise<{ server: ServerProcess; job: Job }> {
  if (company === undefined) throw new Error('the register has no company');
  const body = toExpectedBody(company, '');
  const COMPANY_FILE = join(folder, 'company.json');
  writeFileSync(COMPANY_FILE, body);
  const server = await start(opened, BARE_PORT, { COMPANY_FILE }, BARE);
  return { server, job: { ...job, targets: [{ path: '/company', checksums: [crc32(body)] }] } };
}

async function start(
  opened: AsyncDisposableStack,
  port: number,
  env: Record<string, string>,
  script?: string,
): Promise<ServerProcess> {
  const server = await startServer({ port, env: { BASE_URL, ...env }, script });
  opened.defer(() => server.stop());
  return server;
}

async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
}

function toOtherRows(server: ServerProcess, jobs: Jobs, suffix = ''): Row[] {
  return [
    { name: `304${suffix}`, server, job: jobs.notModified },
    { name: `404${suffix}`, server, job: jobs.notFound },
    { name: `401${suffix}`, server, job: jobs.unknownKey },
    { name: `429${suffix}`, server, job: jobs.overLimit },
  ];
}
