import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { en } from '../../../src/account-page/locales/en.ts';
import { ro } from '../../../src/account-page/locales/ro.ts';
import { ru } from '../../../src/account-page/locales/ru.ts';
import type { Texts } from '../../../src/account-page/locales/texts.ts';
import type { Language } from '../../../src/domain/account/language.ts';
import { en as frameEn } from '../../../src/web/frame/locales/en.ts';
import { ro as frameRo } from '../../../src/web/frame/locales/ro.ts';
import { ru as frameRu } from '../../../src/web/frame/locales/ru.ts';
import { KEY } from '../../support/page.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** A machine of one's own may have no Chromium; where every push is tested it has to be there. */
export const isMissing = !existsSync(CHROMIUM) && process.env['CI'] === undefined;
export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
export const FRAME_TEXTS = { ro: frameRo, ru: frameRu, en: frameEn };
/** The folder for screenshots of the pages; none are taken when it is unset. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
const WIDTHS = [1280, 390];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync'];

/** A tab of a new browser; its test fails if a page asked for or tried what it must not. */
export async function openTab(baseUrl: string, options: BrowserContextOptions = {}) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
    // The back button restores earlier pages unchanged, as it does in people's browsers.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  // Colours that still change would be found too pale.
  const still = { locale: 'en', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...still, ...options });
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(baseUrl)) faults.push(`asked for ${request.url()}`);
  });
  onTestFinished(async () => {
    await browser.close();
    expect(faults).toEqual([]);
  });
  return { tab: await context.newPage(), context, faults };
}

export async function readKey(tab: Page): Promise<string> {
  return KEY.exec(await tab.content())?.[0] ?? '';
}

/**
 * A page fits and can be read in light and dark, wide and narrow, and is free of what axe knows:
 * once where only its words are others than those of a page that is looked at in each way.
 */
export async function look(tab: Page, name: string, onlyWords = false): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 900 });
      await shoot(tab, `${name}-${width}-${colorScheme}`);
      const wide = await tab.locator('html').evaluate((html) => html.scrollWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      if (!onlyWords) await expectAccessible(tab, `${name} at ${width}, ${colorScheme}`);
    }
    await expectReadableChoice(tab);
  }
  if (onlyWords) await expectAccessible(tab, name);
}

export async function shoot(tab: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await tab.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

export async function expectAccessible(tab: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: tab }).analyze();
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(found, name).toEqual([]);
}

/** Text of exactly its background's colour is not among what axe reports. */
async function expectReadableChoice(tab: Page): Promise<void> {
  const choice = tab.locator('.top button').first();
  if ((await choice.count()) === 0) return;
  const ink = await tab.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect.poll(() => choice.evaluate((one) => getComputedStyle(one).color)).toBe(ink);
}
