import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync'];

/** A browser that closes with the test. */
export async function openBrowser(options: Parameters<typeof chromium.launch>[0] = {}) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, ...options });
  onTestFinished(() => browser.close());
  return browser;
}

export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
