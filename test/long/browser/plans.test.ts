import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import { GUIDE_PATHS } from '../../../src/web/frame/frame.ts';
import { ACTOR, EMAIL } from '../../support/accounts.ts';
import { isMissing, openSignedIn, TEXTS, toSee } from './browser.ts';

const DAY_MS = 86_400_000;
const upgradeUrl = 'https://registru.example/plans';
const planPrices = {
  business: { ro: '490 lei / lună', ru: '490 леев / месяц', en: '490 MDL / month' },
  agency: { ro: '1 990 lei / lună', ru: '1 990 леев / месяц', en: '1 990 MDL / month' },
};

describe.skipIf(isMissing)('fit, can be read and are accessible (needs Chromium):', () => {
  it.each(LANGUAGES)('the pages of who lacks a plan in %s', async (locale) => {
    const { page, tab, go } = await openSignedIn({ plan: 'free', upgradeUrl }, { locale });
    const see = toSee(tab, locale);
    await see('free');
    await page.accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs: Date.now() + DAY_MS }, ACTOR);
    await go('/cont/api');
    await see('starter');
    await page.accounts.setPlan(EMAIL, { plan: 'business', endsAtMs: null }, ACTOR);
    await page.accounts.cancel(EMAIL, ACTOR);
    await go('/cont/api');
    await see('cancelled');
  });

  it.each(LANGUAGES)('an account whose plan ends or has ended in %s', async (locale) => {
    const { page, tab, go } = await openSignedIn({ upgradeUrl }, { locale });
    const see = toSee(tab, locale);
    const banner = tab.locator('.plan-end');
    for (const days of [14, 3, -1]) {
      const read = await page.account();
      const endsAtMs = Date.now() + days * DAY_MS - 1;
      const subscription = { ...read.subscription, plan: 'business', endsAtMs } as const;
      const next = { subscription: { status: 'active', changedAtMs: 1, ...subscription } } as const;
      expect(await page.store.accounts.replace({ read, next, entries: [] })).toBe(true);
      await go('/cont/api');
      expect(await banner.locator('a').textContent()).toBe(TEXTS[locale].plan.end.renew);
      // Three days before the end it has other words than two weeks before.
      await see(`plan-end-${days}`, days === 3 ? '.plan-end' : undefined);
    }
  });

  it.each(LANGUAGES)('what plans are offered, and at what price, in %s', async (locale) => {
    const offer = { plan: 'free', upgradeUrl, planPrices, hasCompanyPages: true } as const;
    const { tab, go, press } = await openSignedIn(offer, { locale });
    const see = toSee(tab, locale);
    await see('offer-account');
    await press('form.session');
    for (const [name, path, part] of [
      ['start', '/', undefined],
      ['guide', `${GUIDE_PATHS[locale]}#limit`, 'section:has(#limit)'],
      ['sign-in', '/cont/api/sign-in', undefined],
    ] as const) {
      await go(path);
      await see(`offer-${name}`, part);
      expect(await tab.locator(`main a[href="${upgradeUrl}"]`).count()).toBeGreaterThan(0);
    }
  });
});
