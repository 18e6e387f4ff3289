import { describe, expect, it } from 'vitest';
import { TEXTS } from '../../src/company-page/view.ts';
import { LANGUAGES } from '../../src/domain/account/language.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { openCompanyPage, PATH, toHeading } from './open.ts';

describe('every answer', () => {
  it('is kept out of search engines, and has no script, style or frame of others', async () => {
    const { open } = await openCompanyPage();
    for (const path of [PATH, '/companie/0']) {
      const { headers, body } = await open(path);
      expect(headers).toMatchObject({
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      const code = /<style|\sstyle=|<script(?! src="\/| type="application\/ld\+json")|\son[a-z]+="/;
      expect(body).not.toMatch(code);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('loads files that exist', async () => {
    const { open } = await openCompanyPage();
    const urls = [...(await open()).body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    expect(urls.length).toBeGreaterThanOrEqual(5);
    for (const [, url] of urls) {
      const { status, headers } = await open(url);
      expect([status, headers['cache-control']]).toEqual([200, expect.stringMatching('immutable')]);
    }
  });
});

describe('the ETag', () => {
  it('answers 304 until the company changes', async () => {
    const { open, send, store } = await openCompanyPage();
    const first = await open();
    const { etag = '' } = first.headers;
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'accept-language, cookie',
    });
    const again = await open(PATH, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const head = await send(PATH, { method: 'HEAD' });
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', etag]);
    const russian = await open(`${PATH}?lang=ru`, { 'if-none-match': etag });
    expect(russian.status).toBe(200);
    await store.companies.write([toStored({ ...COMPANY, status: 'lichidata' })], []);
    const changed = await open(PATH, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('Lichidată');
  });
});

describe('a page in the place of the company says', () => {
  it('before the first dump that there is none yet, in each language', async () => {
    const { open } = await openCompanyPage({ isEmpty: true });
    for (const language of LANGUAGES) {
      const { empty, missing } = TEXTS[language].messages;
      const { status, body } = await open(`/companie/${UNKNOWN_IDNO}?lang=${language}`);
      expect(status).toBe(404);
      expect(body).toContain(empty.heading);
      expect(body).not.toContain(missing.text);
    }
  });

  it.each([
    UNKNOWN_IDNO,
    '0',
    'abc',
    IDNO.slice(0, 12),
    `${IDNO}0`,
    '%zz',
    '%00',
    "'%20OR%201=1",
    '9'.repeat(4_000),
  ])('that there is no company %s', async (idno) => {
    const { open } = await openCompanyPage();
    const { status, headers, body } = await open(`/companie/${idno}`, { 'accept-language': 'en' });
    expect([status, toHeading(body)]).toEqual([404, 'Company not found']);
    expect(body).toContain(idno === UNKNOWN_IDNO ? 'The register has no company' : '13 digits.');
    expect(body).toContain('<a href="/" class="button outline">Start page</a>');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
  });

  it('as of which day the register has no such company', async () => {
    const { open, store } = await openCompanyPage();
    await store.imports.record(makeRun());
    const { body } = await open(`/companie/${UNKNOWN_IDNO}?lang=en`);
    expect(body).toContain('Data of the register as of 14 September 2026.</p>');
    const russian = await open(`/companie/${UNKNOWN_IDNO}?lang=ru`);
    expect(russian.body).toContain('Данные регистра на 14 сентября 2026 г.</p>');
    expect((await open('/companie/0?lang=en')).body).not.toContain('2026');
  });

  it.each([
    [503, new Unavailable('disk'), 'Pagina nu este disponibilă acum', '5'],
    [500, new TypeError('row of undefined'), 'A apărut o eroare', undefined],
  ])('that the service failed: %i', async (expected, fault, heading, retryAfter) => {
    const { open, store, logs } = await openCompanyPage();
    store.companies.findByIdnos = () => Promise.reject(fault);
    const { status, headers, body } = await open();
    expect([status, toHeading(body)]).toEqual([expected, heading]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['retry-after']).toBe(retryAfter);
    expect(body).not.toContain(fault.message);
    for (const href of [PATH, '/status', '/']) expect(body).toContain(`<a href="${href}" class="b`);
    expect(logs.join()).toContain(fault.message);
  });
});

it('answers programs with JSON where there is no page', async () => {
  const { open } = await openCompanyPage();
  for (const accept of ['*/*', 'application/json']) {
    const { status, headers, body } = await open('/companie/0', { accept });
    expect([status, JSON.parse(body).error]).toEqual([404, 'not_found']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  }
});

it('is off where COMPANY_URL names another place', async () => {
  const { send } = await openTestApp();
  const { status, body } = await send(PATH);
  expect([status, JSON.parse(body).error]).toEqual([404, 'not_found']);
});
