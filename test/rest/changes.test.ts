import { describe, expect, it } from 'vitest';
import { COMPANY_FIELDS } from '../../src/answers/documents.ts';
import type { RecordedChange } from '../../src/store/port/public-changes.ts';
import { ACTOR, openTestApp } from '../support/app.ts';
import { COMPANY } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const PATH = '/api/v1/changes';
const DAY_MS = 86_400_000;

const toIdno = (serial: number) => String(1_000_000_000_000 + serial);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Body {
  changes: { idno: string }[];
  next: string;
  more: boolean;
}

/** Imports began `daysAgo`; each has a number of changes and the day of its dump. */
async function openWith(imports: readonly { daysAgo: number; count: number; date?: string }[]) {
  const app = await openTestApp();
  const key = await app.subscribe('a@test.example', 'agency');
  const { store, clock } = app;
  async function add(daysAgo: number, count: number, date = '2026-09-14') {
    const startedAtMs = clock.nowMs() - daysAgo * DAY_MS;
    const changes = Array.from({ length: count }, (_, serial) =>
      makeChange(startedAtMs, { idno: toIdno(serial), dataDate: date }),
    );
    await store.companies.write([], [], [], changes);
    const run = { id: `${startedAtMs}`, startedAtMs, dumpDate: date };
    await store.imports.record(makeRun({ ...run, recordsChanges: true }));
  }
  for (const { daysAgo, count, date } of imports) await add(daysAgo, count, date);
  const ask = (query: string) => app.get(`${PATH}?${query}`, key);
  return {
    ...app,
    key,
    add,
    ask,
    /** The body of a 200. */
    async read(query = ''): Promise<Body> {
      const { status, body } = await ask(query);
      expect({ query, status }).toEqual({ query, status: 200 });
      return JSON.parse(body);
    },
  };
}

function makeChange(importMs: number, replaced: Partial<RecordedChange> = {}): RecordedChange {
  const change: RecordedChange = {
    importMs,
    idno: toIdno(1),
    revision: 1,
    kind: 'created',
    fields: [],
    cause: 'register',
    dataDate: '2026-09-14',
  };
  return { ...change, ...replaced };
}

describe('a list of changes', () => {
  it('answers the fields of each change in their order, and the names of the API', async () => {
    const { ask, store, clock } = await openWith([
      { daysAgo: 9, count: 0, date: '2026-09-07' },
      { daysAgo: 2, count: 0 },
    ]);
    const importMs = clock.nowMs() - 2 * DAY_MS;
    const kind = 'updated';
    const change = makeChange(importMs, {
      kind,
      fields: ['vatPayer', 'name'],
      cause: 'supplement',
    });
    const fields = Object.keys(COMPANY) as (keyof typeof COMPANY)[];
    const other = makeChange(importMs, {
      kind,
      fields,
      idno: toIdno(2),
      cause: 'reinterpretation',
    });
    await store.companies.write([], [], [], [change, other]);
    const { body, headers } = await ask('from=2026-09-14');
    const date = '"data_date":"2026-09-14"';
    const names = JSON.stringify(COMPANY_FIELDS.filter((field) => field !== 'url'));
    expect(body).toBe(
      `{"changes":[{"idno":"${toIdno(1)}","kind":"updated","fields":["name","vat_payer"],` +
        `"cause":"supplement",${date}},{"idno":"${toIdno(2)}","kind":"updated",` +
        `"fields":${names},"cause":"reinterpretation",${date}}],` +
        `"next":"${encode([importMs, null])}","more":false}`,
    );
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-data-date': '2026-09-14',
      'x-ratelimit-limit': '300',
    });
  });

  it('begins at the present, and goes on with next once there is something new', async () => {
    const { read, add, send, key, ask } = await openWith([{ daysAgo: 9, count: 0 }]);
    const first = await read();
    expect(first).toMatchObject({ changes: [], more: false });
    await add(8, 3);
    expect((await read(`after=${first.next}`)).changes).toHaveLength(3);
    const present = await read();
    expect(present).toMatchObject({ changes: [], more: false });
    expect(await read(`after=${present.next}`)).toEqual(present);
    const { headers } = await ask('');
    const same = { 'x-api-key': key, 'if-none-match': headers.etag };
    const revalidate = () => send(PATH, { headers: same });
    expect((await revalidate()).status).toBe(304);
    await add(1, 2);
    expect((await revalidate()).status).toBe(200);
    const { changes, next } = await read(`after=${present.next}`);
    expect(changes).toHaveLength(2);
    expect(await read(`after=${next}`)).toEqual({ changes: [], next, more: false });
    expect(await read()).toEqual({ changes: [], next, more: false });
  });

  it('answers 100 by default, 1,000 at most, and tells whether there are more', async () => {
    const { read, send, key } = await openWith([
      { daysAgo: 9, count: 0, date: '2026-09-07' },
      { daysAgo: 2, count: 1_000, date: '2026-09-14' },
      { daysAgo: 1, count: 101, date: '2026-09-21' },
    ]);
    const first = await read('from=2026-09-14&limit=1000');
    expect([first.changes.length, first.more]).toEqual([1_000, true]);
    const second = await read(`after=${first.next}`);
    expect([second.changes.length, second.more]).toEqual([100, true]);
    const third = await read(`after=${second.next}`);
    expect([third.changes.length, third.more]).toEqual([1, false]);
    expect((await read('from=2026-09-21&limit=1')).changes).toHaveLength(1);
    expect((await read('from=2026-09-22')).changes).toEqual([]);
    const headers = { 'x-api-key': key };
    expect(await send(PATH, { method: 'HEAD', headers })).toMatchObject({ status: 200, body: '' });
    expect((await send(PATH, { method: 'POST', headers })).status).toBe(405);
    expect((await send(`${PATH}/1`, { headers })).status).toBe(404);
  });
});

it('is refused with 400 and the name of the parameter', async () => {
  const { ask } = await openWith([{ daysAgo: 1, count: 1 }]);
  for (const [query, named] of [
    ['page=2', '"page"'],
    ['After=a', '"After"'],
    ['__proto__=1', '"__proto__"'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    [`limit=${'9'.repeat(10_000)}`, 'limit'],
    ['limit=5&limit=6', 'limit once'],
    ['from=', 'from'],
    ['from=14.09.2026', 'from'],
    ['from=2026-09-31', 'from'],
    ['from=2026-9-14', 'from'],
    ['from=2026-09-14T00:00:00Z', 'from'],
    ['from=%ED%A0%80', '"from"'],
    ['from=43722', 'from'],
    [`from=${'2'.repeat(10_000)}`, 'from'],
    ['from=2026-09-14&from=2026-09-14', 'from once'],
    ['after=', 'after'],
    ['after=abc', 'after'],
    [`after=${'a'.repeat(10_000)}`, 'after'],
    ['after=a&after=b', 'after once'],
    [`after=${encode(['0', 0, 1, 'a', '1099600000018'])}`, 'after'],
    [`after=${encode([1.5, null])}`, 'after'],
    [`after=${encode([-1, null])}`, 'after'],
    [`after=${encode([1, '12'])}`, 'after'],
    [`after=${encode([1, null])}=`, 'after'],
    [`after=${encode([1, null])}&from=2026-09-14`, 'after or from'],
  ] as const) {
    const { status, body } = await ask(query);
    const { error, message } = JSON.parse(body);
    expect({ query, status, error }).toEqual({ query, status: 400, error: 'invalid_query' });
    expect(message).toContain(named);
    expect(message.length).toBeLessThan(250);
  }
});

it('is refused with 410 where changes are no longer kept, thirteen months later', async () => {
  const { ask, read, add, clock } = await openWith([{ daysAgo: 7, count: 1 }]);
  const { next } = await read();
  await add(0, 1);
  clock.advance(396 * DAY_MS);
  expect((await read(`after=${next}`)).changes).toHaveLength(1);
  const { next: latest } = await read();
  clock.advance(2 * DAY_MS);
  for (const query of [`after=${next}`, 'from=2026-09-14', `after=${encode([5, null])}`]) {
    const { status, body } = await ask(query);
    expect([query, status, JSON.parse(body).error]).toEqual([query, 410, 'cursor_expired']);
  }
  // Nothing has changed since.
  expect(await read(`after=${latest}`)).toEqual({ changes: [], next: latest, more: false });
});

it('is refused with 410 from before the first dump, whose companies are no changes', async () => {
  const { ask, read, add } = await openWith([]);
  const { next } = await read();
  expect(await read(`after=${next}`)).toEqual({ changes: [], next, more: false });
  await add(0, 0);
  const { status, body } = await ask(`after=${next}`);
  expect([status, JSON.parse(body).error]).toEqual([410, 'cursor_expired']);
  const present = await read();
  expect(await read('from=2026-09-14')).toEqual(present);
  expect(await read(`after=${present.next}`)).toEqual(present);
});

it('is guarded as every address: 401, 403, 429, then 400', async () => {
  const { send, get, key, accounts, subscribe } = await openWith([]);
  expect((await send(`${PATH}?limit=x`)).status).toBe(401);
  const limited = await subscribe('b@test.example', 'business');
  for (let count = 0; count < 60; count++) {
    const { status, headers } = await get(`${PATH}?limit=x`, limited);
    expect([status, headers['x-ratelimit-remaining']]).toEqual([400, String(59 - count)]);
  }
  expect((await get(`${PATH}?limit=x`, limited)).status).toBe(429);
  await accounts.cancel('a@test.example', ACTOR);
  expect((await get(`${PATH}?limit=x`, key)).status).toBe(403);
});

it('is 503 and not an empty list while the store fails', async () => {
  const { Unavailable } = await import('../../src/domain/errors.ts');
  const fail = () => Promise.reject(new Unavailable('gone'));
  const app = await openTestApp({
    openSearchReads: () => ({ searchNames: fail, listMatching: fail, readChanges: fail }),
  });
  const key = await app.subscribe('a@test.example', 'agency');
  const { status, headers } = await app.get(PATH, key);
  expect([status, headers['retry-after']]).toEqual([503, '5']);
});
