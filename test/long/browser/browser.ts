import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Texts } from '../../../src/account-page/locales/en.ts';
import { en } from '../../../src/account-page/locales/en.ts';
import { ro } from '../../../src/account-page/locales/ro.ts';
import { ru } from '../../../src/account-page/locales/ru.ts';
import type { Language } from '../../../src/domain/account/language.ts';
import { en as frameEn } from '../../../src/web/frame/locales/en.ts';
import { ro as frameRo } from '../../../src/web/frame/locales/ro.ts';
import { ru as frameRu } from '../../../src/web/frame/locales/ru.ts';
import { ACTOR, EMAIL } from '../../support/accounts.ts';
import { KEY, openPage, type PageOptions } from '../../support/page.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** A machine of one's own may have no Chromium; where every push is tested it has to be there. */
export const isMissing = !existsSync(CHROMIUM) && process.env['CI'] === undefined;
export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
export const FRAME_TEXTS = { ro: frameRo, ru: frameRu, en: frameEn };
/** The folder for screenshots of the pages; none are taken when it is unset. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
/** Colours differ by scheme and the layout by width: axe scans each once, not each pair. */
const LOOKS = [
  [1280, 'light', true],
  [390, 'dark', true],
  [768, 'light', false],
  [320, 'light', false],
  // For screenshots only: they have the layouts of the first two.
  ...(SCREENSHOTS === undefined
    ? []
    : ([
        [390, 'light', false],
        [1280, 'dark', false],
      ] as const)),
] as const;
/** In pixels, at each side of the text. */
const MIN_MARGIN = 14;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync'];

/**
 * One for each worker of the tests, because to start one takes longer than most tests of a page; it
 * ends with the worker.
 */
let browser: Promise<Browser> | undefined;

/** A new profile of the browser, which goes with the test. */
export async function openProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
    // The back button restores earlier pages unchanged, as it does in people's browsers.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const context = await (await browser).newContext(options);
  onTestFinished(() => context.close());
  return context;
}

/** A tab of a new profile; its test fails if a page asked for or tried what it must not. */
export async function openTab(baseUrl: string, options: BrowserContextOptions = {}) {
  // Colours that still change would be found too pale.
  const still = { locale: 'en', reducedMotion: 'reduce' } as const;
  const faults: string[] = [];
  // Runs after the profile has closed.
  onTestFinished(() => expect(faults).toEqual([]));
  const context = await openProfile({ ...still, ...options });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(baseUrl)) faults.push(`asked for ${request.url()}`);
  });
  return { tab: await context.newPage(), context, faults };
}

/** A tab of the holder of an account, who has signed in with a link. */
export async function openSignedIn(
  options: PageOptions = {},
  { role, ...tabOptions }: BrowserContextOptions & { role?: 'staff' } = {},
) {
  const page = await openPage(options);
  if (role !== undefined) await page.accounts.setRole(EMAIL, role, ACTOR);
  const { tab, faults } = await openTab(page.baseUrl, tabOptions);
  await tab.goto(await page.issueUrl());
  await tab.locator('main button').click();
  const go = (path: string) => tab.goto(page.baseUrl + path);
  return { page, tab, go, faults, press: (form: string) => tab.locator(`${form} button`).click() };
}

export async function readKey(tab: Page): Promise<string> {
  return KEY.exec(await tab.content())?.[0] ?? '';
}

/** What differs from a page that is looked at in each way; left out: all of it. */
interface Difference {
  /** Only words do, so that colours need no second scan, and neither does one of the widths. */
  onlyWords?: boolean;
  /** The selector of the only part that does. */
  part?: string;
}

/** A page fits and can be read in light and dark, wide and narrow, and is free of what axe knows. */
export async function look(tab: Page, name: string, differs: Difference = {}): Promise<void> {
  for (const [width, colorScheme, isScanned] of LOOKS) {
    await Promise.all([
      tab.setViewportSize({ width, height: 900 }),
      tab.emulateMedia({ colorScheme }),
    ]);
    await shoot(tab, `${name}-${width}-${colorScheme}`);
    const { wide, margin } = await readLayout(tab);
    expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
    expect(margin, `${name} at ${width}`).toBeGreaterThanOrEqual(MIN_MARGIN);
    if (!isScanned) continue;
    await expectReadableChoice(tab);
    if (differs.onlyWords === true && width === 1280) continue;
    await expectAccessible(tab, `${name} at ${width}, ${colorScheme}`, differs);
  }
}

/** Looks at a page in its language. */
export function toSee(tab: Page, locale: Language) {
  return async (name: string, part?: string) => {
    expect(await tab.locator('html').getAttribute('lang')).toBe(locale);
    const differs = { onlyWords: locale !== 'en', ...(part !== undefined && { part }) };
    await look(tab, `${locale}-${name}`, differs);
  };
}

/**
 * The width that the page takes, and the space beside the part of it that comes closest to a side;
 * the editor uses all of it.
 */
function readLayout(tab: Page): Promise<{ wide: number; margin: number }> {
  return tab.locator('main:not(.staff) > *:visible').evaluateAll((parts) => {
    const spaces = parts.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return Math.min(left, innerWidth - right);
    });
    return { wide: document.documentElement.scrollWidth, margin: Math.min(...spaces) };
  });
}

export async function shoot(tab: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await tab.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

export async function expectAccessible(
  tab: Page,
  name: string,
  { onlyWords = false, part = 'html' }: Difference = {},
): Promise<void> {
  // Once for each page: the first scan after it takes twice as long as the later ones.
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.evaluate(axe.source);
  const found = await tab.evaluate(
    async ([scanned, hasColours]) => {
      const { violations } = await window.axe.run(scanned, {
        // Of what passes it would otherwise describe each element too.
        resultTypes: ['violations'],
        rules: { 'color-contrast': { enabled: hasColours } },
      });
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    [part, !onlyWords] as const,
  );
  expect(found, name).toEqual([]);
}

/** Text of exactly its background's colour is not among what axe reports. */
async function expectReadableChoice(tab: Page): Promise<void> {
  const choice = tab.locator('.top button').first();
  if ((await choice.count()) === 0) return;
  const ink = await tab.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect.poll(() => choice.evaluate((one) => getComputedStyle(one).color)).toBe(ink);
}
