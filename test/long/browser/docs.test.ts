import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OPENAPI as openapi } from '../../../src/docs/openapi.ts';
import { PAGES, TEXTS } from '../../../src/docs/pages.ts';
import { TEST_API_KEY } from '../../../src/domain/account/api-key.ts';
import { EXAMPLE_IDNO, UNKNOWN_TEST_IDNO } from '../../../src/domain/company/test-companies.ts';
import { openTestApp } from '../../support/app.ts';
import { expectAccessible, isMissing, look, openTab, shoot } from './browser.ts';

const PATHS = [...PAGES.map(({ path }) => path), '/docs/search?q=limit'];
const GUIDES = PAGES.filter(({ name }) => name === 'guide');

/** Only its words differ from a page that is scanned in both ways. */
const isTranslation = (path: string) => /^\/docs\/r[ou]$/.test(path);

/** Whether two elements lie over each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error(`${one} or ${other} is not shown`);
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  const isBelow = a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !isBeside && !isBelow;
}

describe.skipIf(isMissing)('the documentation in a browser (needs Chromium)', () => {
  it('fits every width and is accessible, in light and dark', async () => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl);
    for (const path of PATHS) {
      await tab.goto(baseUrl + path);
      await look(tab, path.slice(1).replaceAll(/\W/g, '-'), { onlyWords: isTranslation(path) });
    }
  });

  it.each([true, false])('is whole with JavaScript: %s', async (javaScriptEnabled) => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl, { javaScriptEnabled });
    await tab.goto(`${baseUrl}/docs`);
    await tab.getByRole('link', { name: 'Reference', exact: true }).click();
    expect(await tab.locator('#status-429').isVisible()).toBe(true);
    await tab.locator('.menu').getByRole('link', { name: 'Fetch one company' }).click();
    for (const name of Object.keys(openapi.components.schemas.Company.properties)) {
      expect(await tab.getByRole('link', { name, exact: true }).isVisible()).toBe(true);
    }
    for (const status of ['200', '404']) {
      expect(await tab.locator(`#status-${status}`).isVisible()).toBe(true);
    }
    for (const name of ['JavaScript', 'Python', 'PHP', 'curl']) {
      await tab.locator('.tabs label').getByText(name, { exact: true }).click();
      expect(await tab.getByRole('region', { name: `Request: ${name}` }).isVisible()).toBe(true);
    }
    await tab.goto(`${baseUrl}/docs`);
    const code = tab.getByRole('region', { name: 'First request: Python' });
    expect(await code.isVisible()).toBe(false);
    await tab.getByText('Python', { exact: true }).first().click();
    expect(await code.isVisible()).toBe(true);
    expect(await code.textContent()).toContain(`${baseUrl}/api/v1/company/`);
    const copy = tab.getByRole('button', { name: 'Copy the Python code' }).first();
    expect(await copy.isVisible()).toBe(javaScriptEnabled);
    expect(await tab.locator('#try-form').isVisible()).toBe(javaScriptEnabled);
    expect(await tab.locator('#try-without-script').isVisible()).toBe(!javaScriptEnabled);

    await tab.getByRole('searchbox').fill('rolling');
    await tab.getByRole('button', { name: 'Search', exact: true }).click();
    await tab.locator('main').getByRole('link', { name: 'The rolling limit' }).click();
    expect(tab.url()).toBe(`${baseUrl}/docs#limit`);
  });

  it('copies the code that is shown, and an answer that is shown whole', async () => {
    const { baseUrl } = await openTestApp();
    const { tab, context } = await openTab(baseUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(`${baseUrl}/docs`);
    await tab.getByRole('button', { name: 'Copy the curl code' }).first().click();
    await expect
      .poll(() => tab.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^curl http:.*\n {2}--header "Authorization: Bearer \$REGISTRU_API_KEY"$/);
    await tab.getByRole('button', { name: 'Copy: The response', exact: true }).click();
    await expect
      .poll(() => tab.evaluate('navigator.clipboard.readText()'))
      .toMatch(new RegExp(`^{\\n {2}"idno": "${EXAMPLE_IDNO}"[^]*}$`));
    const hidden = await tab
      .getByRole('region', { name: 'The response', exact: true })
      .evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden).toBe(0);
  });

  it.each([390, 414])('shows every tab in every language at %i px', async (width) => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl, { viewport: { width, height: 900 } });
    for (const { path } of GUIDES) {
      await tab.goto(baseUrl + path);
      const tabs = tab.locator('.tabs', { has: tab.locator('#first-0') });
      const copy = tabs.locator('.code > button').filter({ visible: true });
      for (const label of await tabs.locator('> label').all()) {
        expect(await overlap(label, copy), `${path}: ${await label.textContent()}`).toBe(false);
      }
      await tabs.getByText('PHP', { exact: true }).click();
      expect(await tab.locator('#first-3').isChecked()).toBe(true);
    }
  });

  it('shows request and response beside the text where there is room', async () => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl, { viewport: { width: 1280, height: 900 } });
    const toBox = async (selector: string) => {
      const box = await tab.locator(selector).first().boundingBox();
      if (box === null) throw new Error(`${selector} is not shown`);
      return box;
    };
    for (const { path } of PAGES.filter(({ operation }) => operation !== undefined)) {
      await tab.setViewportSize({ width: 1280, height: 900 });
      await tab.goto(baseUrl + path);
      const text = await toBox('.endpoint');
      expect((await toBox('.tabs')).x, path).toBeGreaterThanOrEqual(text.x + text.width);
      await tab.setViewportSize({ width: 390, height: 900 });
      expect((await toBox('.tabs')).y, path).toBeGreaterThan((await toBox('.endpoint')).y);
    }
  });

  it.each([true, false])('has its contents on a phone, JavaScript: %s', async (js) => {
    const { baseUrl } = await openTestApp();
    const viewport = { width: 390, height: 844 };
    const { tab } = await openTab(baseUrl, { viewport, javaScriptEnabled: js });
    await tab.goto(`${baseUrl}/docs`);
    const contents = tab.locator('.contents');
    const link = contents.getByRole('link', { name: TEXTS.en.sections.webhooks, exact: true });
    expect(await link.isVisible()).toBe(false);
    await contents.locator('summary').click();
    expect(await contents.getByRole('link').allTextContents()).toEqual(
      Object.values(TEXTS.en.sections),
    );
    await shoot(tab, `docs-contents-${js}`);
    await link.click();
    expect(new URL(tab.url()).hash).toBe('#webhooks');
    if (!js) return;
    expect(await link.isVisible()).toBe(false);
    // It stays at the top, with the section that is being read, and covers no heading.
    await expect
      .poll(() => contents.locator('summary').textContent())
      .toBe(`${TEXTS.en.contents}: ${TEXTS.en.sections.webhooks}`);
    expect((await contents.boundingBox())?.y).toBe(0);
    expect(await overlap(contents, tab.locator('#webhooks'))).toBe(false);
    await contents.locator('summary').click();
    const current = contents.locator('[aria-current="location"]');
    expect(await current.allTextContents()).toEqual([TEXTS.en.sections.webhooks]);
    await look(tab, 'docs-contents');
    await tab.setViewportSize({ width: 1280, height: 900 });
    expect(await contents.isVisible()).toBe(false);
  });

  it('marks in the menu which section is being read', async () => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl, { viewport: { width: 1280, height: 900 } });
    const marked = tab.locator('.menu [aria-current="location"]');
    await tab.goto(`${baseUrl}/docs`);
    expect(await marked.count()).toBe(0);
    await tab.locator('#limit').evaluate((heading) => heading.scrollIntoView());
    await expect.poll(() => marked.allTextContents()).toEqual([TEXTS.en.sections.limit]);
    await tab.locator('footer').scrollIntoViewIfNeeded();
    await expect.poll(() => marked.allTextContents()).toEqual([TEXTS.en.sections.tools]);
  });

  it('begins a search at a slash, which can be typed too', async () => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl);
    await tab.goto(`${baseUrl}/docs/reference/search`);
    await tab.keyboard.press('/');
    await tab.keyboard.type('a/b');
    expect(await tab.getByRole('searchbox').inputValue()).toBe('a/b');
  });

  it('finds while one types, by the keyboard alone', async () => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl);
    await tab.goto(`${baseUrl}/docs/ru`);
    await tab.keyboard.press('Control+k');
    await tab.keyboard.type('лимит');
    const link = tab.locator('#finder-results').getByRole('link', {
      name: TEXTS.ru.sections.limit,
    });
    await link.waitFor();
    await expectAccessible(tab, 'with results');
    await link.focus();
    await tab.keyboard.press('Enter');
    await expect.poll(() => tab.url()).toBe(`${baseUrl}/docs/ru#limit`);
    expect(await tab.locator('#finder-results a').count()).toBe(0);
  });

  it('tries a test company with a key that stays in its tab', async () => {
    const { baseUrl, subscribe } = await openTestApp();
    const key = await subscribe('a@test.example', 'business');
    const { tab, context } = await openTab(baseUrl);
    await tab.goto(`${baseUrl}/docs`);
    const answer = tab.locator('#try-text');
    const send = tab.getByRole('button', { name: 'Send request' });

    expect(await tab.getByLabel('API key').inputValue()).toBe(TEST_API_KEY);
    await send.click();
    await expect.poll(() => answer.textContent()).toContain(`"idno": "${EXAMPLE_IDNO}"`);
    expect(await tab.locator('#try-forget').isVisible()).toBe(false);
    await tab.getByLabel('API key').fill('reg_wrong');
    await send.click();
    await expect.poll(() => answer.textContent()).toContain('missing_or_invalid_api_key');
    await tab.getByLabel('API key').fill(` ${key} `);
    await send.click();
    await expect.poll(() => answer.textContent()).toContain(`"idno": "${EXAMPLE_IDNO}"`);
    expect(await answer.textContent()).toMatch(/x-ratelimit-remaining: \d+\n/);
    await tab.getByLabel('Company', { exact: true }).selectOption(UNKNOWN_TEST_IDNO);
    await send.click();
    await expect.poll(() => answer.textContent()).toContain('not_found');
    await expectAccessible(tab, 'with an answer');
    await shoot(tab, 'docs-tried');

    expect(tab.url()).not.toContain(key);
    await tab.reload();
    expect(await tab.getByLabel('API key').inputValue()).toBe(key);
    const other = await context.newPage();
    await other.goto(`${baseUrl}/docs`);
    expect(await other.getByLabel('API key').inputValue()).toBe(TEST_API_KEY);
    expect(await tab.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
    await tab.getByRole('button', { name: 'Forget the key' }).click();
    await tab.reload();
    expect(await tab.getByLabel('API key').inputValue()).toBe(TEST_API_KEY);
  });
});
