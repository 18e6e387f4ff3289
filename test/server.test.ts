import { once } from 'node:events';
import { globSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Config, loadConfig } from '../src/config/config.ts';
import { presentDemo } from '../src/demo.ts';
import { createResources, type Resources } from '../src/operation/resources.ts';
import { openServer, openServices } from '../src/server.ts';
import { acquireLock } from '../src/store/sqlite/lock.ts';
import { makeTestFolder } from './support/folder.ts';
import { findFreePort } from './support/process.ts';
import { COMPANY_PATH, countUsage, fillDataFolder, SERVICE_EMAIL } from './support/service.ts';
import { APP_SECRET } from './support/services.ts';
import { openHangingServer } from './support/smtp.ts';

/** In the order of their opening. */
const PARTS = [
  'lock',
  'limiter',
  'store',
  'webhook_reads',
  'mail',
  'sign_in',
  'key_uses',
  'usage',
  'failed_requests',
  'retention',
  'plan_ends',
  'staff_reads',
  'search_reads',
  'webhook_pace',
  'webhooks',
  'requests',
];

/** Where the counts of requests and the last uses of keys are written. */
const COUNTS_FILE = 'usage.db';

interface Recorded {
  resources: Resources;
  opened: string[];
  closed: string[];
  /** One line for each part that was not closed cleanly. */
  faults: string[];
}

/** The resources of a process, and a record of what happens to them. */
function recordResources(): Recorded {
  const opened: string[] = [];
  const closed: string[] = [];
  const faults: string[] = [];
  const resources = createResources((name, error) => faults.push(`${name}: ${error}`));
  function add(name: string, close: () => Promise<void> | void, limitMs?: number): void {
    opened.push(name);
    const recordClose = () => {
      closed.push(name);
      return close();
    };
    resources.add(name, recordClose, limitMs);
  }
  return { opened, closed, faults, resources: { add, close: resources.close } };
}

interface Start extends Recorded {
  dataDir: string;
  port: number;
  config: Config;
  open(): ReturnType<typeof openServer>;
}

/** A start that has not begun, in its own folder unless one is given. */
async function prepare(env: Readonly<Record<string, string>> = {}): Promise<Start> {
  const port = await findFreePort();
  const given = { DATA_DIR: makeTestFolder(), PORT: String(port), DEMO: 'off', ...env };
  const config = loadConfig(given);
  const recorded = recordResources();
  const open = () =>
    openServer(config, {
      resources: recorded.resources,
      print: () => {},
      logger: pino({ level: 'silent' }),
      countLostLines: () => 0,
      isStopping: () => false,
    });
  return { ...recorded, dataDir: given.DATA_DIR, port, config, open };
}

async function readHealth(port: number): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).json();
}

/** Whether another start works in the folder, and leaves neither a lock nor a write-ahead log. */
async function expectUsable(dataDir: string, env = {}): Promise<void> {
  const { port, resources, faults, open } = await prepare({ ...env, DATA_DIR: dataDir });
  await (await open()).listen();
  expect(await readHealth(port)).toEqual({ status: 'ready', store: 'ok', limiter: 'ok' });
  await resources.close();
  expect(faults).toEqual([]);
  expectReleased(dataDir);
}

function expectReleased(dataDir: string): void {
  acquireLock(dataDir, 'server').release();
  expect(globSync('*-wal', { cwd: dataDir })).toEqual([]);
}

describe('a server', () => {
  it('opens its parts in order, serves, and closes them in reverse', async () => {
    const { dataDir, port, open, resources, opened, closed, faults } = await prepare();
    const server = await open();
    expect(opened).toEqual(PARTS);
    await expect(readHealth(port)).rejects.toThrow();
    await server.listen();
    expect(await readHealth(port)).toEqual({ status: 'ready', store: 'ok', limiter: 'ok' });

    await resources.close();
    expect(closed).toEqual(PARTS.toReversed());
    expect(faults).toEqual([]);
    await expect(readHealth(port)).rejects.toThrow();
    expectReleased(dataDir);
    await expectUsable(dataDir);
  });

  it('writes the counts of its requests when it closes', async () => {
    const DATA_DIR = makeTestFolder();
    const { id, key } = await fillDataFolder(DATA_DIR);
    const { port, resources } = await serve({ DATA_DIR, APP_SECRET });
    expect(await readCompany(port, key)).toBe(200);
    await resources.close();
    expect(await countUsage(DATA_DIR, id)).toBe(1);
  });

  it('closes every part when some fail, and reports those by name', async () => {
    const DATA_DIR = makeTestFolder();
    const { key } = await fillDataFolder(DATA_DIR);
    const { port, resources, closed, faults } = await serve({ DATA_DIR, APP_SECRET });
    expect(await readCompany(port, key)).toBe(200);
    const path = join(DATA_DIR, COUNTS_FILE);
    renameSync(path, `${path}.away`);
    expect(await readHealth(port)).toMatchObject({ status: 'unavailable', store: 'failed' });

    await expect(resources.close()).rejects.toThrow();
    expect(closed).toEqual(PARTS.toReversed());
    expect(faults).toEqual([
      expect.stringMatching(/^usage: Unavailable: .*removed or replaced/),
      expect.stringMatching(/^key_uses: Unavailable: .*removed or replaced/),
    ]);
    renameSync(`${path}.away`, path);
    await expectUsable(DATA_DIR, { APP_SECRET });
  });

  it('closes every part when some hang, and reports those by name', async () => {
    const DATA_DIR = makeTestFolder();
    await fillDataFolder(DATA_DIR);
    const SMTP_URL = await openHangingServer();
    const smtp = { SMTP_URL, MAIL_FROM: 'no-reply@test.example' };
    const { port, resources, closed, faults } = await serve({ DATA_DIR, APP_SECRET, ...smtp });
    const page = `http://127.0.0.1:${port}/cont/api`;
    const asked = await fetch(`${page}/sign-in`, {
      method: 'POST',
      headers: { origin: new URL(page).origin },
      body: new URLSearchParams({ email: SERVICE_EMAIL }),
    });
    expect(asked.status).toBe(200);
    resources.add('late', () => new Promise<never>(() => {}), 20);

    await expect(resources.close()).rejects.toThrow();
    expect(closed).toEqual(['late', ...PARTS.toReversed()]);
    expect(faults).toEqual([
      'late: Error: it was not closed within 20 ms',
      'mail: Error: mails were not sent',
    ]);
    await expectUsable(DATA_DIR, { APP_SECRET });
  });

  it('starts without the Redis that it was given, and says that its limits are degraded', async () => {
    const REDIS_URL = `redis://127.0.0.1:${await findFreePort()}`;
    const { dataDir, port, resources } = await serve({ REDIS_URL });
    expect(await readHealth(port)).toEqual({ status: 'ready', store: 'ok', limiter: 'degraded' });
    await resources.close();
    await expectUsable(dataDir);
  });
});

async function serve(env: Readonly<Record<string, string>>): Promise<Start> {
  const start = await prepare(env);
  await (await start.open()).listen();
  return start;
}

async function readCompany(port: number, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await fetch(`http://127.0.0.1:${port}${COMPANY_PATH}`, { headers })).status;
}

/** The parts that are open when a later one fails. */
const upTo = (name: string) => PARTS.slice(0, PARTS.indexOf(name) + 1);

describe('a start that fails half-way closes what it has opened and leaves a usable folder', () => {
  it.each<{
    fault: string;
    env?: Readonly<Record<string, string>>;
    /** Puts the fault into the folder; what it returns takes it out again. */
    plant: (dataDir: string) => () => void;
    error: RegExp;
    opened: string[];
  }>([
    {
      fault: 'another server uses the folder',
      plant: (dataDir) => acquireLock(dataDir, 'server').release,
      error: /another server/,
      opened: [],
    },
    {
      fault: 'a database that cannot be opened',
      plant: (dataDir) => writeIn(dataDir, 'accounts.db', 'no database'.repeat(1_000)),
      error: /accounts\.db: file is not a database/,
      opened: upTo('limiter'),
    },
    {
      fault: 'a secret that is none',
      plant: (dataDir) => writeIn(dataDir, 'secret', 'no secret'),
      error: /secret does not hold/,
      opened: upTo('store'),
    },
    {
      fault: 'MongoDB without APP_SECRET',
      env: { MONGODB_URI: 'mongodb://127.0.0.1:1/registru' },
      plant: () => () => {},
      error: /APP_SECRET must be set/,
      opened: ['limiter'],
    },
    {
      fault: 'an import that runs while the demo needs one',
      env: { DEMO: 'on' },
      plant: (dataDir) => acquireLock(dataDir, 'import').release,
      error: /another import/,
      opened: PARTS,
    },
  ])('$fault', async ({ env = {}, plant, error, opened }) => {
    const start = await prepare(env);
    const remove = plant(start.dataDir);
    await expect(start.open()).rejects.toThrow(error);
    expect(start.opened).toEqual(opened);
    await start.resources.close();
    expect(start.closed).toEqual(opened.toReversed());
    expect(start.faults).toEqual([]);
    remove();
    expectReleased(start.dataDir);
    await expectUsable(start.dataDir);
  });

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const PORT = String(typeof address === 'object' ? address?.port : '');
    const { dataDir, resources, opened, closed, open } = await prepare({ PORT });
    const server = await open();
    await expect(server.listen()).rejects.toThrow(`port ${PORT} of 127.0.0.1 is in use`);
    expect(opened).toEqual(PARTS);
    await resources.close();
    expect(closed).toEqual(PARTS.toReversed());
    expectReleased(dataDir);
    await expectUsable(dataDir);
  });
});

/** Writes a file, and returns what removes it again. */
function writeIn(dataDir: string, name: string, text: string): () => void {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  return () => rmSync(path);
}

it('the demo says that it is running only when its store answers', async () => {
  const { config, resources } = await prepare();
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const options = { resources, mailWaitMs: 0, print, onFault: () => {} };
  const services = await openServices(config, options);
  await presentDemo(services, config, print);
  await resources.close();
  await presentDemo(services, config, print);
  expect(printed).toEqual([
    expect.stringMatching(/^Registru is running at \S+\n$/),
    expect.stringMatching(/^Registru has started at \S+, but its store fails: .*\n$/),
  ]);
});
