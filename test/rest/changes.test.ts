import { describe, expect, it } from 'vitest';
import { COMPANY_FIELDS } from '../../src/answers/documents.ts';
import type { RecordedChange } from '../../src/store/port/public-changes.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, toIdno } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const PATH = '/api/v1/changes';
const DAY_MS = 86_400_000;

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
