import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { MAX_PAGES_PER_SUBSCRIBER, PAGE_WINDOW_MS } from '../../src/web/page-limits.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, delist, IDNO, makeBare, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openShared } from '../support/shared.ts';
import { openCompanyPage, PATH, toHeading, toLanguage } from './open.ts';

const BASE_URL = 'https://registru.example';
const WIDGET = `/api/widget/company/${IDNO}`;
const CARD = `${WIDGET}/card`;
const SCRIPT = '/api/widget.js';
const toOembed = (query: object) =>
  `/api/widget/oembed?${new URLSearchParams({ url: BASE_URL + PATH, ...query })}`;
const EVERY_ADDRESS = [WIDGET, CARD, SCRIPT, toOembed({})];
const PEOPLE = /PRUNARU|CIREȘARU|IZVOR-TEST/;

/** An application that no test changes; each request comes from a network of its own. */
const shared = openShared(async () => {
  const app = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
  let network = 0;
  const toHeaders = (headers: OutgoingHttpHeaders = {}) => ({
    'x-forwarded-for': `198.${++network >> 8}.${network & 255}.1`,
    ...headers,
  });
  return {
    open: (path: string, headers?: OutgoingHttpHeaders) => app.open(path, toHeaders(headers)),
    send: (path: string, method: string) => app.send(path, { method, headers: toHeaders() }),
  };
});

describe('the company as JSON', () => {
  it('has what everybody may see, and no people', async () => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    const { status, headers, body } = await open(WIDGET);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toBe(
      JSON.stringify({
        idno: IDNO,
        name: COMPANY.name,
        legal_form: 'S.R.L.',
        status: 'activa',
        reg_date: '2009-03-17',
        region_name: 'Chișinău',
        removed_since: null,
        url: BASE_URL + PATH,
        data_date: '2026-09-14',
      }),
    );
  });

  it('says since when the register lacks it, with the date of its data', async () => {
    const { open, store } = await openCompanyPage();
    const runs = [
      ['one', '2026-09-14'],
      ['two', '2026-09-21'],
      ['three', '2026-09-28'],
    ] as const;
    for (const [finishedAtMs, [id, dumpDate]] of runs.entries()) {
      await store.imports.record(makeRun({ id, dumpDate, finishedAtMs }));
    }
    await delist(store.companies, [IDNO], '2026-09-21');
    expect(JSON.parse((await open(WIDGET)).body)).toMatchObject({
      status: 'activa',
      removed_since: '2026-09-21',
      data_date: '2026-09-14',
    });
  });

  it('is null where the register gives nothing', async () => {
    const { open, store } = await openCompanyPage({ isEmpty: true });
    await store.companies.write([toStored(makeBare(COMPANY))], []);
    expect(JSON.parse((await open(WIDGET)).body)).toEqual({
      idno: IDNO,
      name: COMPANY.name,
      legal_form: null,
      status: 'activa',
      reg_date: null,
      region_name: null,
      removed_since: null,
      url: BASE_URL + PATH,
      data_date: null,
    });
    const unnamed = { ...COMPANY, region: '9901' };
    await store.companies.write([{ ...toStored(unnamed), revision: 2 }], []);
    expect(JSON.parse((await open(WIDGET)).body).region_name).toBeNull();
  });

  it.each([
    [400, 'invalid_idno', 'abc'],
    [400, 'invalid_idno', '123456789'],
    [400, 'invalid_idno', '%zz'],
    [400, 'invalid_idno', '%00'],
    [400, 'invalid_idno', "'%20OR%201=1"],
    [404, 'not_found', '1234567890'],
    [404, 'not_found', `${IDNO}0`],
    [404, 'not_found', UNKNOWN_IDNO],
    [404, 'not_found', '9'.repeat(4_000)],
  ])('is an error %i %s for %s', async (status, error, idno) => {
    const answer = await shared().open(`/api/widget/company/${idno}`);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, error]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(answer.headers.etag).toBeUndefined();
    const card = await shared().open(`/api/widget/company/${idno}/card?lang=en`);
    expect([card.status, toHeading(card.body)]).toEqual([status, 'Company not found']);
    expect(card.body).toContain(status === 400 ? 'An IDNO has 13 digits.' : 'no company with this');
    expect(card.headers['cache-control']).toBe('no-store');
    expect(card.headers['content-security-policy']).toContain('frame-ancestors *');
  });
});

describe('every answer', () => {
  it.each(EVERY_ADDRESS)('%s can be read, embedded and cached by anyone', async (path) => {
    const { headers } = await shared().open(path);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers.vary).toBe(path === CARD ? 'accept-language' : undefined);
  });

  it.each(EVERY_ADDRESS)('%s has an ETag, and a HEAD', async (path) => {
    const { open, send } = shared();
    const { body, headers } = await open(path);
    const again = await open(path, { 'if-none-match': headers.etag });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(again.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    expect((await open(path, { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await send(path, 'HEAD');
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', headers.etag]);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  it.each(EVERY_ADDRESS)('%s takes no other method', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers, body } = await shared().send(path, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(headers['cache-control']).toBe('no-store');
      if (path !== CARD) expect(JSON.parse(body).error).toBe('method_not_allowed');
    }
  });

  it('names no founder and no administrator', async () => {
    for (const path of EVERY_ADDRESS) expect((await shared().open(path)).body).not.toMatch(PEOPLE);
  });

  it('changes its ETag with the company', async () => {
    const { open, store } = await openCompanyPage();
    const tags = async () =>
      await Promise.all([WIDGET, CARD].map(async (path) => (await open(path)).headers.etag));
    const before = await tags();
    await store.companies.write([toStored({ ...COMPANY, status: 'lichidata' })], []);
    const after = await tags();
    for (const [place, tag] of after.entries()) expect(tag).not.toBe(before[place]);
  });
});

describe('the card', () => {
  it.each([
    ['ro', 'Activă', '17 martie 2009', 'Municipiu', 'Datele registrului la 14 septembrie 2026'],
    ['ru', 'Действующая', '17 марта 2009', 'Муниципий', 'Данные регистра на 14 сентября 2026 г.'],
    ['en', 'Active', '17 March 2009', 'Municipality', 'Data of the register as of 14 September'],
  ])('says in %s what everybody may see', async (language, ...words) => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    const { status, headers, body } = await open(`${CARD}?lang=${language}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(toLanguage(body)).toBe(language);
    const name = COMPANY.name.replaceAll('"', '&quot;');
    expect(body).toContain(
      `<a href="${BASE_URL}${PATH}" target="_blank" rel="noopener">${name}</a>`,
    );
    for (const word of [...words, IDNO, 'S.R.L.', 'Chișinău']) expect(body).toContain(word);
    expect(body).not.toMatch(/null|undefined/);
  });

  it('may be framed by any site, and has its own style and nothing else', async () => {
    const { headers, body } = await shared().open(CARD);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors *`,
    );
    expect(body).not.toMatch(/<(?:script|link|img|form|iframe)|\s(?:style|src|on[a-z]+)=/);
    for (const path of [WIDGET, SCRIPT, toOembed({}), PATH]) {
      const policy = (await shared().open(path)).headers['content-security-policy'];
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it.each([
    ['ro', '', {}],
    ['en', '', { 'accept-language': 'en-GB' }],
    ['ru', '?lang=ru', { 'accept-language': 'en' }],
    ['en', '?lang=de', { 'accept-language': 'en' }],
    ['en', '?lang=ro&lang=ru', { 'accept-language': 'en' }],
    ['ro', '?lang=__proto__', {}],
    ['ro', '', { cookie: '__Host-registru-language=ru' }],
  ] as [string, string, OutgoingHttpHeaders][])(
    'is in %s at %s',
    async (language, query, headers) => {
      expect(toLanguage((await shared().open(CARD + query, headers)).body)).toBe(language);
    },
  );

  it.each([
    ['light dark', ''],
    ['light dark', '?theme=auto'],
    ['light', '?theme=light'],
    ['dark', '?theme=dark'],
    ['light dark', '?theme=pink'],
    ['light dark', '?theme=toString'],
    ['light dark', '?theme=dark&theme=light'],
    ['light dark', `?theme=${encodeURIComponent('"><script>')}`],
  ])('has the colours %s at %s', async (scheme, query) => {
    const { status, body } = await shared().open(CARD + query);
    const [, found] = /<meta name="color-scheme" content="([^"]*)">/.exec(body) ?? [];
    expect([status, found]).toEqual([200, scheme]);
  });

  it('says since when the register lacks the company', async () => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    await delist(store.companies, [IDNO], '2026-09-21');
    const { body } = await open(`${CARD}?lang=en`);
    expect(body).toContain('Not in the register since 21 September 2026');
    expect(body).toContain('Last status: active');
    expect(body).not.toContain('class="status activa"');
  });

  it('says that a test company is one, without the store', async () => {
    const { open, store } = await openCompanyPage();
    const fail = () => Promise.reject(new Unavailable('disk'));
    Object.assign(store.companies, { findByIdnos: fail, findDataDate: fail, findDelisting: fail });
    const { status, body } = await open(`/api/widget/company/${EXAMPLE_IDNO}/card?lang=en`);
    expect([status, body.includes('Test company')]).toEqual([200, true]);
    expect(body).not.toMatch(/null|undefined/);
  });

  it('shows markup in the register as text', async () => {
    const { open, store } = await openCompanyPage();
    const name = '</style><script>alert(1)</script>" onload="x SRL';
    await store.companies.write([toStored({ ...COMPANY, name })], []);
    expect((await open(CARD)).body).not.toMatch(/<script>|<\/style><|" onload=/);
    expect(JSON.parse((await open(toOembed({}))).body).html).not.toMatch(/<script>|" onload=/);
  });

  it.each([
    [503, new Unavailable('disk'), 'This page is not available now', '5'],
    [500, new TypeError('row of undefined'), 'Something went wrong', undefined],
  ])('says that the service failed: %i', async (expected, fault, heading, retryAfter) => {
    const { open, store, logs } = await openCompanyPage();
    store.companies.findByIdnos = () => Promise.reject(fault);
    const { status, headers, body } = await open(`${CARD}?lang=en`);
    expect([status, toHeading(body)]).toEqual([expected, heading]);
    expect([headers['cache-control'], headers['retry-after']]).toEqual(['no-store', retryAfter]);
    const json = await open(WIDGET);
    expect([json.status, JSON.parse(json.body).message.includes(fault.message)]).toEqual([
      expected,
      false,
    ]);
    expect(logs.join()).toContain(fault.message);
  });
});

describe('oEmbed', () => {
  it('turns the address of a page into a frame with the card', async () => {
    const { status, body } = await shared().open(toOembed({ format: 'json' }));
    expect(status).toBe(200);
    const { html, ...answer } = JSON.parse(body);
    expect(answer).toEqual({
      version: '1.0',
      type: 'rich',
      title: COMPANY.name,
      provider_name: 'Registru',
      provider_url: BASE_URL,
      cache_age: 300,
      width: 480,
      height: 264,
    });
    const attributes = [...html.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(attributes)).toEqual({
      src: `${BASE_URL}${CARD}`,
      title: `${COMPANY.name.replaceAll('"', '&quot;')} · ${IDNO}`,
      width: '480',
      height: '264',
      frameborder: '0',
      loading: 'lazy',
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    });
    expect(html).toMatch(/^<iframe [^<>]+><\/iframe>$/);
  });

  it.each([
    [`${BASE_URL}${PATH}?lang=ru`, `${CARD}?lang=ru`],
    [`${BASE_URL}${PATH}?lang=de&utm=1#x`, CARD],
  ])('keeps the language of %s', async (url, src) => {
    const { html } = JSON.parse((await shared().open(toOembed({ url }))).body);
    expect(html).toContain(` src="${BASE_URL}${src}"`);
  });

  it.each([
    [{ maxwidth: '400' }, 400, 264],
    [{ maxwidth: '1000', maxheight: '100' }, 480, 100],
  ])('is as small as %o', async (query, width, height) => {
    const answer = JSON.parse((await shared().open(toOembed(query))).body);
    expect(answer).toMatchObject({ width, height });
    expect(answer.html).toContain(` width="${width}" height="${height}"`);
  });

  it.each([
    [501, 'not_implemented', toOembed({ format: 'xml' })],
    [501, 'not_implemented', toOembed({ format: '' })],
    [404, 'not_found', toOembed({ url: `https://foreign.example${PATH}` })],
    [404, 'not_found', toOembed({ url: `${BASE_URL}.foreign.example${PATH}` })],
    [404, 'not_found', toOembed({ url: `https://registru.example@foreign.example${PATH}` })],
    [404, 'not_found', toOembed({ url: `http://registru.example${PATH}` })],
    [404, 'not_found', toOembed({ url: `${BASE_URL}/companie` })],
    [404, 'not_found', toOembed({ url: `${BASE_URL}/x${PATH}` })],
    [404, 'not_found', toOembed({ url: 'nonsense' })],
    [404, 'not_found', toOembed({ url: `${BASE_URL}/companie/${UNKNOWN_IDNO}` })],
    [400, 'invalid_query', '/api/widget/oembed'],
    [400, 'invalid_query', `${toOembed({})}&url=x`],
    [400, 'invalid_query', toOembed({ maxwidth: '0' })],
    [400, 'invalid_query', toOembed({ maxheight: '-1' })],
    [400, 'invalid_query', toOembed({ maxwidth: '1e3' })],
    [400, 'invalid_query', `${toOembed({ maxwidth: '400' })}&maxwidth=500`],
  ])('answers %i %s to %s', async (status, error, path) => {
    const answer = await shared().open(path);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, error]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
  });

  it.each([
    [PATH, ''],
    [`${PATH}?lang=ru`, '?lang=ru'],
  ])('is found from the page of a company: %s', async (path, suffix) => {
    const { open } = shared();
    const { body } = await open(path);
    const [, href = ''] =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(body) ?? [];
    const { origin, pathname, search } = new URL(href);
    expect(origin).toBe(BASE_URL);
    const answer = await open(pathname + search);
    expect([answer.status, JSON.parse(answer.body).title]).toEqual([200, COMPANY.name]);
    expect(JSON.parse(answer.body).html).toContain(` src="${BASE_URL}${CARD}${suffix}"`);
  });
});

describe('the script', () => {
  it('is small, knows this service, and is JavaScript', async () => {
    const { headers, body } = await shared().open(SCRIPT);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body.length).toBeLessThan(2_300);
    expect(body).toContain(`'${BASE_URL}/api/widget/company'`);
    expect(body).not.toMatch(/\{(?:base_url|width|height)\}/);
  });
});

describe('the limit', () => {
  it('counts networks for the widget alone, and says 429 as JSON and as a card', async () => {
    const { open, clock } = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
    const from = (address: string, path = WIDGET) => open(path, { 'x-forwarded-for': address });
    for (let time = 0; time < MAX_PAGES_PER_SUBSCRIBER; time++) {
      expect((await from('192.0.2.1', [WIDGET, CARD, toOembed({})][time % 3])).status).toBe(200);
    }
    const json = await from('192.0.2.1');
    expect([json.status, json.headers['retry-after'], JSON.parse(json.body).error]).toEqual([
      429,
      '60',
      'rate_limited',
    ]);
    const card = await from('192.0.2.1', `${CARD}?lang=en`);
    expect([card.status, toHeading(card.body)]).toEqual([429, 'Too many pages opened']);
    for (const { headers } of [json, card]) expect(headers['cache-control']).toBe('no-store');
    expect((await from('192.0.2.1', PATH)).status).toBe(200);
    expect((await from('192.0.2.1', SCRIPT)).status).toBe(200);
    expect((await from('192.0.2.2')).status).toBe(200);
    clock.advance(PAGE_WINDOW_MS);
    expect((await from('192.0.2.1')).status).toBe(200);
  });

  it('is a share of the server of its own: beyond it 503, and pages open as before', async () => {
    let busyMs = 0;
    const { open, clock } = await openCompanyPage({
      busyMs: () => {
        busyMs += 500;
        return busyMs;
      },
    });
    expect((await open(WIDGET)).status).toBe(200);
    const { status, headers, body } = await open(WIDGET);
    expect([status, headers['retry-after'], JSON.parse(body).error]).toEqual([
      503,
      '5',
      'unavailable',
    ]);
    expect((await open(PATH)).status).toBe(200);
    clock.advance(60_000);
    expect((await open(CARD)).status).toBe(200);
  });
});

it('is off where COMPANY_URL names another place', async () => {
  const { send } = await openTestApp();
  for (const path of EVERY_ADDRESS) {
    const { status, body } = await send(path);
    expect([status, JSON.parse(body).error]).toEqual([404, 'not_found']);
  }
});
