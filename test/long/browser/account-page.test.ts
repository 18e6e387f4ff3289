import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IDNO } from '../../support/companies.ts';
import { send } from '../../support/http.ts';
import { openPage } from '../../support/page.ts';
import { CHROMIUM, expectAccessible, openBrowser } from '../support/browser.ts';

const isMissing = !existsSync(CHROMIUM) && process.env['CI'] === undefined;
const KEY = /reg_[0-9A-Za-z]{36}/;

describe.skipIf(isMissing)('in a browser (needs Chromium)', () => {
  it.each([true, false])('the key lives its whole life, with JavaScript: %s', async (js) => {
    const { baseUrl, port, issueUrl } = await openPage();
    const context = await (await openBrowser()).newContext({ javaScriptEnabled: js, locale: 'en' });
    const tab = await context.newPage();
    const fetchStatus = async (key: string) =>
      (await send(port, `/api/v1/company/${IDNO}`, { headers: { 'x-api-key': key } })).status;
    const shownKey = async () => KEY.exec(await tab.content())?.[0] ?? '';

    await tab.goto(await issueUrl());
    expect(tab.url()).toBe(`${baseUrl}/cont/api/sign-in/link`);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    const second = await context.newPage();
    await second.goto(`${baseUrl}/cont/api`);
    await tab.getByRole('button', { name: 'Reveal key' }).click();
    const old = await shownKey();
    expect(await fetchStatus(old)).toBe(200);
    await second.getByRole('button', { name: 'Reveal key' }).click();
    expect(await second.getByRole('alert').textContent()).toContain('already been shown');

    await tab.getByRole('button', { name: 'Regenerate' }).click();
    await tab.getByRole('button', { name: 'Regenerate' }).click();
    const next = await shownKey();
    expect(await fetchStatus(old)).toBe(401);
    expect(await fetchStatus(next)).toBe(200);
    await tab.reload();
    expect(await tab.getByRole('alert').textContent()).toContain('Nothing was changed');
    expect(await shownKey()).toBe('');
    expect(await fetchStatus(next)).toBe(200);

    await tab.getByRole('button', { name: 'Revoke' }).click();
    await tab.getByRole('button', { name: 'Revoke' }).click();
    expect(await fetchStatus(next)).toBe(401);
  });

  it.each(['ro', 'ru', 'en'] as const)(
    'every page is accessible and written in %s',
    async (locale) => {
      const folder = process.env['SCREENSHOTS'] ?? mkdtempSync(join(tmpdir(), 'registru-'));
      const { baseUrl, issueUrl, store, account } = await openPage();
      const { id } = await account();
      const counts = Array.from({ length: 30 }, (_, ago) => ({
        accountId: id,
        day: new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
        ok: 400 + ((ago * 137) % 900),
        clientErrors: (ago * 31) % 90,
        limited: ago % 5 === 0 ? 120 : 0,
      }));
      await store.usage.add(counts);
      const url = await issueUrl();
      const tab = await (await (await openBrowser()).newContext({ locale })).newPage();
      const look = async (name: string) => {
        expect(await tab.locator('html').getAttribute('lang')).toBe(locale);
        for (const colorScheme of ['light', 'dark'] as const) {
          await tab.emulateMedia({ colorScheme });
          for (const width of [1280, 390]) {
            await tab.setViewportSize({ width, height: 900 });
            const path = join(folder, `${locale}-${name}-${width}-${colorScheme}.png`);
            await tab.screenshot({ path, fullPage: true });
            const wide = await tab.locator('html').evaluate((html) => html.scrollWidth);
            expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
          }
          // Text of exactly its background's colour is not among what axe reports.
          const choice = tab.locator('.languages button').first();
          const ink = await tab.locator('body').evaluate((body) => getComputedStyle(body).color);
          await expect.poll(() => choice.evaluate((one) => getComputedStyle(one).color)).toBe(ink);
          await expectAccessible(tab);
        }
      };
      await tab.goto(`${baseUrl}/`);
      await look('sign-in');
      await tab.goto(url);
      await look('link');
      await tab.locator('main button').click();
      await look('account');
      await tab.locator('form[action$="reveal"] button').click();
      await look('shown');
      await tab.goto(`${baseUrl}/cont/api/key/revoke`);
      await look('revoke');
    },
    60_000,
  );
});
