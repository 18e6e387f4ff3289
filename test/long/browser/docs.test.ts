import { describe, expect, it } from 'vitest';
import { OPENAPI as openapi } from '../../../src/docs/openapi.ts';
import { openTestApp } from '../../support/app.ts';
import { expectAccessible, isMissing, openTab, shoot } from './browser.ts';

const PAGES = ['/docs', '/docs/reference', '/docs/data', '/docs/mcp', '/docs/versions'];

describe.skipIf(isMissing)('the documentation in a browser (needs Chromium)', () => {
  it('is accessible at every width, in light and dark', async () => {
    const { baseUrl } = await openTestApp();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        const viewport = { width, height: 900 };
        const { tab } = await openTab(baseUrl, { colorScheme, viewport });
        for (const path of PAGES) {
          await tab.goto(baseUrl + path);
          await shoot(tab, `${path.slice(1).replace('/', '-')}-${width}-${colorScheme}`);
          const wide = await tab.locator('html').evaluate((html) => html.scrollWidth);
          expect(wide, `${path} at ${width}`).toBeLessThanOrEqual(width);
          await expectAccessible(tab, `${path} at ${width}, ${colorScheme}`);
        }
      }
    }
  });

  it.each([true, false])('is whole with JavaScript: %s', async (javaScriptEnabled) => {
    const { baseUrl } = await openTestApp();
    const { tab } = await openTab(baseUrl, { javaScriptEnabled });
    await tab.goto(`${baseUrl}/docs`);
    await tab.getByRole('link', { name: 'Reference', exact: true }).click();
    for (const name of Object.keys(openapi.components.schemas.Company.properties)) {
      expect(await tab.getByRole('link', { name, exact: true }).isVisible()).toBe(true);
    }
    for (const status of ['200', '404', '429']) {
      expect(await tab.locator(`#status-${status}`).isVisible()).toBe(true);
    }
    await tab.goto(`${baseUrl}/docs`);
    const code = tab.getByRole('region', { name: 'First request: Python' });
    expect(await code.isVisible()).toBe(false);
    await tab.getByText('Python', { exact: true }).first().click();
    expect(await code.isVisible()).toBe(true);
    expect(await code.textContent()).toContain(`${baseUrl}/api/v1/company/`);
    const copy = tab.getByRole('button', { name: 'Copy the Python code' }).first();
    expect(await copy.isVisible()).toBe(javaScriptEnabled);
  });

  it('copies the code that is shown', async () => {
    const { baseUrl } = await openTestApp();
    const { tab, context } = await openTab(baseUrl);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.goto(`${baseUrl}/docs`);
    await tab.getByRole('button', { name: 'Copy the curl code' }).first().click();
    await expect
      .poll(() => tab.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^curl http:.*\n {2}--header "Authorization: Bearer \$REGISTRU_API_KEY"$/);
  });
});
