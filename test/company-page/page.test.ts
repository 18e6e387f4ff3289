import { describe, expect, it } from 'vitest';
import { ro } from '../../src/company-page/locales/ro.ts';
import {
  EXAMPLE_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../../src/domain/company/test-companies.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { COMPANY, delist, IDNO, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openShared } from '../support/shared.ts';
import { openCompanyPage, PATH, toHeading, toLanguage } from './open.ts';

/** The JSON-LD of a page. */
function readOrganization(html: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

describe('the page of a company', () => {
  it.each([
    ['ro', 'Activă', '17 martie 2009', 'Societate cu răspundere limitată (S.R.L.)'],
    ['ru', 'Действующая', '17 марта 2009', 'Общество с ограниченной ответственностью (S.R.L.)'],
    ['en', 'Active', '17 March 2009', 'Limited liability company (S.R.L.)'],
  ])('says in %s what the register does', async (language, ...words) => {
    const { open } = await openCompanyPage();
    const { status, headers, body } = await open(PATH, { 'accept-language': language });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(toLanguage(body)).toBe(language);
    expect(toHeading(body)).toBe(COMPANY.name);
    const labels = COMPANY.caem.flatMap(({ code, label }) => [code, label]);
    for (const word of [...words, IDNO, COMPANY.address, ...labels]) expect(body).toContain(word);
    expect(body).toContain(`<code>https://registru.example/api/v1/company/${IDNO}</code>`);
    expect(body).not.toContain('href="https://registru.example/api/v1');
  });

  it('leads a browser with a session to the watch list, for companies of the register', async () => {
    const { open } = await openCompanyPage();
    const cookie = '__Host-registru-session=x';
    const link = `/cont/api/watch-list?idno=${IDNO}`;
    expect((await open()).body).not.toContain('/cont/api/watch-list');
    expect((await open(PATH, { cookie })).body).toContain(`href="${link}"`);
    const test = await open(`/companie/${EXAMPLE_IDNO}`, { cookie });
    expect(test.body).not.toContain('/cont/api/watch-list');
  });

  it('shows each test company as such, also the one without data', async () => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    expect((await open()).body).not.toContain(ro.test.title);
    for (const { company } of TEST_COMPANIES) {
      const { status, body } = await open(`/companie/${company.idno}`);
      expect([status, toHeading(body)]).toEqual([200, company.name]);
      for (const { code } of company.caem) expect(body).toContain(code);
      expect(body).toContain(ro.test.title);
      expect(body).not.toMatch(/2026-09-14|ld\+json/);
      expect(body).not.toMatch(/null|undefined|NaN/);
    }
    expect((await open(`/companie/${UNKNOWN_TEST_IDNO}`)).status).toBe(404);
  });

  it('shows a test company without the store', async () => {
    const { open, store } = await openCompanyPage();
    const fail = () => Promise.reject(new Unavailable('disk'));
    const { companies } = store;
    companies.findByIdnos = fail;
    companies.hasChanged = fail;
    companies.findDataDate = fail;
    expect((await open(`/companie/${EXAMPLE_IDNO}`)).status).toBe(200);
    expect((await open()).status).toBe(503);
  });

  it('shows district, capital and VAT where they are stored', async () => {
    const { open, store } = await openCompanyPage();
    const { body } = await open(`${PATH}?lang=en`);
    for (const text of [
      '<dt>Municipality</dt><dd lang="ro">Chișinău</dd>',
      '5,400.00 lei',
      'Registered as a payer',
      'Copy IDNO',
    ]) {
      expect(body).toContain(text);
    }
    const none = { region: null, capital: null, vatPayer: null };
    await store.companies.write([{ ...toStored({ ...COMPANY, ...none }), revision: 2 }], []);
    const without = (await open(`${PATH}?lang=en`)).body;
    expect(without).not.toMatch(/<dt>(?:Municipality|Share capital|VAT)<|null/);
    const unnamed = { ...COMPANY, region: '9901' };
    await store.companies.write([{ ...toStored(unnamed), revision: 3 }], []);
    expect((await open(`${PATH}?lang=en`)).body).not.toMatch(/9901|<dt>District</);
    const huge = { ...COMPANY, capital: '12345678901234567890.10' };
    await store.companies.write([{ ...toStored(huge), revision: 4 }], []);
    expect((await open(`${PATH}?lang=en`)).body).toContain('12,345,678,901,234,567,890.10 lei');
  });

  it('says when a company was liquidated, where that is stored', async () => {
    const { open, store } = await openCompanyPage();
    const record = toStored({ ...COMPANY, status: 'lichidata' });
    await store.companies.write([record], []);
    const without = (await open()).body;
    expect(without).not.toContain('Data lichidării');
    expect(readOrganization(without)).not.toHaveProperty('dissolutionDate');
    await store.companies.write([{ ...record, liquidatedOn: '2021-05-04', revision: 2 }], []);
    await delist(store.companies, [IDNO], '2026-09-21');
    for (const [language, label, day] of [
      ['ro', 'Data lichidării', '4 mai 2021'],
      ['ru', 'Дата ликвидации', '4 мая 2021 г.'],
      ['en', 'Liquidation date', '4 May 2021'],
    ]) {
      const { body } = await open(`${PATH}?lang=${language}`);
      expect(body).toContain(`<dt>${label}</dt><dd><time datetime="2021-05-04">${day}</time></dd>`);
      expect(readOrganization(body)).toMatchObject({ dissolutionDate: '2021-05-04' });
    }
  });

  it('leaves out the day of liquidation where it cannot be read in time', async () => {
    const findCompanies = () => Promise.reject(new Unavailable('too many reads are waiting'));
    const { open, store } = await openCompanyPage({ openRecordReads: () => ({ findCompanies }) });
    await store.companies.write([toStored({ ...COMPANY, status: 'lichidata' })], []);
    const { status, body } = await open(`${PATH}?lang=en`);
    expect([status, body.includes('Liquidated'), body.includes('Liquidation date')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('names no founder and no administrator', async () => {
    const { open } = await openCompanyPage();
    const { body } = await open();
    const people = [...COMPANY.admins, ...COMPANY.founders.map(({ name }) => name)];
    for (const name of people) expect(body).not.toContain(name.replaceAll('"', '&quot;'));
    expect(body).not.toMatch(/PRUNARU|CIREȘARU|IZVOR-TEST/);
  });

  it.each([
    ['ro', 'Activă', 'Ultimul statut: activă', 'Date din Registrul de stat'],
    ['ru', 'Действующая', 'Последний статус: действующая', 'Данные Государственного регистра'],
    ['en', 'Active', 'Last status: active', 'Data of the State Register'],
  ])('has status and place in %s for previews, and no people', async (lang, now, last, source) => {
    const { open, store } = await openCompanyPage();
    const read = async () => {
      const { body } = await open(`${PATH}?lang=${lang}`);
      const tags = body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]+)"/g);
      return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
    };
    const tags = await read();
    const name = COMPANY.name.replaceAll('"', '&quot;');
    expect(tags).toMatchObject({
      description: expect.stringContaining(`${name} · IDNO ${IDNO} · ${now} · Chișinău. ${source}`),
      'og:title': `${name} · ${IDNO}`,
      'og:description': tags['description'],
      'og:url': `https://registru.example${PATH}`,
      'og:site_name': 'Registru',
      'og:type': 'website',
    });
    expect(Object.values(tags).join()).not.toMatch(/PRUNARU|CIREȘARU|IZVOR-TEST/);
    await delist(store.companies, [IDNO], '2026-09-21');
    expect((await read())['og:description']).toContain(`${last} · Chișinău.`);
  });

  it('describes the company as a schema.org Organization', async () => {
    const { open } = await openCompanyPage();
    const url = `https://registru.example${PATH}`;
    expect(readOrganization((await open()).body)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': url,
      url,
      name: COMPANY.name,
      legalName: COMPANY.name,
      taxID: IDNO,
      identifier: { '@type': 'PropertyValue', propertyID: 'IDNO', value: IDNO },
      foundingDate: '2009-03-17',
      address: COMPANY.address,
    });
  });

  it('says of which day the data are, once a dump has been imported', async () => {
    const { open, store, clock } = await openCompanyPage({ isEmpty: true });
    const before = await open();
    expect(before.body).not.toContain('Datele registrului la');
    await store.imports.record(makeRun());
    // By then every store has been asked again.
    clock.advance(5_000);
    const after = await open();
    expect(after.body).toContain('<time datetime="2026-09-14">');
    expect(after.body).toContain('Datele registrului la 14 septembrie 2026');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it.each([
    [
      'ro',
      'Nu figurează în registru din 21 septembrie 2026',
      'Ultimul statut: activă',
      'Datele registrului la 14 septembrie 2026',
    ],
    [
      'ru',
      'Отсутствует в регистре с 21 сентября 2026 г.',
      'Последний статус: действующая',
      'Данные регистра на 14 сентября 2026 г.',
    ],
    [
      'en',
      'Not in the register since 21 September 2026',
      'Last status: active',
      'Data of the register as of 14 September 2026',
    ],
  ])('says in %s since when the register lacks it', async (language, ...words) => {
    const { open, store, clock } = await openCompanyPage();
    const runs = [
      ['one', '2026-09-07'],
      ['two', '2026-09-14'],
      ['three', '2026-09-21'],
      ['four', '2026-09-28'],
    ] as const;
    for (const [finishedAtMs, [id, dumpDate]] of runs.entries()) {
      await store.imports.record(makeRun({ id, dumpDate, finishedAtMs }));
    }
    const source = { dumpDate: '2026-09-07', classificationId: null };
    await store.companies.write([{ ...toStored(COMPANY), source }], []);
    const path = `${PATH}?lang=${language}`;
    const listed = await open(path);
    expect(listed.body).toContain('<time datetime="2026-09-28">');
    for (const word of words) expect(listed.body).not.toContain(word);
    await delist(store.companies, [IDNO], '2026-09-21');
    clock.advance(5_000);
    const { status, headers, body } = await open(path, { 'if-none-match': listed.headers.etag });
    expect([status, headers.etag === listed.headers.etag]).toEqual([200, false]);
    for (const word of words) expect(body).toContain(word);
    expect(body).not.toContain('2026-09-28');
    expect(body).not.toContain('class="status activa"');
  });

  it('shows markup in the register as text', async () => {
    const { open, store } = await openCompanyPage();
    const name = '</script><script>alert(1)</script><!-- "&amp; \' SRL';
    await store.companies.write([toStored({ ...COMPANY, name, address: name })], []);
    const { body } = await open();
    expect(body).not.toMatch(/<script>|<!-- /);
    expect(readOrganization(body)).toMatchObject({ name, address: name });
  });

  it('says what the register does not give, and has no such property', async () => {
    const { open, store } = await openCompanyPage();
    const gaps = { legalForm: null, regDate: null, address: null, caem: [], caemMain: null };
    await store.companies.write([toStored({ ...COMPANY, ...gaps })], []);
    const { body } = await open(`${PATH}?lang=en`);
    expect(body.match(/Not given in the register/g)).toHaveLength(3);
    expect(body).toContain('The register gives no activities.');
    expect(body).not.toMatch(/null|undefined|Invalid Date/);
    const organization = readOrganization(body);
    expect(Object.keys(organization)).not.toEqual(expect.arrayContaining(['address']));
    expect(Object.keys(organization)).not.toEqual(expect.arrayContaining(['foundingDate']));
  });
});

describe('the start page', () => {
  it('is reached from a page in the language that its address names', async () => {
    const { open } = await openCompanyPage();
    const search = '/companie?name=strengarul';
    for (const [path, start] of [
      [PATH, '/'],
      [`${PATH}?lang=ru`, '/?lang=ru'],
      [`/companie/${UNKNOWN_TEST_IDNO}?lang=ru`, '/?lang=ru'],
      [search, '/'],
      [`${search}&lang=ru`, '/?lang=ru'],
      ['/docs/ru', '/?lang=ru'],
      ['/docs/search?q=cheie&lang=ru', '/?lang=ru'],
    ] as const) {
      expect((await open(path)).body, path).toContain(`class="brand" href="${start}"`);
    }
    expect(toLanguage((await open('/?lang=ru')).body)).toBe('ru');
    expect(toLanguage((await open('/?lang=de')).body)).toBe('ro');
  });
});

describe('the language of the page', () => {
  const shared = openShared(() => openCompanyPage());
  const RUSSIAN = { cookie: '__Host-registru-language=ru', 'accept-language': 'en' };
  it.each([
    ['ro', PATH, {}],
    ['en', PATH, { 'accept-language': 'en' }],
    ['ru', PATH, RUSSIAN],
    ['ro', `${PATH}?lang=ro`, RUSSIAN],
    ['ru', `${PATH}?lang=de`, RUSSIAN],
    ['ru', `${PATH}?lang=ro&lang=en`, RUSSIAN],
    ['ru', `${PATH}?lang=__proto__`, RUSSIAN],
    ['en', '/companie/0?lang=en', RUSSIAN],
  ])('is %s at %s', async (language, path, headers) => {
    expect(toLanguage((await shared().open(path, headers)).body)).toBe(language);
  });

  it('is chosen for all pages, and leads back to this one', async () => {
    const { open } = shared();
    for (const path of [PATH, `/companie/${UNKNOWN_TEST_IDNO}`]) {
      expect((await open(path)).body).toContain(
        `<input type="hidden" name="next" value="${path}">`,
      );
    }
  });
});
