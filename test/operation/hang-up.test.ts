import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const EMAIL = 'a@test.example';
/** Other tests may have the cores. */
const WAIT = { timeout: 20_000 };
const PATH = `/api/v1/company/${IDNO}`;

/** The application with a store whose company look-ups wait until they are released. */
async function openWaitingApp() {
  const store = openTestSqlite(makeTestFolder());
  const waiting: (() => void)[] = [];
  let outcome: Error | null = null;
  const companies: typeof store.companies = {
    ...store.companies,
    async findByIdnos(idnos) {
      await new Promise<void>((resume) => waiting.push(resume));
      if (outcome !== null) throw outcome;
      return store.companies.findByIdnos(idnos);
    },
  };
  const app = await openTestApp({ store: { ...store, companies }, answerCacheMib: 0 });
  const key = await app.subscribe(EMAIL, 'business');
  return {
    ...app,
    key,
    waiting,
    async letGo(thrown: Error | null = null) {
      outcome = thrown;
      for (const resume of waiting.splice(0)) resume();
      // Whatever the look-up leads to is done by then.
      await sleep(20);
    },
    answered: () =>
      app.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered'),
    async usage() {
      await app.usageCounter.flush();
      const { id } = await app.accounts.find(EMAIL);
      return store.accountReads.listUsage(id, '', '9999');
    },
    async count(status: number) {
      const { body } = await app.send('/metrics');
      const route = PATH.replace(IDNO, ':idno');
      const pattern = `registru_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} `;
      const line = body.split('\n').find((one) => one.startsWith(pattern));
      return Number(line?.slice(pattern.length) ?? 0);
    },
  };
}

function open(port: number, request: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(request);
  return socket;
}

const toRequest = (key: string, path = PATH) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`;

it.each<[string, (socket: Socket) => void, Error | null]>([
  ['closes', (socket) => socket.destroy(), null],
  ['resets', (socket) => socket.resetAndDestroy(), null],
  ['sends too many requests', (socket) => socket.write(toRequest('').repeat(1_500)), null],
  ['closes, and the store fails then', (socket) => socket.destroy(), new Unavailable('gone')],
  ['closes, and the handler fails then', (socket) => socket.destroy(), new TypeError('wrong')],
])(
  'a client that %s before its answer is one line, one count, one use',
  async (_how, hangUp, thrown) => {
    const app = await openWaitingApp();
    const socket = open(app.port, toRequest(app.key));
    await vi.waitFor(() => expect(app.waiting).toHaveLength(1), WAIT);
    hangUp(socket);
    await vi.waitFor(() => expect(app.answered()).toHaveLength(1), WAIT);
    await app.letGo(thrown);
    expect(app.answered()).toMatchObject([
      { method: 'GET', url: PATH, status: 499, address: '127.0.0.1', ms: expect.any(Number) },
    ]);
    expect(await app.usage()).toEqual([
      { day: '2026-11-21', ok: 0, notModified: 0, notFound: 0, clientErrors: 1, limited: 0 },
    ]);
    expect([await app.count(499), await app.count(200), await app.count(500)]).toEqual([1, 0, 0]);
    expect(await app.count(503)).toBe(0);
  },
);

it('each request of a connection that is closed with several open is counted', async () => {
  const app = await openWaitingApp();
  const socket = open(app.port, toRequest(app.key).repeat(3));
  await vi.waitFor(() => expect(app.waiting.length).toBeGreaterThan(0), WAIT);
  socket.destroy();
  await vi.waitFor(() => expect(app.answered().length).toBeGreaterThan(0), WAIT);
  await app.letGo();
  const statuses = app.answered().map(({ status }) => status);
  const admitted =
    TIER_LIMITS.medium -
    Number((await app.get('/api/v1/x', app.key)).headers['x-ratelimit-remaining']) -
    1;
  expect(statuses).toEqual(Array(admitted).fill(499));
  expect(await app.usage()).toMatchObject([{ clientErrors: admitted, notFound: 1 }]);
});

it('an answer that was sent is counted as itself, whenever its client closes', async () => {
  const app = await openWaitingApp();
  const socket = open(app.port, toRequest(app.key));
  await vi.waitFor(() => expect(app.waiting).toHaveLength(1), WAIT);
  const received = new Promise((resume) => socket.once('data', resume));
  await app.letGo();
  await received;
  socket.resetAndDestroy();
  await sleep(20);
  expect(app.answered()).toMatchObject([{ url: PATH, status: 200 }]);
  expect(await app.usage()).toEqual([
    { day: '2026-11-21', ok: 1, notModified: 0, notFound: 0, clientErrors: 0, limited: 0 },
  ]);
  expect([await app.count(499), await app.count(200)]).toEqual([0, 1]);
});

it('a client that closes before its key was looked up is a line, and no use of the key', async () => {
  const store = openTestSqlite(makeTestFolder());
  let resumeKeys = () => {};
  const keys = new Promise<void>((resume) => {
    resumeKeys = resume;
  });
  let asked = 0;
  const accounts: typeof store.accounts = {
    ...store.accounts,
    async findKeyAccess(hashes) {
      asked += 1;
      if (asked === 1) await keys;
      return store.accounts.findKeyAccess(hashes);
    },
  };
  const app = await openTestApp({ store: { ...store, accounts } });
  const key = await app.subscribe(EMAIL, 'business');
  const socket = open(app.port, toRequest(key));
  await vi.waitFor(() => expect(asked).toBe(1), WAIT);
  socket.destroy();
  await vi.waitFor(() => expect(app.logs.join('')).toContain('"status":499'), WAIT);
  resumeKeys();
  await sleep(20);
  const { headers } = await app.get(PATH, key);
  expect(headers['x-ratelimit-remaining']).toBe(String(TIER_LIMITS.medium - 1));
  await app.usageCounter.flush();
  const { id } = await app.accounts.find(EMAIL);
  expect(await store.accountReads.listUsage(id, '', '9999')).toEqual([
    { day: '2026-11-21', ok: 1, notModified: 0, notFound: 0, clientErrors: 0, limited: 0 },
  ]);
  expect(app.logs.join('').split('"status":499')).toHaveLength(2);
});
