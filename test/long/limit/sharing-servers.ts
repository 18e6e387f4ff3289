import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/config.ts';
import { hammer } from '../../limit/hammer.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { findFreePort, run, startServer } from '../../support/process.ts';
import { APP_SECRET } from '../../support/services.ts';
import { hasMongo, makeTestDatabase, writeCompanies } from '../../support/stores.ts';

/** Servers on one store, or on equal ones, which share a Redis at these ports. */
export async function startServers(redisPorts: number[], env: Record<string, string> = {}) {
  const { prepared, copy } = makeStores();
  const key = await fill(prepared);
  const servers = await Promise.all(
    redisPorts.map(async (redisPort) => {
      const port = await findFreePort();
      const REDIS_URL = `redis://127.0.0.1:${redisPort}`;
      const server = await startServer(port, { ...copy(), DEMO: 'off', REDIS_URL, ...env });
      return { ...server, address: `http://127.0.0.1:${port}` };
    }),
  );
  const addresses = servers.map(({ address }) => address);
  const statuses = new Map<number, number>();
  /** Ten clients with the one key through all of them, until the promise settles. */
  const hammerAll = (until: Promise<unknown>) =>
    hammer({ clients: 10, processes: servers.length, pauseMs: 20, until }, async (process) => {
      const url = `${addresses[process]}/api/v1/company/${COMPANY.idno}`;
      const { status, body } = await fetch(url, { headers: { 'x-api-key': key } });
      await body?.cancel();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return status !== 429;
    });
  return { servers, addresses, statuses, hammerAll };
}

/** The stores of the servers: the same database, or without MongoDB equal folders. */
function makeStores(): { prepared: Record<string, string>; copy(): Record<string, string> } {
  if (hasMongo) {
    const prepared = { MONGODB_URI: makeTestDatabase(), APP_SECRET };
    return { prepared, copy: () => prepared };
  }
  const DATA_DIR = join(makeTestFolder(), 'data');
  return {
    prepared: { DATA_DIR },
    copy() {
      const copied = join(makeTestFolder(), 'data');
      cpSync(DATA_DIR, copied, { recursive: true });
      return { DATA_DIR: copied };
    },
  };
}

/** Puts one company and a Business account into a store; the account's key. */
async function fill(env: Record<string, string>): Promise<string> {
  const { mongodbUri, dataDir } = loadConfig(env);
  await run('account', ['create', 'a@test.example', '--plan', 'business', '--create'], env);
  const { stdout } = await run('account', ['key', 'a@test.example', 'reveal', '--json'], env);
  await writeCompanies({ mongodbUri, dataDir }, toStored(COMPANY));
  return JSON.parse(stdout).key;
}
