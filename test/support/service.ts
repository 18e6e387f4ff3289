import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { StoreLocation } from '../../src/store/open.ts';
import { countRequests } from '../../src/store/port/usage.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { COMPANY, IDNO, toStored } from './companies.ts';
import { findFreePort, PROCESS_ENV, waitUntilReady } from './process.ts';
import { ACTOR, APP_SECRET, openTestServices, subscribe } from './services.ts';
import { toToken, VISITOR } from './sign-in.ts';
import { writeCompanies } from './stores.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
/** Whose account is in a filled data folder. */
export const SERVICE_EMAIL = 'holder@test.example';
export const COMPANY_PATH = `/api/v1/company/${IDNO}`;

/** A data folder with one company and one account, of the highest plan, staff, and signed in. */
export async function fillDataFolder(dataDir: string) {
  return await fillStore({ dataDir, mongodbUri: null });
}

export async function fillStore(place: StoreLocation) {
  const services = await openTestServices({
    baseUrl: 'http://127.0.0.1',
    dataDir: place.dataDir,
    env: place.mongodbUri === null ? {} : { MONGODB_URI: place.mongodbUri },
  });
  const { accounts, signIn } = services;
  const email = SERVICE_EMAIL;
  const key = await subscribe(services, email, 'agency');
  const { id } = await accounts.setRole(email, 'staff', ACTOR);
  const { url } = await signIn.issueLink(email, ACTOR);
  const { sessionId } = await signIn.signIn(toToken(url), VISITOR);
  await services.close();
  await writeCompanies(place, toStored(COMPANY));
  return { id, key, cookie: `__Host-registru-session=${sessionId}` };
}

/** Requests of an account as the data folder of a stopped server has them. */
export async function countUsage(dataDir: string, accountId: string): Promise<number> {
  const store = openSqliteStore(dataDir);
  const count = await sumUsage(store, accountId);
  await store.close();
  return count;
}

export async function sumUsage({ accountReads }: Pick<Store, 'accountReads'>, accountId: string) {
  const days = await accountReads.listUsage(accountId, '', '9999');
  return days.reduce((sum, day) => sum + countRequests(day), 0);
}

export interface ServiceOptions {
  dataDir: string;
  /** Left out: a free one. */
  port?: number;
  env?: Readonly<Record<string, string>>;
  /** A file descriptor; left out: a pipe. */
  stdout?: number;
  /** Runs before the server in its shell, for example `ulimit -n 64`. */
  shell?: string;
  /** The user that it runs as. */
  uid?: number;
}

export interface Service {
  child: ChildProcess;
  port: number;
  stderr(): string;
  /** Resolves with the exit code, or the signal's name. */
  exit: Promise<number | string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** Starts `src/main.ts` itself, without npm, and does not wait for it; killed with the test. */
export async function spawnService(options: ServiceOptions): Promise<Service> {
  const { dataDir, env, stdout = 'pipe', shell = '', uid } = options;
  const port = options.port ?? (await findFreePort());
  const command = `${shell === '' ? '' : `${shell};`} exec "$0" "$1"`;
  const spawnOptions: SpawnOptions = {
    env: { ...PROCESS_ENV, APP_SECRET, DEMO: 'off', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', stdout, 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  };
  const child = spawn('/bin/sh', ['-c', command, process.execPath, MAIN], spawnOptions);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // Not `close`: a test may leave standard output unread.
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal);
  return {
    child,
    port,
    stderr: () => stderr,
    exit,
    get: (path, headers = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(10_000) }),
  };
}

/** The same, and waits until it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = await spawnService(options);
  await waitUntilReady(service.port, service);
  return service;
}
