import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { toFailedRequest } from '../../store/failed-request-contract.ts';
import { ACTOR, EMAIL } from '../../support/accounts.ts';
import { COMPANY, delist, IDNO, toStored, UNKNOWN_IDNO } from '../../support/companies.ts';
import { makeRun } from '../../support/imports.ts';
import { openPage, type TestPage } from '../../support/page.ts';
import { isMissing, look, openSignedIn, openTab, toSee } from './browser.ts';

const DAY_MS = 86_400_000;
const [PHONE_WIDTH, PHONE_HEIGHT] = [390, 844];
const COUNTS = {
  ...{ read: 1_500, new: 1_500, changed: 0, unchanged: 0, duplicates: 0, withoutIdno: 0 },
  ...{ rejected: 0, rejectedBy: {}, gone: 0 },
};

async function addUsage({ store, account }: TestPage) {
  const { id } = await account();
  const counts = Array.from({ length: 30 }, (_, ago) => ({
    accountId: id,
    day: new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10),
    ok: 400 + ((ago * 137) % 900),
    notModified: (ago * 53) % 400,
    notFound: (ago * 41) % 200,
    clientErrors: (ago * 31) % 90,
    limited: ago % 5 === 0 ? 120 : 0,
  }));
  await store.usage.add(counts);
  const failed = Array.from({ length: 9 }, (_, ago) =>
    toFailedRequest(crypto.randomUUID(), {
      accountId: id,
      atMs: Date.now() - ago * 40_000,
      ...(ago === 0 && { path: `/api/v1/company/${'1'.repeat(184)}` }),
      ...(ago === 1 && { method: 'POST', path: '/mcp', error: null }),
      ...(ago > 4 && { status: 404, error: 'not_found', path: '/api/v1/company/1002600000014' }),
    }),
  );
  await store.failedRequests.add(failed);
}

describe.skipIf(isMissing)('fit, can be read and are accessible (needs Chromium):', () => {
  it.each(LANGUAGES)('the pages of a visitor in %s', async (locale) => {
    const { baseUrl, issueUrl } = await openPage();
    const { tab } = await openTab(baseUrl, { locale });
    const see = toSee(tab, locale);
    await tab.goto(baseUrl);
    await see('start');
    await tab.goto(`${baseUrl}/status`);
    await see('status');
    await tab.goto(`${baseUrl}/cont/api`);
    await see('sign-in');
    await tab.locator('input[type=email]').fill('a@b');
    await tab.locator('main button').click();
    await see('sign-in-refused');
    await tab.locator('input[type=email]').fill(EMAIL);
    await tab.locator('main button').click();
    await see('sent');
    await tab.goto(await issueUrl());
    await see('link');
    await tab.goto(`${baseUrl}/cont/api/sign-in?token=${'x'.repeat(43)}`);
    await see('bad-link');
    await tab.goto(`${baseUrl}/cont/api/sign-in?notice=ended`);
    await see('session-ended');
    await tab.goto(`${baseUrl}/cont/api/nowhere`);
    await see('not-found');
  });

  it.each(LANGUAGES)('the pages of a holder in %s', async (locale) => {
    const { page, tab, go, press } = await openSignedIn({ plan: 'agency' }, { locale });
    const see = toSee(tab, locale);
    await tab.locator('.tabs label').nth(2).click();
    await see('unused');
    await addUsage(page);
    await go('/cont/api');
    await see('account');
    const readout = tab.locator('.readout:visible');
    const last = await readout.textContent();
    await tab.locator('.days input').last().focus();
    await tab.keyboard.press('ArrowLeft');
    expect(await readout.textContent()).not.toBe(last);
    await tab.locator('.days label').last().hover();
    expect(await readout.textContent()).toBe(last);
    await page.enter();
    await go('/cont/api');
    await press('form[action$="end-session"]');
    expect(await tab.locator('#sessions li').count()).toBe(1);
    for (const summary of await tab.locator('summary').all()) await summary.click();
    await see('account-open');
    await press('form[action$="reveal"]');
    await see('shown');
    await go('/cont/api/failed-requests');
    await see('failed-requests');
    await tab.locator('.requests a').first().click();
    await tab.locator('dl.requests').waitFor();
    await see('failed-request');
    await go('/cont/api/delete');
    await see('delete');
    await press('form[action$="delete"]');
    await see('deletion-requested');
    await go('/cont/api/watch-list');
    await see('watch-list-empty');
    await tab.locator('textarea').fill(`${IDNO}\n${UNKNOWN_IDNO}\nFirma SRL`);
    await press('form[action$="add"]');
    await see('watch-list');
    await go('/cont/api/key/regenerate');
    await see('regenerate');
    await go('/cont/api/key/revoke');
    await see('revoke');
    await press('form[action$="revoke"]');
    await see('revoked');
  });

  it.each(LANGUAGES)('pages on a phone with text of twice the size in %s', async (locale) => {
    // The same as half of the screen: widths and media queries count in rem.
    const viewport = { width: PHONE_WIDTH / 2, height: PHONE_HEIGHT / 2 };
    const options = { plan: 'agency', hasCompanyPages: true } as const;
    const { page, tab, go } = await openSignedIn(options, { locale, viewport });
    await page.store.companies.write([toStored(COMPANY)], []);
    for (const path of ['/', '/status', '/companie', `/companie/${IDNO}`, '/cont/api', '/docs']) {
      expect((await go(path))?.status(), path).toBe(200);
      const wide = await tab.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(viewport.width);
    }
  });

  it('refusals', async () => {
    const { page, tab, go, press } = await openSignedIn();
    const read = await page.account();
    const { account, apiKey } = await page.keys.regenerate(read, read.lastKeyId ?? '', ACTOR);
    await press('form[action$="reveal"]');
    await look(tab, 'conflict');
    await go('/cont/api/key/revoke');
    await page.keys.revoke(account, apiKey.id, ACTOR);
    await press('form[action$="revoke"]');
    await look(tab, 'no-active-key');
    await page.accounts.cancel(EMAIL, ACTOR);
    await press('form[action$="create"]');
    await look(tab, 'no-active-api-plan');
    for (let time = 0; time < 6; time++) {
      await go('/cont/api/sign-in');
      await tab.locator('input[type=email]').fill(EMAIL);
      await press('main form');
    }
    await look(tab, 'too-many');
  });

  it("staff's pages", async () => {
    const { page, tab, go, press } = await openSignedIn({}, { role: 'staff' });
    await addUsage(page);
    const stored = toStored({ ...COMPANY, address: null, capital: null });
    await page.store.companies.write([{ ...stored, flags: ['address_unknown', 'text_cut'] }], []);
    await delist(page.store.companies, [IDNO], '2026-09-21');
    await go('/staff');
    await look(tab, 'staff');
    await go(`/staff/account?email=${EMAIL}`);
    await look(tab, 'staff-account');
    await go('/staff/account?email=x');
    await look(tab, 'staff-not-found');
    for (const startedAtMs of [1, 2, 3, 4]) {
      const counts = { ...COUNTS, gone: startedAtMs === 4 ? 500 : 0 };
      await page.store.imports.record(makeRun({ id: `run ${startedAtMs}`, startedAtMs, counts }));
    }
    await go('/staff/imports');
    await look(tab, 'staff-imports');
    // By keyboard alone, from the search to the company.
    await go('/staff');
    await tab.locator('#q').focus();
    await tab.keyboard.type('strengarul');
    await tab.keyboard.press('Enter');
    await tab.locator('.found a').waitFor();
    await look(tab, 'staff-found');
    await tab.locator('.found a').focus();
    await tab.keyboard.press('Enter');
    await tab.locator('.values').waitFor();
    await look(tab, 'staff-company');
    await go('/staff?q=nobody');
    await look(tab, 'staff-nothing-found');
    await go('/staff?q=test');
    await look(tab, 'staff-found-account');
    await go('/cont/api');
    await look(tab, 'staff-own-account');
    await press('form.session');
    await go('/staff/imports');
    await look(tab, 'staff-pages-signed-out');
  });

  it.each([
    ['unavailable', new Unavailable('disk')],
    ['internal', new TypeError('row of undefined')],
  ])('faults: %s', async (name, fault) => {
    const { page, tab, go } = await openSignedIn();
    page.store.accountReads.listUsage = () => Promise.reject(fault);
    await go('/cont/api');
    await look(tab, name);
  });

  it('the status while the store fails', async () => {
    const { baseUrl, store } = await openPage();
    const { tab } = await openTab(baseUrl);
    store.ping = () => Promise.reject(new Unavailable('disk'));
    await tab.goto(`${baseUrl}/status`);
    await look(tab, 'status-unavailable');
  });

  it('what a foreign page sends', async () => {
    const { page, tab, faults } = await openSignedIn();
    const before = await page.account();
    const action = `${page.baseUrl}/cont/api/key/revoke`;
    const field = `<input name="keyId" value="${before.apiKey?.id}">`;
    const html = `<form method="post" action="${action}">${field}<button>Win</button></form>`;
    await tab.route('http://foreign.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await tab.goto('http://foreign.example/');
    await tab.locator('button').click();
    expect(tab.url()).toBe(action);
    await look(tab, 'cross-site');
    expect(await page.account()).toEqual(before);
    expect(faults.splice(0)).toEqual(['asked for http://foreign.example/']);
  });
});
