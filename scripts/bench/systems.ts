import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { type Job, makeJobs } from './jobs.ts';
import { type Row, warmUp } from './measure.ts';
import { type BenchDump, importCompanies } from './population.ts';
import { type ServerProcess, startServer } from './process.ts';

const EMBEDDED_PORT = 3972;
const UNCACHED_PORT = 3976;
const SHARED_PORT = 3974;
const ONE_BY_ONE_PORT = 3975;
/** Part of every body, so all servers have the same one. */
const BASE_URL = `http://127.0.0.1:${EMBEDDED_PORT}`;
const MAIN = join(import.meta.dirname, '../../src/main.ts');
const ONE_BY_ONE = join(import.meta.dirname, 'one-by-one-server.ts');

export const SHARED = 'MongoDB + Redis';
export const FOUND_ROW = '200';
const UNCACHED_ROW = `${FOUND_ROW}, made anew`;
export const BATCHED_ROW = `${FOUND_ROW}, ${SHARED}`;
export const ONE_BY_ONE_ROW = `${BATCHED_ROW}, a read each`;

/** Servers on a filled store, and what is asked of them. */
export interface System {
  rows: Row[];
  /** What is asked of a system for companies that are there. */
  found: Job;
  close(): Promise<void>;
}

/**
 * The program on its embedded store, with all answers kept that it has memory for, and on a copy of
 * the store where each is made anew.
 */
export async function startEmbedded(folder: string, dump: BenchDump): Promise<System> {
  const dataDir = join(folder, 'data');
  await importCompanies({ dataDir, mongodbUri: null }, dump);
  const store = openSqliteStore(dataDir);
  const jobs = await makeJobs(store, dump.companies, BASE_URL);
  await store.close();
  const copyDir = join(folder, 'copy');
  cpSync(dataDir, copyDir, { recursive: true });
  const servers: ServerProcess[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    const server = await startProgram(MAIN, EMBEDDED_PORT, { DATA_DIR: dataDir });
    servers.push(server);
    const env = { DATA_DIR: copyDir, ANSWER_CACHE_MIB: '0' };
    const uncached = await startProgram(MAIN, UNCACHED_PORT, env);
    servers.push(uncached);
    await warmUp(folder, server, jobs.warmUp);
    const rows = toRows('', server, jobs);
    rows.splice(1, 0, { name: UNCACHED_ROW, server: uncached, job: jobs.found });
    return { rows, found: jobs.found, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The same on a MongoDB store and Redis, in a database of its own, and once more with a read for
 * each key and each company, as if requests shared none.
 */
export async function startShared(
  dump: BenchDump,
  mongodbUri: string,
  redisUrl: string,
): Promise<System> {
  const url = new URL(mongodbUri);
  url.pathname = `/registru-bench-${randomBytes(4).toString('hex')}`;
  const servers: ServerProcess[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    const client = new MongoClient(url.href);
    await client.db().dropDatabase();
    await client.close();
  };
  try {
    await importCompanies({ dataDir: '', mongodbUri: url.href }, dump);
    const store = await openMongoStore(url.href);
    const jobs = await makeJobs(store, dump.companies, BASE_URL);
    await store.close();
    const APP_SECRET = randomBytes(32).toString('hex');
    const env = { MONGODB_URI: url.href, REDIS_URL: redisUrl, APP_SECRET };
    const server = await startProgram(MAIN, SHARED_PORT, env);
    servers.push(server);
    const oneByOne = await startProgram(ONE_BY_ONE, ONE_BY_ONE_PORT, env);
    servers.push(oneByOne);
    const rows = toRows(`, ${SHARED}`, server, jobs);
    rows.splice(1, 0, { name: ONE_BY_ONE_ROW, server: oneByOne, job: jobs.found });
    return { rows, found: jobs.found, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startProgram(script: string, port: number, env: Record<string, string>) {
  return startServer(port, [script], { PORT: String(port), BASE_URL, DEMO: 'off', ...env });
}

function toRows(suffix: string, server: ServerProcess, jobs: Record<JobName, Job>): Row[] {
  const found = `${FOUND_ROW}${suffix}`;
  return [
    { name: found, server, job: jobs.found },
    { name: `${FOUND_ROW} at half of its rate${suffix}`, server, job: jobs.paced, paceOf: found },
    { name: `304${suffix}`, server, job: jobs.notModified },
    { name: `404${suffix}`, server, job: jobs.notFound },
    { name: `401${suffix}`, server, job: jobs.noSuchKey },
    { name: `429${suffix}`, server, job: jobs.overLimit },
  ];
}

type JobName = 'found' | 'paced' | 'notModified' | 'notFound' | 'noSuchKey' | 'overLimit';
