import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { IDNO } from '../../support/companies.ts';
import { isMissing, openSignedIn } from './browser.ts';

/** The ring around what has the focus, and its contrast to the background on which it is drawn. */
async function readRing(tab: Page) {
  const { html, width, ring, ground } = await tab.locator(':focus').evaluate((one) => {
    // A radio button of tabs or of the chart is not seen: its label has the ring.
    const label = one instanceof HTMLInputElement && one.type === 'radio' ? one.labels?.[0] : null;
    const shown = label ?? one;
    const { outlineColor, outlineWidth, outlineStyle } = getComputedStyle(shown);
    let under: Element | null = shown.parentElement;
    const toColour = (element: Element) => getComputedStyle(element).backgroundColor;
    while (under !== null && toColour(under) === 'rgba(0, 0, 0, 0)') under = under.parentElement;
    return {
      html: shown.outerHTML.slice(0, 200),
      width: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      ring: outlineColor,
      ground: under === null ? 'rgb(255, 255, 255)' : toColour(under),
    };
  });
  const [one = 0, other = 0] = [toLuminance(ring), toLuminance(ground)].sort((a, b) => b - a);
  return { html, width, contrast: (one + 0.05) / (other + 0.05) };
}

/** Relative luminance of `rgb(…)`, as WCAG 2 defines it. */
function toLuminance(colour: string): number {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const PATHS = [
  '/',
  '/docs',
  '/cont/api',
  '/companie?name=strengarul',
  `/companie/${IDNO}`,
  '/staff?q=strengarul',
  `/staff/company/${IDNO}`,
];

it.skipIf(isMissing)('where the focus is can be seen (needs Chromium)', async () => {
  const { tab, go } = await openSignedIn({ hasCompanyPages: true }, { role: 'staff' });
  for (const path of PATHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      await go(path);
      const stops = Math.min(
        40,
        await tab.locator(':is(a, button, input, select):visible').count(),
      );
      for (let stop = 0; stop < stops; stop++) {
        await tab.keyboard.press('Tab');
        // Radio buttons of one group are one stop.
        if ((await tab.locator(':focus').count()) === 0) break;
        const { html, width, contrast } = await readRing(tab);
        expect(width, `${path}: ${html}`).toBeGreaterThanOrEqual(2);
        expect(contrast, `${path}: ${html}`).toBeGreaterThanOrEqual(3);
      }
    }
  }
});
