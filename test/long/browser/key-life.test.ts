import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import { IDNO } from '../../support/companies.ts';
import { openPage } from '../../support/page.ts';
import { FRAME_TEXTS, isMissing, openTab, readKey, TEXTS } from './browser.ts';

const WAYS = LANGUAGES.flatMap((language) => [true, false].map((js) => [language, js] as const));

describe.skipIf(isMissing)('in a browser (needs Chromium)', () => {
  it.each(WAYS)('the key lives its whole life in %s, JavaScript: %s', async (language, js) => {
    const t = TEXTS[language];
    const { baseUrl, get, issueUrl } = await openPage();
    const options = { javaScriptEnabled: js, locale: language };
    const { tab, context } = await openTab(baseUrl, options);
    const press = (name: string) => tab.getByRole('button', { name, exact: true }).click();
    const fetchStatus = async (key: string) =>
      (await get(`/api/v1/company/${IDNO}`, { 'x-api-key': key })).status;

    await tab.goto(await issueUrl());
    expect(tab.url()).toBe(`${baseUrl}/cont/api/sign-in/link`);
    expect(await tab.locator('html').getAttribute('lang')).toBe(language);
    await press(t.signIn.linkButton);
    expect(tab.url()).toBe(`${baseUrl}/cont/api`);

    const second = await context.newPage();
    await second.goto(`${baseUrl}/cont/api`);
    await press(t.key.reveal);
    const old = await readKey(tab);
    expect(await fetchStatus(old)).toBe(200);
    await second.getByRole('button', { name: t.key.reveal }).click();
    expect(await second.getByRole('alert').textContent()).toBe(t.refusals.ALREADY_REVEALED);
    expect(await readKey(second)).toBe('');

    await press(t.key.regenerate);
    await tab.getByText(t.confirm.regenerate.warning).waitFor();
    await press(t.confirm.regenerate.button);
    const next = await readKey(tab);
    expect([await fetchStatus(old), await fetchStatus(next)]).toEqual([401, 200]);

    await press(t.key.revoke);
    await tab.getByText(t.confirm.revoke.warning).waitFor();
    await press(t.key.cancel);
    expect(await fetchStatus(next)).toBe(200);
    await press(t.key.revoke);
    await press(t.confirm.revoke.button);
    expect(await tab.getByRole('status').textContent()).toBe(t.done.revoked);
    expect(await fetchStatus(next)).toBe(401);

    await press(t.key.create);
    const last = await readKey(tab);
    expect([await fetchStatus(last), await fetchStatus(next)]).toEqual([200, 401]);
    await press(FRAME_TEXTS[language].signOut);
    expect(tab.url()).toBe(`${baseUrl}/cont/api/sign-in`);
    await tab.goto(`${baseUrl}/cont/api`);
    expect(tab.url()).toBe(`${baseUrl}/cont/api/sign-in`);
  });

  it('the key is copied whole by its button, and so is the code', async () => {
    const { baseUrl, issueUrl } = await openPage();
    const { tab, context } = await openTab(baseUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const readClipboard = () => tab.evaluate(() => navigator.clipboard.readText());
    await tab.goto(await issueUrl());
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('button', { name: 'Reveal key' }).click();
    await tab.getByRole('button', { name: 'Copy', exact: true }).click();
    await tab.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await readClipboard()).toBe(await readKey(tab));
    for (const name of ['curl', 'JavaScript', 'Python', 'PHP']) {
      await tab.locator('.tabs label', { hasText: name }).click();
      const shown = tab.locator('[role=radiogroup] .code:visible');
      await shown.getByRole('button').click();
      await shown.getByText('Copied', { exact: true }).waitFor();
      expect(await readClipboard()).toBe((await shown.locator('code').textContent())?.trim());
    }
    await tab.getByRole('button', { name: 'Copy the Shell code' }).click();
    expect(await readClipboard()).toBe(`export REGISTRU_API_KEY=${await readKey(tab)}`);
  });

  it('a sign-in is asked for, sent and used; the language chosen stays', async () => {
    const { baseUrl, notifications, account } = await openPage();
    const { tab } = await openTab(baseUrl);
    await tab.goto(`${baseUrl}/cont/api`);
    await tab.getByRole('button', { name: 'Русский' }).click();
    await tab.getByLabel(TEXTS.ru.signIn.email).fill('ana@test.example');
    await tab.getByRole('button', { name: TEXTS.ru.signIn.send }).click();
    await tab.getByText(TEXTS.ru.signIn.sent.mail('ana@test.example')).waitFor();
    const notification = notifications.findLast(({ kind }) => kind === 'sign_in_link');
    await tab.goto(notification?.kind === 'sign_in_link' ? notification.url : '');
    await tab.getByRole('button', { name: 'Română' }).click();
    expect(tab.url()).toBe(`${baseUrl}/cont/api/sign-in/link`);
    await tab.getByRole('button', { name: TEXTS.ro.signIn.linkButton }).click();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(TEXTS.ro.title);
    expect((await account()).language).toBe('ro');
    await tab.getByRole('button', { name: FRAME_TEXTS.ro.signOut, exact: true }).click();
    expect(await tab.locator('html').getAttribute('lang')).toBe('ro');
  });
});
