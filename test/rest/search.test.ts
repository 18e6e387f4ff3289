import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import { STATUS_AGE_MS } from '../../src/site/status-facts.ts';
import { makeApiReads } from '../support/api-reads.ts';
import { type AppOptions, openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const PATH = '/api/v1/search';

async function openWith(companies: readonly Partial<Company>[], options: AppOptions = {}) {
  const app = await openTestApp(options);
  const key = await app.subscribe('a@test.example', 'agency');
  const stored = companies.map((company, serial) =>
    toStored({ ...COMPANY, idno: toIdno(serial), ...company }),
  );
  await app.store.companies.write(stored, []);
  const ask = (query: string) => app.get(`${PATH}?${query}`, key);
  return {
    ...app,
    key,
    ask,
    /** The body of a 200. */
    async search(query: string) {
      const { status, body } = await ask(query);
      expect({ query, status }).toEqual({ query, status: 200 });
      return JSON.parse(body);
    },
    /** Names in the order of the answer. */
    async list(query: string): Promise<string[]> {
      const { status, body } = await ask(query);
      expect({ query, status }).toEqual({ query, status: 200 });
      return JSON.parse(body).companies.map(({ name }: { name: string }) => name);
    },
  };
}

describe('a search', () => {
  it('answers the fields of each company, in their order', async () => {
    const { ask } = await openWith([]);
    const { status, body, headers } = await ask('name=strengarul+de+a');
    expect(status).toBe(200);
    expect(body).toBe(
      `{"companies":[{"idno":"${IDNO}","name":${JSON.stringify(COMPANY.name)},` +
        '"legal_form":"S.R.L.","status":"activa","region":"0120",' +
        `"url":"https://registru.example/companie/${IDNO}","former_name":null,"removed_since":null}],"next":null}`,
    );
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('finds by a name that the company had before, and tells it', async () => {
    const { search, store } = await openWith([{ name: 'NOU' }]);
    const change = { idno: toIdno(0), revision: 1, importId: 'one', dumpDate: '2026-09-21' };
    const renamed = { ...toStored({ ...COMPANY, idno: toIdno(0), name: 'NOU' }), revision: 2 };
    const previous = { company: { name: 'SRL "VECHI"' } };
    await store.companies.write([renamed], [{ ...change, previous }]);
    const { companies } = await search('name=vechi');
    expect(companies).toMatchObject([{ name: 'NOU', former_name: 'SRL "VECHI"' }]);
    expect((await search('name=nou')).companies).toMatchObject([{ former_name: null }]);
  });

  it('finds the company of an IDNO, if it matches the filters', async () => {
    const { list } = await openWith([]);
    expect(await list(`name=${IDNO}`)).toEqual([COMPANY.name]);
    expect(await list(`name=1099+6000+00018&status=activa&caem=70.22`)).toEqual([COMPANY.name]);
    for (const filter of ['status=lichidata', 'region=0300', 'legal_form=S.A.', 'caem=01.11']) {
      expect(await list(`name=${IDNO}&${filter}`), filter).toEqual([]);
    }
    expect(await list(`name=${UNKNOWN_IDNO}`)).toEqual([]);
  });

  it('takes filters without a name, by IDNO, and with one', async () => {
    const { list } = await openWith([
      { name: 'C', status: 'lichidata' },
      { name: 'B', legalForm: 'G.Ț.' },
      { name: 'A', region: '0300', caem: [{ code: '01110', label: 'x', main: true }] },
    ]);
    expect(await list('status=activa')).toEqual(['B', 'A', COMPANY.name]);
    expect(await list('status=lichidata')).toEqual(['C']);
    // With a comma below, with a cedilla, of two characters, and without any of them.
    for (const form of ['G.Ț.', 'G.Ţ.', 'G.T\u0326.', 'G.T.', 'g.ţ.']) {
      expect(await list(`legal_form=${encodeURIComponent(form)}`), form).toEqual(['B']);
    }
    expect(await list('region=0300&caem=01110')).toEqual(['A']);
    expect(await list('name=b&region=0300')).toEqual([]);
    expect(await list('name=a&region=0300')).toEqual(['A']);
  });

  it.each(['name=lux', 'status=activa', 'name=lux&region=0120'])(
    'is read whole page by page: %s',
    async (query) => {
      const names = ['LUX', 'LUX B', 'LUX A', 'ALFA LUX', 'LUXOR', 'A LUX', 'LUX'];
      const { search, list } = await openWith(names.map((name) => ({ name })));
      const whole = await list(query);
      expect(whole.length).toBeGreaterThanOrEqual(names.length);
      const read: string[] = [];
      let after = '';
      for (let pages = 1; ; pages++) {
        const { companies, next } = await search(`${query}&limit=2${after}`);
        read.push(...companies.map(({ name }: { name: string }) => name));
        if (next === null) {
          expect(pages).toBe(Math.ceil(whole.length / 2));
          break;
        }
        expect(companies).toHaveLength(2);
        after = `&after=${next}`;
      }
      expect(read).toEqual(whole);
    },
  );

  it('answers 20 by default, 50 at most', async () => {
    const { list } = await openWith(Array.from({ length: 60 }, (_, n) => ({ name: `LUX ${n}` })));
    expect(await list('name=lux')).toHaveLength(20);
    expect(await list('name=lux&limit=50')).toHaveLength(50);
    expect(await list('name=lux&limit=1')).toHaveLength(1);
  });

  it('takes any text as text', async () => {
    const { list } = await openWith([]);
    for (const text of ['%01', '!!!', '%22+OR+%22', 'NEAR(', 'x+'.repeat(99)]) {
      expect(await list(`name=${text}`), text).toEqual([]);
    }
  });

  it('carries the date of the data, and 304 while its result is the same', async () => {
    const { send, store, key, ask } = await openWith([]);
    await store.imports.record(makeRun());
    const { headers } = await ask('name=strengarul');
    expect(headers['x-data-date']).toBe('2026-09-14');
    const same = { 'x-api-key': key, 'if-none-match': headers.etag };
    const revalidate = () => send(`${PATH}?name=strengarul`, { headers: same });
    expect((await revalidate()).status).toBe(304);
    await store.companies.write([toStored({ ...COMPANY, region: '0300' })], []);
    expect((await revalidate()).status).toBe(200);
  });

  it('answers HEAD without a body, and other methods 405', async () => {
    const { send, key } = await openWith([]);
    const headers = { 'x-api-key': key };
    const head = await send(`${PATH}?name=strengarul`, { method: 'HEAD', headers });
    expect(head).toMatchObject({ status: 200, body: '' });
    const post = await send(`${PATH}?name=a`, { method: 'POST', headers });
    expect(post.status).toBe(405);
  });
});

/** Positions in a cursor's values, and values that must not stand there. */
const FORGED = [
  [0, 2],
  [0, '0'],
  [1, -1],
  [1, 0.5],
  [1, 1e21],
  [1, 20_000],
  [1, null],
  [1, '1 OR opening : a'],
  [2, null],
  [2, ['" OR "']],
  [2, 'x'.repeat(201)],
  [3, '1" OR "1'],
  [3, 1_000_000_000_000],
] as const;

describe('is refused with 400', () => {
  it('a cursor of another list', async () => {
    const { search, ask } = await openWith([{ name: 'LUX' }, { name: 'LUX A' }]);
    const { next } = await search('name=lux&limit=1');
    const others = [
      'name=luxor',
      'status=activa',
      'name=lux&status=activa',
      'name=lux&region=0120',
    ];
    for (const other of others) {
      expect((await ask(`${other}&after=${next}`)).status, other).toBe(400);
    }
    expect((await ask(`name=lux&limit=5&after=${next}`)).status).toBe(200);
  });

  it('a cursor with values that no place has', async () => {
    const { search, ask } = await openWith([{ name: 'LUX' }, { name: 'LUX A' }]);
    for (const query of ['name=l', 'name=lux']) {
      const { next } = await search(`${query}&limit=1`);
      const [list, place = ''] = Buffer.from(next, 'base64url').toString().split('\n');
      const values: unknown[] = JSON.parse(place);
      for (const [index, value] of FORGED) {
        const forged = `${list}\n${JSON.stringify(values.with(index, value))}`;
        const after = Buffer.from(forged).toString('base64url');
        expect((await ask(`${query}&after=${after}`)).status, forged).toBe(400);
      }
    }
  });

  it('but takes the cursor of the same list with its legal form spelt otherwise', async () => {
    const companies = ['A', 'B'].map((name) => ({ name, legalForm: 'G.Ț.' }));
    const { search, list } = await openWith(companies);
    const { next } = await search(`legal_form=${encodeURIComponent('G.Ț.')}&limit=1`);
    expect(await list(`legal_form=${encodeURIComponent('G.Ţ.')}&after=${next}`)).toEqual(['B']);
  });
});

it('is refused with 503 beyond the searches that may wait, and then served again', async () => {
  const waiting: (() => void)[] = [];
  const refuse = () => Promise.reject(new Error('no other reads'));
  const { ask, get, send, subscribe, clock } = await openWith([], {
    openSearchReads: () =>
      makeApiReads(refuse, {
        listMatching: async () => [],
        searchNames: () => new Promise((resolve) => waiting.push(() => resolve([]))),
      }),
  });
  const names = Array.from({ length: 8 }, (_, n) => `k${n}@test.example`);
  const keys = await Promise.all(names.map((name) => subscribe(name, 'business')));
  // The sixth of a key is its own excess, which is no fault of the service.
  const asked = keys.flatMap((key) => Array.from({ length: 6 }, () => get(`${PATH}?name=a`, key)));
  const first = await Promise.race(asked);
  expect(first.status).toBe(503);
  expect(first.headers['retry-after']).toBe('5');
  expect(JSON.parse(first.body).message).toContain('Wait for your other searches');
  const refused = asked.length - 40;
  let seen = 0;
  for (const one of asked) void one.then(({ status }) => (seen += Number(status === 503)));
  await expect.poll(() => seen).toBe(refused);
  expect(waiting).toHaveLength(40);
  const FAILED = 'with recent failures';
  expect((await send('/status', { headers: { 'accept-language': 'en' } })).body).not.toContain(
    FAILED,
  );
  expect((await ask('name=a')).status).toBe(503);
  clock.advance(STATUS_AGE_MS);
  expect((await send('/status', { headers: { 'accept-language': 'en' } })).body).toContain(FAILED);
  for (const end of waiting) end();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  expect((await ask('status=activa')).status).toBe(200);
});

describe('total', () => {
  it('is the number of companies in all pages, of a name and of filters', async () => {
    const names = ['LUX', 'LUX A', 'LUX B', 'ALTA'].map((name) => ({ name }));
    const { search } = await openWith([...names, { name: 'LUX C', status: 'lichidata' }]);
    for (const [query, total] of [
      ['name=lux', 4],
      ['name=lux&status=lichidata', 1],
      ['status=lichidata', 1],
      [`region=${COMPANY.region}`, 6],
      ['name=nimic', 0],
      [`name=${toIdno(1)}`, 1],
    ] as const) {
      for (const limit of [1, 2, 50]) {
        const page = await search(`${query}&limit=${limit}&total=true`);
        expect(page, query).toMatchObject({ total });
        if (page.next === null) continue;
        const next = await search(`${query}&limit=${limit}&total=true&after=${page.next}`);
        expect(next, query).toMatchObject({ total });
        expect(next).not.toHaveProperty('more_than');
      }
      const plain = await search(`${query}&total=false`);
      expect(Object.keys(plain)).toEqual(['companies', 'next']);
    }
  });

  it('is left out beyond 10,000, with what is certain', async () => {
    const company = { ...COMPANY, idno: toIdno(1) };
    const position = { rank: 0, length: 3, name: 'lux', idno: IDNO } as const;
    const found = { company, formerName: null, position };
    const asked: number[] = [];
    const count = async (_query: object, max: number) => {
      asked.push(max);
      return null;
    };
    const { search, ask } = await openWith([], {
      openSearchReads: () =>
        makeApiReads(() => Promise.reject(new Error('no other reads')), {
          searchNames: async () => [found, found],
          listMatching: async () => [company, company],
          countNames: count,
          countCompanies: count,
        }),
    });
    for (const query of ['name=lux', 'status=activa']) {
      const page = await search(`${query}&limit=1&total=true`);
      expect(Object.keys(page)).toEqual(['companies', 'next', 'more_than']);
      expect(page.more_than).toBe(10_000);
    }
    expect(asked).toEqual([10_000, 10_000]);
    for (const wrong of ['yes', '1', '', 'TRUE']) {
      const { status, body } = await ask(`name=lux&total=${wrong}`);
      const { message } = JSON.parse(body);
      expect([status, message]).toEqual([400, 'Give total as true or false.']);
    }
  });
});
