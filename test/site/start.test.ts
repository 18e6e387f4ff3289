import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/language.ts';
import { API_PLANS } from '../../src/domain/account/plan.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { TEXTS } from '../../src/site/view.ts';
import { highlight } from '../../src/web/frame/markup.ts';
import { createClock } from '../support/clock.ts';
import { makeRun } from '../support/imports.ts';
import { openPage, toCookieHeader, toCookies } from '../support/page.ts';

const UPGRADE_URL = 'https://plans.example/p?a=1&b=2';

describe('the start page', () => {
  it('says in each language what the service is, with its plans', async () => {
    const { get } = await openPage();
    for (const language of LANGUAGES) {
      const { status, headers, body } = await get('/', { 'accept-language': language });
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const { heading, lead, plans } = TEXTS[language].start;
      for (const text of [heading, lead]) expect(body).toContain(text);
      for (const { name, limit } of API_PLANS) {
        expect(body).toContain(`<th scope="row">${name}</th><td>${plans.requests(limit, 60)}</td>`);
      }
      expect(body).not.toMatch(/undefined|NaN|Invalid Date/);
    }
  });

  it('shows a request and the answer that the API gives to it', async () => {
    const { get, baseUrl, subscribe } = await openPage();
    const { body } = await get('/');
    expect(body).toContain(`${baseUrl}/api/v1/company/${EXAMPLE_IDNO}`);
    const key = await subscribe('start@test.example', 'business');
    const answer = await get(`/api/v1/company/${EXAMPLE_IDNO}`, { 'x-api-key': key });
    expect(body).toContain(highlight(JSON.stringify(JSON.parse(answer.body), null, 2)));
  });

  it('leads to where plans and help are, where these are set', async () => {
    const without = await openPage();
    const bare = await without.get('/', { 'accept-language': 'en' });
    expect(bare.body).not.toMatch(/href="(?:mailto|https):|Subscribe to a plan|Support/);
    const supportUrl = 'mailto:help@registru.example';
    const { get } = await openPage({ supportUrl, upgradeUrl: UPGRADE_URL });
    const { body } = await get('/', { 'accept-language': 'en' });
    expect(body).toContain(`<a href="${supportUrl}">Support</a>`);
    expect(body).toContain(`href="${UPGRADE_URL.replace('&', '&amp;')}">Subscribe to a plan</a>`);
    for (const path of ['/docs', '/status', '/cont/api/sign-in', '/nowhere']) {
      expect((await get(path)).body).toContain(`<a href="${supportUrl}">`);
    }
  });

  it('says of which day the data are, and stands while the store fails', async () => {
    const clock = createClock();
    const { get, store } = await openPage({ clock });
    expect((await get('/')).body).not.toContain('<time');
    await store.imports.record(makeRun());
    clock.advance(5_000);
    expect((await get('/')).body).toContain('<time datetime="2026-09-14">');
    store.companies.findDataDate = () => Promise.reject(new Unavailable('disk'));
    clock.advance(5_000);
    await store.imports.record(makeRun({ id: 'two' }));
    expect((await get('/')).status).toBe(200);
  });

  it('comes back in the language that is chosen on it', async () => {
    const { get, post } = await openPage();
    const { body } = await get('/status');
    expect(body).toContain('<input type="hidden" name="next" value="/status">');
    const chosen = await post('/cont/api/language', 'language=ru&next=%2Fstatus');
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/status']);
    const cookie = toCookieHeader(toCookies(chosen.headers));
    expect((await get('/status', { cookie })).body).toContain('<html lang="ru">');
  });

  it('leads from a guide to the one in the language', async () => {
    const { post } = await openPage();
    const { headers } = await post('/cont/api/language', 'language=ro&next=%2Fdocs%2Fru');
    expect(headers.location).toBe('/docs/ro');
  });

  it('does not lead to other hosts', async () => {
    const { post } = await openPage();
    const hosts = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%2f/evil.example',
    ];
    for (const next of [...hosts, '/a//b', '/a?b?c', '/a/', `/${'a'.repeat(200)}`]) {
      const form = new URLSearchParams({ language: 'ru', next }).toString();
      expect((await post('/cont/api/language', form)).headers.location).toBe('/cont/api');
    }
  });
});
