import { describe, expect, it } from 'vitest';
import {
  ApiError,
  type Change,
  ConnectionError,
  Registru,
  type Settings,
} from '../../clients/typescript/dist/index.js';
import { verifyWebhook } from '../../clients/typescript/dist/webhook.js';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { MAX_IDNOS } from '../../src/rest/operations.ts';
import { openFaultyProxy, type ProxyFault } from '../long/docs/faulty-proxy.ts';
import { type Clock, createClock } from '../support/clock.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { openShared } from '../support/shared.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';
import { openErrorServer } from './error-server.ts';
import { CHANGES_FROM, IDNOS, NAME, openClientService } from './service.ts';
import { EVENT, SECRET, sign } from './webhook-event.ts';

const openService = openShared(async () => await openClientService());

/** A clock for a client: what it sleeps passes on the test's clock. */
function toClientClock(clock: Clock, onSleep: (ms: number) => unknown = () => {}) {
  const slept: number[] = [];
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    slept.push(ms);
    clock.advance(ms);
    await onSleep(ms);
  };
  return { clock: { nowMs: clock.nowMs, sleep }, slept };
}

/** A client of the shared service, with an account of its own. */
async function openClient(settings: Partial<Settings> = {}) {
  const { baseUrl, subscribe } = openService();
  const apiKey = await subscribe(`${crypto.randomUUID()}@test.example`, 'agency');
  return new Registru({ baseUrl, apiKey, ...settings });
}

/** What a call rejects with. */
async function catchError(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => expect.fail('it did not reject'),
    (error: unknown) => error,
  );
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('operations', () => {
  it('have a method each', () => {
    const ids = Object.values(OPENAPI.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.length).toBeGreaterThan(5);
    const client: object = new Registru({ baseUrl: 'http://127.0.0.1', apiKey: 'reg_' });
    expect(ids.filter((id) => !(id in client))).toEqual([]);
  });

  it('return what the service answers', async () => {
    const { get, subscribe, baseUrl } = openService();
    const apiKey = await subscribe('operations@test.example', 'agency');
    const client = new Registru({ baseUrl: `${baseUrl}/`, apiKey });
    const company = await client.getCompany({ idno: IDNO });
    expect(JSON.stringify(company)).toBe((await get(`/api/v1/company/${IDNO}`, apiKey)).body);
    const several = await client.getCompanies({ idnos: [IDNO, UNKNOWN_IDNO] });
    expect(several.companies).toEqual([company, null]);
    expect(await client.watchCompany({ idno: IDNO })).toBeUndefined();
    expect(await client.changeWatchList({ add: [UNKNOWN_IDNO] })).toMatchObject({ size: 2 });
    expect(await client.getCodeList({ list_file: 'statuses.json' })).toHaveProperty('codes');
    const seen: (string | null)[] = [];
    const onResponse = ({ headers }: Response) => seen.push(headers.get('x-data-date'));
    await client.listChanges({ from: CHANGES_FROM, limit: 1 }, { onResponse });
    expect(seen).toEqual([CHANGES_FROM]);
  });

  it('refuse a parameter that they do not have, before they send anything', async () => {
    const client = await openClient();
    const wrong = { idno: IDNO, fields: 'name' };
    expect(await catchError(client.getCompany(wrong))).toEqual(
      new TypeError('getCompany has no parameter fields'),
    );
  });
});

describe('at the limit', () => {
  async function openLimited(deadlineMs = 300_000) {
    const { clock } = openService();
    const { clock: clientClock, slept } = toClientClock(clock);
    const { baseUrl, subscribe } = openService();
    const apiKey = await subscribe(`${crypto.randomUUID()}@test.example`, 'business');
    const statuses: number[] = [];
    const counted: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    };
    const client = new Registru({
      baseUrl,
      apiKey,
      deadlineMs,
      clock: clientClock,
      fetch: counted,
    });
    return { client, slept, statuses };
  }

  it('300 requests, one after another, wait for room and are never refused', async () => {
    const { client, slept, statuses } = await openLimited();
    for (let count = 0; count < 300; count++) await client.getCompany({ idno: IDNO });
    expect(statuses).toEqual(Array(300).fill(200));
    expect(slept).toEqual([60_000, 60_000, 60_000, 60_000]);
  });

  it('300 requests, 10 at a time, all succeed', async () => {
    const { client, slept, statuses } = await openLimited(3_600_000);
    const work = Array.from({ length: 10 }, async () => {
      for (let count = 0; count < 30; count++) await client.getCompany({ idno: IDNO });
    });
    await Promise.all(work);
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect(slept.length).toBeGreaterThan(3);
  });

  it('a request for several companies waits for room for all', async () => {
    const { client, statuses } = await openLimited();
    const idnos = IDNOS.slice(0, MAX_IDNOS - 10);
    await client.getCompanies({ idnos });
    await client.getCompanies({ idnos });
    expect(statuses).toEqual([200, 429, 200]);
  });

  it('a wait that would pass the deadline is not begun', async () => {
    const { client, slept } = await openLimited(59_000);
    for (let count = 0; count < 60; count++) await client.getCompany({ idno: IDNO });
    const error = await catchError(client.getCompany({ idno: IDNO }));
    expect(error).toMatchObject({ name: 'ApiError', status: 429, error: 'rate_limited' });
    expect(error).toHaveProperty('requestId', expect.stringMatching(/^[\da-f-]{36}$/));
    expect(slept).toEqual([]);
  });
});

describe('a connection', () => {
  const FAULTS: readonly ProxyFault[] = ['drop', 'cut', 'error-page', 'page'];

  it.each(FAULTS)('that fails twice with %s is tried again', async (fault) => {
    const { port } = openService();
    const { baseUrl, taken } = await openFaultyProxy(port, [fault, fault]);
    const { clock, slept } = toClientClock(createClock());
    const client = await openClient({ baseUrl, clock });
    expect((await client.getCompany({ idno: IDNO })).idno).toBe(IDNO);
    expect(taken()).toBe(3);
    const [first = 0, second = 0] = slept;
    expect([first >= 250 && first <= 500, second >= 500 && second <= 1_000]).toEqual([true, true]);
  });

  it.each(FAULTS)('that always fails with %s is given up at the deadline', async (fault) => {
    const { port } = openService();
    const { baseUrl, taken } = await openFaultyProxy(port, [fault], true);
    const { clock, slept } = toClientClock(createClock());
    const client = await openClient({ baseUrl, clock, deadlineMs: 60_000 });
    expect(await catchError(client.getCompany({ idno: IDNO }))).toBeInstanceOf(ConnectionError);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000);
    expect([taken() >= 6, taken() <= 10]).toEqual([true, true]);
  });

  it('to a server that restarts comes back', async () => {
    const proxy = await openTcpProxy(openService().port);
    const { clock } = toClientClock(createClock(), async () => {
      if (proxy.taken > 0) await proxy.set('pass');
    });
    const client = await openClient({ baseUrl: `http://127.0.0.1:${proxy.port}`, clock });
    await client.getCompany({ idno: IDNO });
    await proxy.set('refuse');
    expect((await client.getCompany({ idno: IDNO })).idno).toBe(IDNO);
  });

  it('that hangs is given up at the deadline', async () => {
    const proxy = await openTcpProxy(openService().port);
    await proxy.set('silence');
    const baseUrl = `http://127.0.0.1:${proxy.port}`;
    const client = await openClient({ baseUrl, attemptMs: 100, deadlineMs: 250 });
    const startMs = performance.now();
    expect(await catchError(client.getCompany({ idno: IDNO }))).toMatchObject({
      name: 'ConnectionError',
      message: `no answer in time: ${baseUrl}/api/v1/company/${IDNO}`,
    });
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });

  it('ends at once with the signal of the caller', async () => {
    const proxy = await openTcpProxy(openService().port);
    await proxy.set('silence');
    const client = await openClient({ baseUrl: `http://127.0.0.1:${proxy.port}` });
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = client.getCompany({ idno: IDNO }, { signal: controller.signal });
    controller.abort(reason);
    expect(await catchError(call)).toBe(reason);
  });
});

it('throws an ApiError for each error of each operation', async () => {
  const { baseUrl, answers, taken } = await openErrorServer();
  for (const [index, { status, error, body }] of answers.entries()) {
    const { clock, slept } = toClientClock(createClock());
    const settings = { baseUrl: `${baseUrl}/${index}`, clock, deadlineMs: 100_000 };
    const client = await openClient(settings);
    const thrown = await catchError(client.getCompany({ idno: IDNO }));
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ status, error, message: JSON.parse(body).message });
    const isTemporary = [408, 429, 500, 503].includes(status);
    expect([error, (taken[index] ?? 0) > 1]).toEqual([error, isTemporary]);
    if (status === 429) expect(slept).toEqual([60_000]);
    // Each further time it waits twice as long.
    if (status === 503) expect(slept).toEqual([5_000, 10_000, 20_000, 40_000]);
  }
  expect(answers.length).toBeGreaterThan(15);
});

describe('iterators', () => {
  it('go over all pages of a search', async () => {
    const client = await openClient();
    const found = await collect(client.iterateSearch({ name: NAME, limit: 20 }));
    expect(found.map(({ idno }) => idno).toSorted()).toEqual(IDNOS);
  });

  it('go over all pages of changes', async () => {
    const client = await openClient();
    const changes = await collect(client.iterateChanges({ from: CHANGES_FROM, limit: 20 }));
    expect(changes.map(({ idno }) => idno)).toEqual(IDNOS);
    expect(await collect(client.iterateChanges())).toEqual([]);
  });

  it('go over all pages of the watch list', async () => {
    const client = await openClient();
    await client.changeWatchList({ add: [...IDNOS] });
    expect(await collect(client.iterateWatchList({ limit: 20 }))).toEqual(IDNOS);
  });
});

describe('follow', () => {
  /** The cursor before all changes. */
  async function readStart(client: Registru): Promise<string> {
    const { next } = await client.listChanges({ from: '2026-09-22' });
    expect(next).toEqual(expect.any(String));
    const first = await client.listChanges({ from: CHANGES_FROM, limit: 1 });
    return first.next;
  }

  it('neither skips nor repeats a change after crashes', async () => {
    const client = await openClient();
    const stored = { cursor: await readStart(client), idnos: [IDNOS[0]] };
    let crashes = 0;
    const handler = (changes: Change[], next: string) => {
      // Before its transaction commits.
      if (crashes++ % 2 === 0) throw new Error('a crash');
      stored.cursor = next;
      stored.idnos.push(...changes.map(({ idno }) => idno));
    };
    const options = { once: true, limit: 10 };
    for (let starts = 0; starts < 10; starts++) {
      await client.follow(stored.cursor, handler, options).catch((error) => {
        expect(error).toEqual(new Error('a crash'));
      });
    }
    expect(stored.idnos).toEqual(IDNOS);
  });

  it('gives a cursor to keep before there is any change', async () => {
    const client = await openClient();
    const cursors: string[] = [];
    const last = await client.follow(null, (_changes, next) => cursors.push(next), { once: true });
    expect(cursors).toEqual([last]);
  });

  it('lists the changes of watched companies', async () => {
    const client = await openClient();
    await client.watchCompany({ idno: IDNOS[7] ?? '' });
    const followed: string[] = [];
    const keep = (changes: Change[]) => followed.push(...changes.map(({ idno }) => idno));
    const options = { watched: true, once: true, limit: 10 };
    await client.follow(await readStart(client), keep, options);
    expect(followed).toEqual([IDNOS[7]]);
  });

  it('waits after the last change, until its signal', async () => {
    const controller = new AbortController();
    const { clock, slept } = toClientClock(createClock(), () => {
      if (slept.length === 3) controller.abort(new Error('stopped'));
    });
    const client = await openClient({ clock });
    const { signal } = controller;
    const error = await catchError(client.follow(null, () => {}, { signal, pauseMs: 5_000 }));
    expect(error).toEqual(new Error('stopped'));
    expect(slept).toEqual([5_000, 5_000, 5_000]);
  });

  it('ends with the error of a changed cursor', async () => {
    const client = await openClient();
    const cursor = await readStart(client);
    const changed = `${cursor.slice(0, 4)}${cursor[4] === 'A' ? 'B' : 'A'}${cursor.slice(5)}`;
    for (const wrong of [changed, 'x', `${cursor}x`]) {
      const error = await catchError(client.follow(wrong, () => {}, { once: true }));
      expect(error).toBeInstanceOf(ApiError);
      expect(['invalid_query', 'cursor_expired']).toContain((error as ApiError).error);
    }
  });
});

describe('a webhook', () => {
  it('is read with its signature, from headers of Node and of fetch', () => {
    const body = JSON.stringify(EVENT);
    expect(verifyWebhook(body, sign(body), SECRET)).toEqual(EVENT);
    expect(verifyWebhook(body, new Headers(sign(body)), SECRET)).toEqual(EVENT);
  });

  it.each<[string, () => unknown]>([
    ['body', () => verifyWebhook('{}', sign(JSON.stringify(EVENT)), SECRET)],
    ['time', () => verifyWebhook('{}', sign('{}', Date.now() - 600_000), SECRET)],
    ['header', () => verifyWebhook('{}', {}, SECRET)],
  ])('is refused with another %s', (_part, verify) => {
    expect(verify).toThrow(expect.objectContaining({ name: 'WebhookVerificationError' }));
  });
});
