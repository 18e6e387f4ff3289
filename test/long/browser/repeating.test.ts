import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ACTOR } from '../../support/accounts.ts';
import { openPage, type TestPage } from '../../support/page.ts';
import { isMissing, openTab, readKey } from './browser.ts';

const OPERATIONS = ['reveal', 'regenerate', 'create'] as const;
/** Half a second passes before each answer. */
const SLOW = { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 };
type Operation = (typeof OPERATIONS)[number];

/** A signed-in tab, and a way to the answers of forms that show a key. */
async function openHolder(javaScriptEnabled: boolean) {
  const page = await openPage();
  const { tab } = await openTab(page.baseUrl, { javaScriptEnabled });
  await tab.goto(await page.issueUrl());
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL(`${page.baseUrl}/cont/api`);
  return {
    page,
    tab,
    async show(operation: Operation) {
      const read = await page.account();
      if (operation === 'create') await revoke(page);
      if (operation === 'regenerate' && read.apiKey === null) {
        await page.keys.create(read, read.lastKeyId, ACTOR);
      }
      await tab.goto(
        `${page.baseUrl}/cont/api${operation === 'regenerate' ? '/key/regenerate' : ''}`,
      );
      await tab.locator(`form[action$="${operation}"] button`).click();
      expect(await readKey(tab), operation).not.toBe('');
    },
  };
}

async function revoke({ keys, account }: TestPage) {
  const read = await account();
  if (read.apiKey !== null) await keys.revoke(read, read.apiKey.id, ACTOR);
}

/** With the pause of a person, in which the browser sends the first request. */
async function clickTwice(tab: Page, name: string) {
  await tab.getByRole('button', { name }).hover();
  for (let click = 0; click < 2; click++) {
    await tab.mouse.down();
    await tab.mouse.up();
    await sleep(100);
  }
}

describe.skipIf(isMissing)('in a browser (needs Chromium)', () => {
  it.each([true, false])('no answer, loaded again, has a key, JavaScript: %s', async (js) => {
    const { page, tab, show } = await openHolder(js);
    for (const operation of OPERATIONS) {
      await show(operation);
      for (const change of [async () => {}, () => revoke(page)]) {
        await change();
        const before = await page.account();
        await tab.reload();
        expect(await tab.getByRole('alert').count(), operation).toBe(1);
        expect(await readKey(tab), operation).toBe('');
        expect(await page.account(), operation).toEqual(before);
      }
    }
  });

  it('a double click on a slow network sends a form once: to sign in, to show a key', async () => {
    const page = await openPage();
    const { tab, context } = await openTab(page.baseUrl);
    await tab.goto(await page.issueUrl());
    const devTools = await context.newCDPSession(tab);
    await devTools.send('Network.emulateNetworkConditions', SLOW);
    await clickTwice(tab, 'Sign in');
    await tab.waitForURL(`${page.baseUrl}/cont/api`);
    await clickTwice(tab, 'Reveal key');
    await expect.poll(() => readKey(tab).catch(() => '')).not.toBe('');
    expect(await tab.getByRole('alert').count()).toBe(0);
  });

  it('a double click on one language sends it once, and another language at once', async () => {
    const page = await openPage();
    const { tab, context } = await openTab(page.baseUrl);
    await tab.goto(`${page.baseUrl}/cont/api/sign-in`);
    const devTools = await context.newCDPSession(tab);
    await devTools.send('Network.emulateNetworkConditions', SLOW);
    let sent = 0;
    tab.on('request', (request) => {
      if (request.method() === 'POST') sent++;
    });
    await clickTwice(tab, 'Română');
    expect(sent).toBe(1);
    await clickTwice(tab, 'Русский');
    await tab.waitForSelector('html[lang=ru]');
    expect(sent).toBe(2);
  });

  it.each([true, false])('the back button shows no key, JavaScript: %s', async (js) => {
    const { page, tab, show } = await openHolder(js);
    for (const operation of OPERATIONS) {
      await show(operation);
      const before = await page.account();
      await tab.goto(`${page.baseUrl}/cont/api`);
      // The browser does not send the form again, and it has cached nothing to show.
      await tab.goBack().catch(() => {});
      await expect.poll(() => readKey(tab).catch(() => null), { message: operation }).toBe('');
      await tab.reload().catch(() => {});
      await expect.poll(() => readKey(tab).catch(() => null), { message: operation }).toBe('');
      expect(await page.account(), operation).toEqual(before);
    }
  });

  it('the address of the answer, typed again, leads to the account', async () => {
    const { page, tab, show } = await openHolder(true);
    await show('reveal');
    await tab.goto(`${page.baseUrl}/cont/api/key/reveal`);
    expect(tab.url()).toBe(`${page.baseUrl}/cont/api`);
    expect(await readKey(tab)).toBe('');
  });

  it('the back button after signing out shows nothing of the account', async () => {
    const { page, tab, show } = await openHolder(true);
    await show('reveal');
    await tab.goto(`${page.baseUrl}/cont/api`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    const signIn = `${page.baseUrl}/cont/api/sign-in`;
    await tab.waitForURL(signIn);
    await tab.goBack();
    await tab.waitForURL(signIn);
    expect(await tab.content()).not.toContain('Ana@test.example');
  });
});
