import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_IDNO, TEST_COMPANIES } from '../../../src/domain/company/test-companies.ts';
import { EMAIL } from '../../support/accounts.ts';
import { COMPANY, IDNO, toStored } from '../../support/companies.ts';
import { makeRun } from '../../support/imports.ts';
import { isMissing, openSignedIn, readKey } from './browser.ts';

const PHONE = { width: 390, height: 844 };
const COUNTS = {
  ...{ read: 1_500, new: 12, changed: 30, unchanged: 1_458, duplicates: 0, withoutIdno: 0 },
  ...{ rejected: 0, rejectedBy: {}, gone: 2 },
};
const MAX_TABS = 60;

interface Steps {
  keys: number;
  pages: number;
}

/** A person without a mouse: what they press, and how many keys and pages that takes. */
function useKeyboard(tab: Page) {
  const steps: Steps = { keys: 0, pages: 0 };
  tab.on('request', (request) => {
    if (request.isNavigationRequest() && request.redirectedFrom() === null) steps.pages++;
  });
  async function press(key: string): Promise<void> {
    await tab.keyboard.press(key);
    steps.keys++;
  }
  /** The browser moves the focus to a field with `autofocus` only some time after the page has loaded. */
  const waitForField = () => tab.locator('input:focus').waitFor();
  return {
    steps,
    press,
    waitForField,
    /** A text counts as one key, whatever its length. */
    async type(text: string): Promise<void> {
      await waitForField();
      await tab.keyboard.type(text);
      steps.keys++;
    },
    /** Goes to what a screen reader calls by this name. */
    async reach(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
      for (let tabs = 0; tabs < MAX_TABS; tabs++) {
        await press(key);
        const focused = tab.locator(':focus');
        if ((await focused.count()) > 0 && (await hasName(focused, name))) return;
      }
      throw new Error(`${MAX_TABS} tabs do not reach ${name}`);
    },
    /** Leaves the header out. */
    async skip(): Promise<void> {
      await press('Tab');
      await press('Enter');
    },
    /** Follows a link or presses a button that leads to another page. */
    async enter(): Promise<void> {
      const loaded = tab.waitForEvent('load');
      await press('Enter');
      await loaded;
    },
  };
}

function expectAtMost({ keys, pages }: Steps, most: Steps): void {
  expect(keys).toBeLessThanOrEqual(most.keys);
  expect(pages).toBe(most.pages);
}

async function hasName(focused: Locator, name: string): Promise<boolean> {
  const found = await focused.evaluate((one) => {
    const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : null;
    return one.getAttribute('aria-label') ?? label ?? one.textContent;
  });
  return found?.trim() === name;
}

describe.skipIf(isMissing)('with the keyboard alone, in a browser (needs Chromium):', () => {
  it('somebody who evaluates the API gets a first answer from the start page', async () => {
    const { tab, go } = await openSignedIn({ hasCompanyPages: true });
    const { steps, skip, reach, enter, press } = useKeyboard(tab);
    await go('/');
    await skip();
    await reach('Try it without an account');
    await enter();
    await reach('Send request');
    await press('Enter');
    const answer = tab.locator('#try-text');
    await expect.poll(() => answer.textContent()).toContain(EXAMPLE_IDNO);
    expect(await answer.textContent()).toContain(TEST_COMPANIES[0]?.company.name);
    expectAtMost(steps, { keys: 20, pages: 2 });
  });

  it('a holder replaces the key on a phone', async () => {
    const { page, tab, go } = await openSignedIn({}, { viewport: PHONE });
    const old = await page.revealKey();
    const { steps, skip, reach, enter } = useKeyboard(tab);
    await go('/cont/api');
    await skip();
    await reach('Regenerate…');
    await enter();
    await skip();
    await reach('Regenerate key');
    await enter();
    const next = await readKey(tab);
    const toStatus = async (key: string) =>
      (await page.get(`/api/v1/company/${IDNO}`, { 'x-api-key': key })).status;
    expect([await toStatus(old), await toStatus(next)]).toEqual([401, 200]);
    expectAtMost(steps, { keys: 10, pages: 3 });
  });

  it('support finds an account and a company, and says why a field is null', async () => {
    const { page, tab, go } = await openSignedIn({}, { role: 'staff' });
    const stored = toStored({ ...COMPANY, address: null });
    await page.store.companies.write([{ ...stored, flags: ['address_unknown'] }], []);
    const { steps, skip, reach, enter, type } = useKeyboard(tab);
    await go('/staff');
    await type(EMAIL.slice(0, 5));
    await enter();
    await skip();
    await reach(EMAIL);
    await enter();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(EMAIL);
    await skip();
    await reach('Search');
    await enter();
    await type('strengarul');
    await enter();
    await skip();
    await reach(COMPANY.name);
    await enter();
    const row = tab.getByRole('row', { name: /^address / });
    expect(await row.textContent()).toContain('address_unknown');
    expectAtMost(steps, { keys: 30, pages: 6 });
  });

  it("staff see whether last week's import was fine", async () => {
    const { page, tab, go } = await openSignedIn({}, { role: 'staff' });
    for (const startedAtMs of [1, 2, 3, 4]) {
      const run = makeRun({ id: `run ${startedAtMs}`, startedAtMs, counts: COUNTS });
      await page.store.imports.record(run);
    }
    const { steps, reach, enter, waitForField } = useKeyboard(tab);
    await go('/staff');
    await waitForField();
    await reach('Imports', 'Shift+Tab');
    await enter();
    expect(await tab.locator('.verdict').first().textContent()).toBe('As usual.');
    expectAtMost(steps, { keys: 5, pages: 2 });
  });

  it('somebody finds a company from the start page, without diacritics', async () => {
    const { tab, go } = await openSignedIn({ hasCompanyPages: true });
    const { steps, skip, reach, enter, type } = useKeyboard(tab);
    await go('/');
    await skip();
    await reach('Find a company by name or IDNO');
    await type('strengarul de aur');
    await enter();
    await skip();
    await reach(COMPANY.name);
    await enter();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(COMPANY.name);
    expectAtMost(steps, { keys: 16, pages: 3 });
  });
});
