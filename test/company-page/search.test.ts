import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_WAITING_READS } from '../../src/company-page/read-turns.ts';
import { TEXTS } from '../../src/company-page/view.ts';
import { LANGUAGES } from '../../src/domain/account/language.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import type { SearchReads } from '../../src/store/port/search-reads.ts';
import { MAX_PAGES_PER_SUBSCRIBER, PAGE_WINDOW_MS } from '../../src/web/page-limits.ts';
import { makeApiReads } from '../support/api-reads.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, delist, IDNO, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openShared } from '../support/shared.ts';
import { openCompanyPage, PATH, toHeading, toLanguage } from './open.ts';

type Page = Awaited<ReturnType<typeof openCompanyPage>>;
const toPath = (query: Record<string, string>) => `/companie?${new URLSearchParams(query)}`;
const listNames = (html: string) =>
  [...html.matchAll(/<h3 lang="ro"><a href="[^"]*">([^<]*)</g)].map(([, name]) => name);
const readHref = (html: string, label: string) =>
  new RegExp(`<a href="([^"]+)"[^>]*>${label}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');

async function addCompanies({ store }: Page, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, place) =>
    toStored({ ...COMPANY, idno: toIdno(place + 10), name: `VIȚA ${100 + place} SRL` }),
  );
  await store.companies.write(records, []);
}

describe('the search of companies', () => {
  const shared = openShared(() => openCompanyPage());
  beforeEach(() => shared().clock.advance(PAGE_WINDOW_MS));

  it('lists name, status, form and district, by 20, without diacritics', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 25);
    const { status, headers, body } = await page.open(toPath({ name: 'vita', lang: 'en' }));
    expect([status, headers['x-robots-tag'], toLanguage(body)]).toEqual([200, 'noindex', 'en']);
    const names = listNames(body);
    expect(names).toEqual(Array.from({ length: 20 }, (_, place) => `VIȚA ${100 + place} SRL`));
    for (const word of ['Active', 'S.R.L.', 'Chișinău', `IDNO ${toIdno(10)}`]) {
      expect(body).toContain(word);
    }
    const next = readHref(body, 'Next page') ?? '';
    const last = (await page.open(next)).body;
    expect(listNames(last)).toEqual([20, 21, 22, 23, 24].map((place) => `VIȚA ${100 + place} SRL`));
    expect([toLanguage(last), readHref(last, 'Next page')]).toEqual(['en', undefined]);
    expect(readHref(last, 'Previous page')).toBe('/companie?name=vita&lang=en');
    for (const html of [body, last]) expect(html).toContain('<h2>25 companies found</h2>');
  });

  it('has the search, the address and the date of the data for paper', async () => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    const path = toPath({ name: 'strengarul', status: 'activa', region: '01', lang: 'en' });
    const { body } = await open(path);
    const printed = [...body.matchAll(/<p class="printed">(.*?)<\/p>/g)].map(([, text]) => text);
    expect(printed).toEqual([
      'Name or IDNO: strengarul · Status: Active · District or municipality: Chișinău (mun.)',
      '<time datetime="2026-09-14">Data of the register as of 14 September 2026</time><br>' +
        `https://registru.example${path.replaceAll('&', '&amp;')}`,
    ]);
    expect((await open('/companie')).body).not.toContain('class="printed"');
  });

  it('finds by a former name, which it shows, and marks what the register no longer lists', async () => {
    const { store, open } = await openCompanyPage();
    const change = { idno: IDNO, revision: 1, importId: 'i', dumpDate: '2026-09-14' };
    const previous = { company: { name: 'ALTCEVA VECHI SRL' } };
    await store.companies.write([{ ...toStored(COMPANY), revision: 2 }], [{ ...change, previous }]);
    await delist(store.companies, [IDNO], '2026-09-21');
    const { body } = await open(toPath({ name: 'altceva', lang: 'en' }));
    expect(listNames(body)).toEqual([COMPANY.name]);
    expect(body).toContain('ALTCEVA VECHI SRL');
    expect(body).toContain('Not in the register since 21 September 2026');
    expect(body).not.toContain('status activa');
  });

  it('finds by Cyrillic letters', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 1);
    const { body } = await page.open(toPath({ name: 'вица', lang: 'en' }));
    expect(listNames(body)).toEqual(['VIȚA 100 SRL']);
    expect(body).toContain('<h2>1 company found</h2>');
    expect(body).toContain('Searched for “vita”');
    const latin = await page.open(toPath({ name: 'Vița', lang: 'en' }));
    expect(latin.body).not.toContain('Searched for');
    const withForm = await page.open(toPath({ name: 'S.R.L. Vița 100', lang: 'en' }));
    expect(withForm.body).toContain('Searched for “vita 100”');
  });

  it('leads through all pages and back, and counts up to a bound', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 101 + 20 * 22);
    const walk = async (label: string, start: string) => {
      const seen: { first: string | undefined; path: string }[] = [];
      for (let path: string | undefined = start; path !== undefined; ) {
        const { status, body } = await page.open(path);
        expect(status).toBe(200);
        expect(body).toContain('<h2>More than 100 companies found</h2>');
        seen.push({ first: listNames(body)[0], path });
        path = readHref(body, label);
        page.clock.advance(PAGE_WINDOW_MS);
      }
      return seen;
    };
    const there = await walk('Next page', toPath({ name: 'vita', lang: 'en' }));
    expect(there).toHaveLength(28);
    const back = await walk('Previous page', there[19]?.path ?? '');
    expect(back).toEqual(there.slice(0, 20).reverse());
    // The cursors of further pages are left out, and the link to the first one stays.
    const cut = await walk('Previous page', there.at(-1)?.path ?? '');
    expect(cut.map(({ first }) => first)).toEqual(
      there
        .slice(-20)
        .map(({ first }) => first)
        .reverse(),
    );
    const { body } = await page.open(cut.at(-1)?.path ?? '');
    expect(readHref(body, 'First page')).toBe('/companie?name=vita&lang=en');
  });

  it('ignores a trail that is none, and refuses the cursors of one that is forged', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 25);
    const query = { name: 'vita', lang: 'en' };
    const next = readHref((await page.open(toPath(query))).body, 'Next page') ?? '';
    const odd = await page.open(`${next}&trail=${encodeURIComponent('"><b>')}`);
    expect([odd.status, odd.body.includes('<b>')]).toEqual([200, false]);
    expect(readHref(odd.body, 'Previous page')).toBe(toPath(query));
    const forged = await page.open(`${next}&trail=abc`);
    const previous = await page.open(readHref(forged.body, 'Previous page') ?? '');
    expect([forged.status, previous.status]).toEqual([200, 400]);
  });

  it.each([
    [1, 'ro', '1 companie găsită'],
    [2, 'ro', '2 companii găsite'],
    [20, 'ro', '20 de companii găsite'],
    [21, 'ru', 'Результаты поиска: 21 компания'],
    [23, 'ru', 'Результаты поиска: 23 компании'],
    [100, 'ru', 'Результаты поиска: 100 компаний'],
    [101, 'ro', 'Mai mult de 100 de companii găsite'],
    [101, 'ru', 'Найдено более 100 компаний'],
  ])('says that it finds %i companies in %s', async (count, lang, heading) => {
    const page = await openCompanyPage();
    await addCompanies(page, count);
    const { body } = await page.open(toPath({ name: 'vita', lang }));
    expect(body).toContain(`<h2>${heading}</h2>`);
  });

  it('says before the first dump that there is none yet, in place of advice', async () => {
    const { open, store } = await openCompanyPage({ isEmpty: true });
    for (const language of LANGUAGES) {
      const { empty, none } = TEXTS[language].search;
      const { status, body } = await open(toPath({ name: 'agxo', lang: language }));
      expect(status).toBe(200);
      for (const text of Object.values(empty)) expect(body).toContain(text);
      expect(body).not.toContain(none.title);
    }
    await store.imports.record(makeRun());
    expect((await open(toPath({ name: 'agxo', lang: 'en' }))).body).toContain('No company found');
  });

  it('suggests the other words where nothing is found', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 1);
    const { body } = await page.open(toPath({ name: 'xyzq vița srl <i>vița', lang: 'en' }));
    expect(listNames(body)).toEqual([]);
    const href = readHref(body, 'vița') ?? '';
    expect(href).toBe(toPath({ name: 'vița', lang: 'en' }));
    expect(listNames((await page.open(href)).body)).toEqual(['VIȚA 100 SRL']);
    expect(body).toContain('&lt;i&gt;vița</a>');
    expect(body).toContain('Most names are registered in Romanian');
  });

  it.each([
    ['en', 'Nothing for “vitaminex”; names that begin with “vita” or contain it'],
    ['ro', 'Nimic pentru „vitaminex”; denumiri care încep cu „vita” sau conțin acest text'],
    ['ru', 'По запросу «vitaminex» ничего не найдено; наименования, которые начинаются с «vita»'],
  ])('that find nothing are shortened from the end, which is said in %s', async (lang, heading) => {
    const page = await openCompanyPage();
    await addCompanies(page, 25);
    const { status, body } = await page.open(toPath({ name: 'vitaminex', lang }));
    expect(status).toBe(200);
    expect(body).toContain(heading);
    expect(body).toContain('value="vitaminex"');
    expect(listNames(body)).toHaveLength(20);
    if (lang !== 'en') return;
    const next = readHref(body, 'Next page') ?? '';
    expect(next).toContain('name=vita&');
    expect(listNames((await page.open(next)).body)).toHaveLength(5);
  });

  it('are shortened to the longest text that finds something, words included', async () => {
    const page = await openCompanyPage();
    const names = ['AGROPRIM SRL', 'AGRO NORD SRL'];
    const records = names.map((name, at) => toStored({ ...COMPANY, idno: toIdno(at + 10), name }));
    await page.store.companies.write(records, []);
    const read = async (name: string) => (await page.open(toPath({ name, lang: 'en' }))).body;
    expect(listNames(await read('agroprimavara'))).toEqual(['AGROPRIM SRL']);
    expect(listNames(await read('agro nordic lux'))).toEqual(['AGRO NORD SRL']);
    expect(listNames(await read('agroo'))).toEqual(['AGROPRIM SRL', 'AGRO NORD SRL']);
    // Three letters are too few.
    expect(listNames(await read('agx'))).toEqual([]);
    expect(await read('agxo')).toContain('No company found');
    const escaped = await read('agro<b>');
    expect(escaped).toContain('Nothing for “agro&lt;b&gt;”');
  });

  it('finds no founder and no administrator', async () => {
    const { open } = await openCompanyPage();
    const people = [...COMPANY.admins, ...COMPANY.founders.map(({ name }) => name)];
    for (const name of people) {
      const { body } = await open(toPath({ name, lang: 'en' }));
      expect([name, listNames(body)]).toEqual([name, []]);
      expect(body).toContain('No company found');
    }
  });

  it.each([
    IDNO,
    ` ${IDNO} `,
    `${IDNO.slice(0, 4)} ${IDNO.slice(4, 7)}-${IDNO.slice(7)}`,
    `${IDNO.slice(0, 1)}\u00a0${IDNO.slice(1)}`,
    `${IDNO.slice(0, 6)}–${IDNO.slice(6)}`,
    `IDNO: ${IDNO}`,
    `MD${IDNO}`,
    `c/f ${IDNO}, mun. Chișinău`,
  ])('leads from the IDNO "%s" to its page', async (name) => {
    const { open } = shared();
    const { status, headers } = await open(toPath({ name }));
    expect([status, headers.location]).toEqual([303, PATH]);
    const russian = await open(toPath({ name, lang: 'ru', status: 'x' }));
    expect(russian.headers.location).toBe(`${PATH}?lang=ru`);
    expect((await open(toPath({ name, lang: '"x' }))).headers.location).toBe(PATH);
  });

  it('filters by status and district, and says without which filter to search', async () => {
    const { store, open } = await openCompanyPage();
    const name = 'ALFA SRL';
    await store.companies.write(
      [
        toStored({ ...COMPANY, idno: toIdno(1), name, status: 'lichidata', region: '0120' }),
        toStored({ ...COMPANY, idno: toIdno(2), name, status: 'activa', region: '0300' }),
      ],
      [],
    );
    const count = async (query: Record<string, string>) =>
      listNames((await open(toPath({ name: 'alfa', lang: 'en', ...query }))).body).length;
    expect(await count({ status: '', region: '' })).toBe(2);
    expect(await count({ status: 'lichidata' })).toBe(1);
    expect(await count({ region: '03' })).toBe(1);
    const { body } = await open(
      toPath({ name: 'alfa', lang: 'en', status: 'lichidata', region: '03' }),
    );
    expect(listNames(body)).toEqual([]);
    expect(body).toContain('<option value="03" selected>Bălți (mun.)</option>');
    for (const advice of ['apostrophes', 'fewer words', '13 digits'])
      expect(body).toContain(advice);
    expect(readHref(body, 'Search without the filters')).toBe('/companie?name=alfa&lang=en');
  });

  it('names districts, and shows no code of one without a name', async () => {
    const { store, open } = await openCompanyPage();
    const record = toStored({ ...COMPANY, name: 'ALFA SRL', region: '9901' });
    await store.companies.write([record], []);
    const { body } = await open(toPath({ name: 'alfa', lang: 'en' }));
    expect(listNames(body)).toEqual(['ALFA SRL']);
    expect(body).not.toContain('9901');
    const options = [...body.matchAll(/<option value="\d\d">([^<]+)/g)].map(([, name]) => name);
    expect(options).toHaveLength(35);
    expect(options.filter((name) => /\d/.test(name ?? ''))).toEqual([]);
  });

  it.each([
    [{ status: 'x' }, 'This filter does not exist'],
    [{ region: '0120' }, 'This filter does not exist'],
    [{ region: '99' }, 'This filter does not exist'],
    [{ region: "'; --" }, 'This filter does not exist'],
    [{ after: 'x' }, 'This page of results is not available'],
    [{ name: 'ă'.repeat(201) }, 'The name is too long'],
  ])('keeps the words where it refuses %o', async (query, heading) => {
    const { open } = shared();
    const { status, headers, body } = await open(
      toPath({ name: 'vița "&<b>', lang: 'en', ...query }),
    );
    expect([status, headers['cache-control']]).toEqual([400, 'no-store']);
    expect(body).toContain(heading);
    const name = 'name' in query ? query.name : 'vița &quot;&amp;&lt;b&gt;';
    expect(body).toContain(`value="${name}"`);
    expect(body).not.toContain('<b>');
  });

  it('refuses a cursor of another search', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 25);
    const { body } = await page.open(toPath({ name: 'vita', lang: 'en' }));
    const next = readHref(body, 'Next page') ?? '';
    const stale = await page.open(next.replace('vita', 'alta'));
    expect(stale.status).toBe(400);
    expect(readHref(stale.body, 'First page')).toBe('/companie?name=alta&lang=en');
  });

  it('asks for a name where there is none', async () => {
    const { open } = await openCompanyPage();
    const paths = ['', '?name=', '?name=a&name=b', '?utm=x&name=%20'];
    for (const path of paths) {
      const { status, body } = await open(`/companie${path}`);
      expect([path, status, toHeading(body)]).toEqual([path, 200, 'Căutarea companiilor']);
    }
  });

  it('finds nothing by signs', async () => {
    const { open } = await openCompanyPage();
    for (const name of ['%00', '%zz', '...', 'srl%00srl', '%F0%9F%98%80']) {
      const { status, body } = await open(`/companie?name=${name}`);
      expect([name, status, listNames(body)]).toEqual([name, 200, []]);
    }
  });

  it('keeps the language of the address', async () => {
    const page = await openCompanyPage();
    await addCompanies(page, 25);
    const { body } = await page.open(toPath({ name: 'vita', lang: 'ru' }));
    expect(body).toContain('<input type="hidden" name="lang" value="ru">');
    expect(body).toContain(`href="/companie/${toIdno(10)}?lang=ru"`);
    const own = await page.open(toPath({ name: 'vita', lang: 'ru' }), { 'accept-language': 'ru' });
    expect(own.body).toContain(`href="/companie/${toIdno(10)}"`);
    expect(body).toContain('href="/companie?name=vita&amp;lang=en"');
    expect(readHref(body, 'Следующая страница')).toContain('lang=ru');
  });
});

describe('the field that finds companies', () => {
  const FIELD = '<form action="/companie"';

  it('is on the start page, on pages of companies and on 404 pages', async () => {
    const { open } = await openCompanyPage();
    for (const path of ['/', PATH, '/companie/0', '/nonsense', '/cont/nonsense', '/docs/x']) {
      expect([path, (await open(path)).body.includes(FIELD)]).toEqual([path, true]);
    }
  });

  it('is nowhere, nor is the search, where COMPANY_URL names another place', async () => {
    const { send } = await openTestApp();
    for (const path of ['/', PATH, '/nonsense', '/companie?name=vita', '/companie']) {
      const { status, body } = await send(path, { headers: { accept: 'text/html' } });
      expect([path, status, body.includes(FIELD)]).toEqual([path, path === '/' ? 200 : 404, false]);
    }
  });
});

/** The pages over a search by name that a test answers. */
function openWithSearch(
  searchNames: SearchReads['searchNames'],
  countNames: SearchReads['countNames'] = async () => 0,
) {
  const refuse = () => Promise.reject(new Error('no other reads'));
  const reads = makeApiReads(refuse, { searchNames, countNames });
  return openCompanyPage({ openSearchReads: () => reads });
}

describe('the limits of searches', () => {
  it('are those of pages for each network, counted apart from companies', async () => {
    const { open } = await openCompanyPage();
    for (let count = 0; count < MAX_PAGES_PER_SUBSCRIBER; count++) await open('/companie');
    const { status, headers, body } = await open('/companie');
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect(toHeading(body)).toBe('Prea multe pagini deschise');
    expect((await open(PATH)).status).toBe(200);
  });

  it('end shortening after two seconds, so that others get their turn', async () => {
    let searches = 0;
    let clock: Awaited<ReturnType<typeof openCompanyPage>>['clock'] | undefined;
    const page = await openWithSearch(async () => {
      searches++;
      clock?.advance(1_500);
      return [];
    });
    ({ clock } = page);
    const { status, body } = await page.open(toPath({ name: 'a'.repeat(100), lang: 'en' }));
    expect([status, searches]).toEqual([200, 3]);
    expect(body).toContain('No company found');
  });

  it('let one search run and some wait, and refuse others with the words that were typed', async () => {
    let running = 0;
    let most = 0;
    const blocked = Promise.withResolvers<void>();
    const page = await openWithSearch(async () => {
      most = Math.max(most, ++running);
      await blocked.promise;
      running--;
      return [];
    });
    const asked = Array.from({ length: MAX_WAITING_READS + 2 }, () =>
      page.open(toPath({ name: 'vița', lang: 'en' })),
    );
    const refused = await Promise.race(asked);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.body).toContain('The search is not available now');
    expect(refused.body).toContain('value="vița"');
    blocked.resolve();
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(MAX_WAITING_READS + 1).fill(200), 503]);
    expect(most).toBe(1);
  });

  it('end a wait that takes too long, and go on afterwards', async () => {
    const blocked = Promise.withResolvers<void>();
    let isBlocked = true;
    const page = await openWithSearch(async () => {
      if (isBlocked) await blocked.promise;
      return [];
    });
    const [first, second] = [page.open(toPath({ name: 'a' })), page.open(toPath({ name: 'b' }))];
    expect((await second).status).toBe(503);
    isBlocked = false;
    blocked.resolve();
    expect((await first).status).toBe(200);
    expect((await page.open(toPath({ name: 'c' }))).status).toBe(200);
  });

  it('leave the store as much time as they take', async () => {
    const spans: { startMs: number; endMs: number }[] = [];
    const page = await openWithSearch(async () => {
      const startMs = performance.now();
      await sleep(30);
      spans.push({ startMs, endMs: performance.now() });
      return [];
    });
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => page.open(toPath({ name }))));
    for (const [index, { startMs, endMs }] of spans.slice(0, -1).entries()) {
      const pauseMs = (spans[index + 1]?.startMs ?? 0) - endMs;
      // Timers are exact to the millisecond.
      expect(pauseMs).toBeGreaterThan(endMs - startMs - 3);
    }
  });

  it('do not take a page away whose companies cannot be counted in time', async () => {
    const found = Array.from({ length: 21 }, (_, place) => {
      const company = { ...COMPANY, idno: toIdno(place) };
      const position = { rank: 0, length: 4, name: 'vita', idno: company.idno } as const;
      return { company, formerName: null, position };
    });
    const fail = () => Promise.reject(new Unavailable('took over 2000 ms'));
    const { open } = await openWithSearch(async () => found, fail);
    const { status, body } = await open(toPath({ name: 'vita', lang: 'en' }));
    expect([status, listNames(body).length]).toEqual([200, 20]);
    expect(body).toContain('<h2>Companies found</h2>');
  });

  it('do not keep a fault of the store from being told as a 503', async () => {
    const page = await openWithSearch(() => Promise.reject(new Unavailable('disk')));
    expect((await page.open(toPath({ name: 'a' }))).status).toBe(503);
    expect(page.logs.join()).toContain('disk');
  });

  it('have a fault of the program logged once', async () => {
    const page = await openWithSearch(() => Promise.reject(new TypeError('row of undefined')));
    expect((await page.open(toPath({ name: 'a' }))).status).toBe(500);
    const logged = page.logs.filter((line) => line.includes('row of undefined'));
    expect(logged).toHaveLength(1);
  });
});
