import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/account/language.ts';
import { WEBHOOK_STOPS, type WebhookStop } from '../../../src/domain/account/webhook.ts';
import type { Webhook } from '../../../src/store/port/webhooks.ts';
import { ACTOR, EMAIL } from '../../support/accounts.ts';
import {
  openWebhookPage,
  SECRET,
  toAttempts,
  type WebhookPageOptions,
} from '../../support/webhook-page.ts';
import { isMissing, openTab, TEXTS, toSee } from './browser.ts';

const MAX_STOPS = 200;

/** As somebody without a mouse does. */
async function reach(tab: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await tab.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** A signed-in tab, and ways to the states of the webhook. */
async function openHolder(locale: Language, options: WebhookPageOptions = {}) {
  const t = TEXTS[locale].webhook;
  const { page, receiver, change } = await openWebhookPage(options);
  const { tab } = await openTab(page.baseUrl, { locale });
  const go = (path: string) => tab.goto(page.baseUrl + path);
  const look = toSee(tab, locale);
  const see = (name: string, part?: string) => look(`webhook-${name}`, part);
  await tab.goto(await page.issueUrl());
  await tab.locator('main button').click();
  return {
    page,
    tab,
    go,
    see,
    change,
    atMs: page.clock.nowMs(),
    async setUp(url = receiver.url) {
      await tab.getByLabel(t.address).fill(url);
      await tab.getByRole('button', { name: t.create }).click();
    },
    async show(name: string, changed: Partial<Webhook>) {
      await change(changed);
      await go('/cont/api');
      await see(name, '#webhook');
    },
  };
}

const toFailing = (atMs: number) => ({
  failures: 3,
  failingSinceMs: atMs - 4_000_000,
  nextAttemptMs: atMs + 60_000,
});

describe.skipIf(isMissing)('the webhook in a browser (needs Chromium)', () => {
  it.each([true, false])('lives its whole life by keyboard, JavaScript: %s', async (js) => {
    const t = TEXTS.en.webhook;
    const { page, receiver } = await openWebhookPage();
    const { tab } = await openTab(page.baseUrl, { javaScriptEnabled: js });
    const card = tab.locator('#webhook');
    const press = async (name: string, role: 'button' | 'link' = 'button') => {
      await reach(tab, tab.getByRole(role, { name, exact: true }));
      await Promise.all([tab.waitForEvent('load'), tab.keyboard.press('Enter')]);
    };
    await tab.goto(await page.issueUrl());
    await press('Sign in');
    await reach(tab, tab.getByLabel(t.address));
    await tab.keyboard.type(receiver.url);
    await press(t.create);
    const first = SECRET.exec(await tab.locator('#new-secret').innerText())?.[0];
    expect(first).toBeDefined();
    await press(t.actions.test);
    expect(await tab.content()).not.toMatch(SECRET);
    expect(await card.locator('tbody tr').first().innerText()).toMatch(/204\s+\d+\sms\s+Test/);
    await press(t.actions.pause);
    expect(await card.locator('.badge').innerText()).toBe(t.states.paused);
    await press(t.actions.resume);
    expect(await card.locator('.badge').innerText()).toBe(t.states.working);
    await press(t.actions.rotate, 'button');
    await press(t.confirm.rotate.button);
    expect(SECRET.exec(await tab.locator('#new-secret').innerText())?.[0]).not.toBe(first);
    await press(t.actions.remove);
    await press(TEXTS.en.key.cancel);
    expect(await card.locator('.badge').count()).toBe(1);
    await press(t.actions.remove);
    await press(t.confirm.remove.button);
    expect(await card.locator('.badge').count()).toBe(0);
  });

  it('has a secret that is copied whole, and is gone after going back', async () => {
    const { page, receiver } = await openWebhookPage();
    const { tab, context } = await openTab(page.baseUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(await page.issueUrl());
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByLabel(TEXTS.en.webhook.address).fill(receiver.url);
    await tab.getByRole('button', { name: TEXTS.en.webhook.create }).click();
    await tab.getByRole('button', { name: 'Copy', exact: true }).click();
    await tab.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    const copied = await tab.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(SECRET.exec(await tab.content())?.[0]);
    // The browser does not send the form again, and it has cached nothing to show.
    await tab.goto(`${page.baseUrl}/cont/api`);
    await tab.goBack().catch(() => {});
    await expect.poll(() => tab.content().catch(() => '')).not.toMatch(SECRET);
    await tab.reload().catch(() => {});
    await expect.poll(() => tab.content().catch(() => '')).not.toMatch(SECRET);
  });

  it.each(LANGUAGES)('fits, can be read and is accessible in %s', async (locale) => {
    const { tab, see, show, setUp, go, atMs } = await openHolder(locale);
    await see('none');
    await setUp();
    await see('secret');
    await show('retrying', { attempts: toAttempts(atMs), ...toFailing(atMs) });
    await go('/cont/api/webhook/rotate');
    await see('rotate');
    await tab.locator('main form button').first().click();
    await show('rotated', {});
  });

  it('fits, can be read and is accessible in every other state', async () => {
    const { page, tab, see, show, change, setUp, go, atMs } = await openHolder('en');
    await setUp('https://10.0.0.1/');
    await tab.getByRole('alert').waitFor();
    await see('refused');
    await setUp();
    await show('new', {});
    await show('working', { attempts: toAttempts(atMs).filter(({ fault }) => fault === null) });
    await show('paused', { state: 'paused' });
    for (const stop of Object.keys(WEBHOOK_STOPS) as WebhookStop[]) {
      await show(`stopped-${stop}`, { state: 'stopped', stop });
    }
    await go('/cont/api/webhook/remove');
    await see('remove');
    await page.accounts.cancel(EMAIL, ACTOR);
    await change({ state: 'working', stop: null });
    await go('/cont/api');
    await see('without-plan');
  });

  it('says that deliveries are off', async () => {
    const { tab, see, setUp } = await openHolder('en', { isOff: true });
    await setUp();
    await tab.getByText(TEXTS.en.webhook.off).waitFor();
    await see('off', '#webhook');
  });
});
