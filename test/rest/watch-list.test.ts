import { expect, it } from 'vitest';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { WATCH_LIST_SIZES } from '../../src/domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../../src/domain/account/watch-list.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { MAX_BODY_BYTES, MAX_WATCH_LIST_BODY_BYTES } from '../../src/rest/operations.ts';
import { ACTOR } from '../support/app.ts';
import { IDNO, toIdno } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openApi } from './open.ts';

const PATH = '/api/v1/watchlist';
const EMAIL = 'a@test.example';
const DAY_MS = 86_400_000;

const listIdnos = (count: number, from = 0) =>
  Array.from({ length: count }, (_, serial) => toIdno(from + serial));

type Options = Parameters<typeof openApi>[0];

async function openWatchList(options: Options = {}) {
  const api = await openApi(options);
  const { id } = await api.accounts.find(EMAIL);
  const ask = (method: string, path: string, body: unknown = '', headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    // Node sends no length of its own with DELETE.
    const ofBody = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    return api.send(PATH + path, {
      method,
      headers: { ...api.headers, ...(text !== '' && ofBody), ...headers },
      body: text,
    });
  };
  return {
    ...api,
    ask,
    put: (idno: string) => ask('PUT', `/${idno}`),
    remove: (idno: string) => ask('DELETE', `/${idno}`),
    post: (body: unknown, headers = {}) => ask('POST', '', body, headers),
    read: async (query = '') => JSON.parse((await ask('GET', query)).body),
    /** As it is stored. */
    find: () => api.store.watchLists.find(id),
    /** Without the limit of a plan. */
    fill: (add: string[]) => api.store.watchLists.change(id, { add, remove: [] }, add.length),
  };
}

it('has what was put into it, in ascending order, and not what was removed', async () => {
  const { put, remove, read } = await openWatchList();
  expect(await read()).toEqual({ idnos: [], next: null });
  const unlisted = toIdno(7);
  for (const idno of [IDNO, unlisted, EXAMPLE_IDNO, IDNO]) {
    expect(await put(idno)).toMatchObject({ status: 204, body: '' });
  }
  expect(await read()).toEqual({ idnos: [EXAMPLE_IDNO, unlisted, IDNO], next: null });
  for (const idno of [unlisted, unlisted]) {
    expect(await remove(idno)).toMatchObject({ status: 204, body: '' });
  }
  expect(await read()).toEqual({ idnos: [EXAMPLE_IDNO, IDNO], next: null });
});

it('is listed in pages of 100 by default and 1,000 at most', async () => {
  const { read, fill, ask } = await openWatchList({ plan: 'agency' });
  const all = listIdnos(1_101);
  await fill(all);
  expect(await read()).toEqual({ idnos: all.slice(0, 100), next: all[99] });
  expect(await read('?limit=1000')).toEqual({ idnos: all.slice(0, 1_000), next: all[999] });
  expect(await read(`?after=${all[999]}&limit=101`)).toEqual({
    idnos: all.slice(1_000),
    next: null,
  });
  expect(await read(`?after=${all[999]}`)).toMatchObject({ next: all[1_099] });
  expect(await read(`?after=${IDNO}`)).toEqual({ idnos: [], next: null });
  expect(await ask('HEAD', '')).toMatchObject({ status: 200, body: '' });
});

it('is 304 while it has not changed', async () => {
  const { put, ask } = await openWatchList();
  const { headers } = await ask('GET', '');
  const revalidate = () => ask('GET', '', '', { 'if-none-match': headers.etag });
  expect(await revalidate()).toMatchObject({ status: 304, body: '' });
  await put(IDNO);
  expect((await revalidate()).status).toBe(200);
});

it('takes several at once, and says what has changed', async () => {
  const { post, find } = await openWatchList();
  const [first = '', second = '', ...others] = listIdnos(5);
  expect(JSON.parse((await post({ add: [second, first, second] })).body)).toEqual({
    added: 2,
    removed: 0,
    size: 2,
  });
  const change = await post({ add: [...others, first], remove: [second, IDNO] });
  expect(change).toMatchObject({ status: 200, body: '{"added":3,"removed":1,"size":4}' });
  expect(await find()).toEqual([first, ...others]);
  expect((await post({ remove: [] })).body).toBe('{"added":0,"removed":0,"size":4}');
});

it('takes a thousand of each, a line each, and counts as one request', async () => {
  const { post, fill, find, headers, send } = await openWatchList();
  await fill(listIdnos(1_000));
  const body = { add: listIdnos(1_000, 1_000), remove: listIdnos(1_000) };
  const { status, body: answer, headers: answered } = await post(JSON.stringify(body, null, 2));
  expect([status, answer]).toEqual([200, '{"added":1000,"removed":1000,"size":1000}']);
  expect(answered['x-ratelimit-remaining']).toBe('59');
  expect(await find()).toEqual(body.add);
  const large = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const padded = JSON.stringify({ add: [] }).padEnd(MAX_WATCH_LIST_BODY_BYTES);
  expect((await send(PATH, { ...large, body: padded })).status).toBe(200);
  expect(await send(PATH, { ...large, body: `${padded} ` })).toMatchObject({
    status: 413,
    headers: { 'x-ratelimit-remaining': '57' },
  });
});

it.each(['business', 'agency'] as const)('of %s is full at its size, else 409', async (plan) => {
  const { put, post, fill, find, remove } = await openWatchList({ plan });
  const size = WATCH_LIST_SIZES[plan === 'business' ? 'medium' : 'high'];
  const all = listIdnos(size);
  await fill(all.slice(1));
  expect((await put(toIdno(0))).status).toBe(204);
  expect(await put(toIdno(0))).toMatchObject({ status: 204 });
  for (const refused of [await put(IDNO), await post({ add: [IDNO] })]) {
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.body)).toEqual({
      error: 'watchlist_full',
      message: expect.stringContaining('Remove companies from the watch list first'),
    });
  }
  expect((await post({ add: [IDNO, toIdno(size)], remove: [toIdno(0)] })).status).toBe(409);
  expect(await find()).toEqual(all);
  expect((await post({ add: [IDNO], remove: [toIdno(0)] })).status).toBe(200);
  expect((await remove(IDNO)).status).toBe(204);
  expect(await find()).toEqual(all.slice(1));
});

it('is kept by the account, and only shortened over the limit of a smaller plan', async () => {
  const api = await openWatchList({ plan: 'agency' });
  const { fill, put, remove, find, accounts, ask } = api;
  const all = listIdnos(1_002);
  await fill(all);
  await accounts.cancel(EMAIL, ACTOR);
  for (const method of ['GET', 'POST']) expect((await ask(method, '')).status).toBe(403);
  for (const method of ['PUT', 'DELETE']) expect((await ask(method, `/${IDNO}`)).status).toBe(403);
  expect(await find()).toEqual(all);
  await accounts.setPlan(EMAIL, { plan: 'business' }, ACTOR);
  expect((await put(IDNO)).status).toBe(409);
  for (const idno of all.slice(0, 2)) {
    expect((await put(idno)).status).toBe(204);
    expect((await remove(idno)).status).toBe(204);
  }
  expect((await put(IDNO)).status).toBe(409);
  expect((await remove(toIdno(2))).status).toBe(204);
  expect((await put(IDNO)).status).toBe(204);
  await accounts.delete(EMAIL, ACTOR);
  expect(await find()).toEqual([]);
});

it('has all of a hundred that are put at once', async () => {
  const { put, find } = await openWatchList({ plan: 'agency' });
  const all = listIdnos(100);
  const answers = await Promise.all(all.toReversed().map(put));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await find()).toEqual(all);
});

it('belongs to the account of the key', async () => {
  const { put, send, subscribe } = await openWatchList();
  await put(IDNO);
  const other = await subscribe('b@test.example', 'business');
  const { body } = await send(PATH, { headers: { 'x-api-key': other } });
  expect(JSON.parse(body)).toEqual({ idnos: [], next: null });
});

/** Bodies of a change, the error, and what its message says. */
const REFUSED: readonly [body: unknown, error: string, says: string][] = [
  ['', 'invalid_query', 'body of JSON'],
  ['{"add":["1003600012345"]', 'invalid_query', 'body of JSON'],
  ['['.repeat(16_000), 'invalid_query', 'body of JSON'],
  ['null', 'invalid_query', 'add or remove, or both'],
  ['7', 'invalid_query', 'add or remove, or both'],
  [[IDNO], 'invalid_query', 'add or remove, or both'],
  [{}, 'invalid_query', 'add or remove, or both'],
  [{ idnos: [IDNO] }, 'invalid_query', 'add or remove, or both'],
  [{ add: [IDNO], idnos: [] }, 'invalid_query', '"idnos"'],
  ['{"add":[],"__proto__":{}}', 'invalid_query', '"__proto__"'],
  [{ add: null }, 'invalid_query', 'add as a list of at most 1000'],
  [{ add: IDNO }, 'invalid_query', 'add as a list of at most 1000'],
  [
    { add: [], remove: { 0: IDNO, length: 1 } },
    'invalid_query',
    'remove as a list of at most 1000',
  ],
  [{ add: listIdnos(MAX_WATCH_CHANGES + 1) }, 'invalid_query', 'add as a list of at most 1000'],
  [{ remove: listIdnos(MAX_WATCH_CHANGES + 1) }, 'invalid_query', 'remove as a list'],
  [{ add: [toIdno(1), IDNO], remove: [IDNO] }, 'invalid_query', `${IDNO} in add or in remove`],
  [{ add: [1003600012345] }, 'invalid_idno', 'add[0] '],
  [{ add: [IDNO, ''] }, 'invalid_idno', 'add[1] '],
  [{ remove: [IDNO, IDNO, null, 'x'] }, 'invalid_idno', 'remove[2] '],
  [{ add: [[IDNO]] }, 'invalid_idno', 'add[0] '],
  [{ add: ['1234567890'] }, 'invalid_idno', 'add[0] '],
  [{ add: [`${IDNO}0`] }, 'invalid_idno', 'add[0] '],
  [{ add: [`${IDNO}\n`] }, 'invalid_idno', 'add[0] '],
  [{ add: ['１００３６０００１２３４５'] }, 'invalid_idno', 'add[0] '],
];

it('refuses other bodies of a change with 400 and says what to give', async () => {
  const { post, find } = await openWatchList({ plan: 'agency' });
  for (const [body, error, says] of REFUSED) {
    const { status, body: answer } = await post(body);
    expect([says, status, JSON.parse(answer).error]).toEqual([says, 400, error]);
    expect(JSON.parse(answer).message).toContain(says);
    expect(answer.length).toBeLessThan(250);
  }
  expect(await find()).toEqual([]);
});

it('refuses what is no IDNO in the address, other bodies and other methods', async () => {
  const { ask, find, send, headers } = await openWatchList({ plan: 'agency' });
  for (const method of ['PUT', 'DELETE']) {
    for (const idno of ['1', '123456789012', '12345678901234', 'x'.repeat(13), `${IDNO}%0A`]) {
      const { status, body } = await ask(method, `/${idno}`);
      const error = { error: 'invalid_idno', message: 'Give an IDNO of 13 digits.' };
      expect([idno, status, JSON.parse(body)]).toEqual([idno, 400, error]);
    }
    expect((await ask(method, `/${'1'.repeat(5_000)}`)).status).toBe(400);
    expect((await ask(method, `/${IDNO}/1`)).status).toBe(404);
    expect((await ask(method, `/${IDNO}`, IDNO, { 'content-type': 'text/csv' })).status).toBe(415);
    expect((await ask(method, `/${IDNO}`, ' '.repeat(MAX_BODY_BYTES + 1))).status).toBe(413);
  }
  expect(await ask('POST', '', '{}', { 'content-type': 'text/csv' })).toMatchObject({
    status: 415,
    body: expect.stringContaining('application/json'),
  });
  expect(await send(PATH, { method: 'POST', headers })).toMatchObject({ status: 400 });
  const others = await Promise.all([ask('PUT', ''), ask('DELETE', ''), ask('PATCH', '')]);
  for (const { status, headers: answered } of others) {
    expect([status, answered.allow]).toEqual([405, 'GET, HEAD, POST']);
  }
  for (const method of ['GET', 'POST']) {
    const { status, headers: answered } = await ask(method, `/${IDNO}`);
    expect([status, answered.allow]).toEqual([405, 'PUT, DELETE']);
  }
  expect(await find()).toEqual([]);
});

it('takes PUT and DELETE as libraries send them: with an empty body and any JSON type', async () => {
  const { ask, find } = await openWatchList();
  const empty = { 'content-length': '0' };
  expect((await ask('PUT', `/${IDNO}`, '', empty)).status).toBe(204);
  const json = { 'content-type': 'application/json' };
  expect((await ask('PUT', `/${toIdno(1)}`, '', { ...empty, ...json })).status).toBe(204);
  expect((await ask('DELETE', `/${IDNO}`, '{}')).status).toBe(204);
  expect(await find()).toEqual([toIdno(1)]);
});

it('is guarded as every address, and not for the public test key, which has no account', async () => {
  const { send, headers, accounts } = await openWatchList();
  const paths = [
    ['GET', PATH],
    ['POST', PATH],
    ['PUT', `${PATH}/${EXAMPLE_IDNO}`],
    ['DELETE', `${PATH}/${EXAMPLE_IDNO}`],
    ['GET', '/api/v1/changes?watched=true'],
  ] as const;
  const testKey = { 'x-api-key': TEST_API_KEY };
  for (const [method, path] of paths) {
    expect((await send(path, { method })).status).toBe(401);
    const { status, body } = await send(path, { method, headers: testKey });
    expect([method, status]).toEqual([method, 403]);
    expect(JSON.parse(body).message).toContain('This is the public test key');
  }
  await accounts.cancel(EMAIL, ACTOR);
  for (const [method, path] of paths) {
    expect((await send(path, { method, headers })).status).toBe(403);
  }
});

/** The same with imports that began `daysAgo`, and the changes that the API lists. */
async function openWithChanges() {
  const api = await openWatchList({ plan: 'agency' });
  const { get, key, store, clock } = api;
  return {
    ...api,
    async add(daysAgo: number, idnos: string[]) {
      const importMs = clock.nowMs() - daysAgo * DAY_MS;
      const change = { revision: 1, kind: 'created', fields: [], cause: 'register' } as const;
      const changes = idnos.map((idno) => ({ ...change, idno, importMs, dataDate: '2026-09-14' }));
      for (let from = 0; from < changes.length; from += 1_000) {
        await store.companies.write([], [], [], changes.slice(from, from + 1_000));
      }
      const run = { id: `${importMs}`, startedAtMs: importMs, recordsChanges: true };
      await store.imports.record(makeRun(run));
    },
    async list(query: string) {
      const { status, body } = await get(`/api/v1/changes?${query}`, key);
      const { changes = [], ...others } = JSON.parse(body);
      return { status, idnos: changes.map(({ idno }: { idno: string }) => idno), ...others };
    },
  };
}

it('limits the changes to those of its companies, in the same order and with the same cursors', async () => {
  const { add, list, post, put } = await openWithChanges();
  expect(await list('watched=true')).toMatchObject({ status: 200, idnos: [], more: false });
  expect((await list('watched=false')).idnos).toEqual((await list('limit=100')).idnos);
  expect((await list('watched=1')).status).toBe(400);
  await add(9, []);
  const { next: start } = await list('');
  await add(8, listIdnos(9));
  await add(1, listIdnos(9, 5));
  const { next: end } = await list('');
  // Without a watch list.
  expect(await list(`watched=true&after=${start}`)).toMatchObject({
    idnos: [],
    next: end,
    more: false,
  });
  await post({ add: [toIdno(3), toIdno(6), toIdno(99), EXAMPLE_IDNO] });
  const first = await list(`watched=true&limit=2&after=${start}`);
  expect(first).toMatchObject({ idnos: [toIdno(3), toIdno(6)], more: true });
  const second = await list(`watched=true&after=${first.next}`);
  expect(second).toMatchObject({ idnos: [toIdno(6)], next: end, more: false });
  // A cursor of either list holds for the other.
  expect(await list(`limit=2&after=${first.next}`)).toMatchObject({
    idnos: [toIdno(7), toIdno(8)],
  });
  const { next } = await list(`limit=5&after=${start}`);
  expect((await list(`watched=true&after=${next}`)).idnos).toEqual([toIdno(6), toIdno(6)]);
  expect((await list('watched=true&from=2026-09-14')).idnos).toHaveLength(3);
  await put(toIdno(99));
  await add(0, [toIdno(99), IDNO]);
  expect(await list(`watched=true&after=${end}`)).toMatchObject({
    idnos: [toIdno(99)],
    more: false,
  });
});

it('gets every page of changes in time with 10,000 companies and 26,000 changes', async () => {
  const { add, list, fill, find } = await openWithChanges();
  await add(9, []);
  let { next: after } = await list('');
  const all = listIdnos(26_000);
  await add(8, all);
  await fill(all.filter((_, place) => place % 26 < 10));
  const listed: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const { status, idnos, next, more } = await list(`watched=true&limit=1000&after=${after}`);
    // A list that takes over 2 seconds is answered 503.
    expect(status).toBe(200);
    listed.push(...idnos);
    after = next;
    hasMore = more;
  }
  expect(listed).toEqual(await find());
});
