import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CARD_HEIGHT, CARD_WIDTH } from '../../../src/company-page/widget-card.ts';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import { EXAMPLE_IDNO } from '../../../src/domain/company/test-companies.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { COMPANY, delist, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../../support/companies.ts';
import { openHttpServer } from '../../support/http-server.ts';
import { makeRun } from '../../support/imports.ts';
import { expectAccessible, isMissing, openTab, shoot, toSee } from './browser.ts';

const [DELISTED, LONG] = [toIdno(1), toIdno(2)];
const SHOWN = [IDNO, DELISTED, LONG, EXAMPLE_IDNO, UNKNOWN_IDNO, '12'];
/** As wide as the register has them. */
const LONG_COMPANY: Company = {
  ...COMPANY,
  idno: LONG,
  name: `${'ÎNTREPRINDEREA'.repeat(4)} ${'DE PRODUCȚIE ȘI COMERȚ '.repeat(12)}`,
  status: 'insolvabila',
  region: '9601',
};

/** A service with companies, and a tab with a page of another site. */
async function openForeign(
  toHtml: (app: TestApp) => string | Promise<string>,
  headers: Record<string, string> = {},
) {
  const app = await openTestApp({ hasCompanyPages: true });
  const { baseUrl, store } = app;
  await store.imports.record(makeRun());
  await store.companies.write([LONG_COMPANY, { ...COMPANY, idno: DELISTED }].map(toStored), []);
  await delist(store.companies, [DELISTED], '2026-09-21');
  const html = await toHtml(app);
  // A browser lets no page of the internet ask for addresses of this machine.
  const { port } = await openHttpServer({
    handle: (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': `default-src 'none'; img-src data:; script-src ${baseUrl}; frame-src ${baseUrl}; connect-src ${baseUrl}; base-uri 'none'; require-trusted-types-for 'script'`,
          ...headers,
        })
        .end(html),
  });
  const { tab, context, faults } = await openTab(baseUrl);
  const foreign = `http://localhost:${port}/`;
  await tab.goto(foreign);
  // The one request that does not go to the service.
  expect(faults.splice(0)).toEqual([`asked for ${foreign}`]);
  return { ...app, tab, context, foreign };
}

const toElements =
  (lang: string, theme: string) =>
  ({ baseUrl }: TestApp) =>
    `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>Foreign</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:">
<script src="${baseUrl}/api/widget.js" async></script></head>
<body leftmargin="0" rightmargin="0"><main><h1>Foreign</h1>${SHOWN.map(
      (idno) =>
        `<registru-company idno="${idno}" theme="${theme}"><a href="/">${idno}</a></registru-company>`,
    ).join('')}</main></body></html>`;

/** The cards of a page, in its order, once all have loaded. In sandboxed frames no code runs. */
async function listCards(tab: Page) {
  const frames = tab.locator('registru-company iframe');
  await expect.poll(() => frames.count()).toBe(SHOWN.length);
  const cards = SHOWN.map((_, place) => ({
    frame: frames.nth(place),
    card: frames.nth(place).contentFrame(),
  }));
  for (const { frame, card } of cards) {
    await frame.scrollIntoViewIfNeeded();
    await card.locator('footer').waitFor();
  }
  return cards;
}

const readGround = (tab: Page) =>
  tab.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
const GROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(20, 27, 36)' } as const;

describe.skipIf(isMissing)('the widget in a page of another site (needs Chromium)', () => {
  it.each(
    LANGUAGES.flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => [language, theme] as const),
    ),
  )('fits and is accessible under a strict policy: %s, %s', async (language, theme) => {
    const { tab, context, baseUrl } = await openForeign(toElements(language, theme));
    for (const width of [1280, 320]) {
      // So high that all cards are in view: others are neither loaded nor drawn.
      await tab.setViewportSize({ width, height: 1_800 });
      for (const { frame, card } of await listCards(tab)) {
        const around = await frame.boundingBox();
        const lowest = await card.locator('footer').boundingBox();
        expect(around).toMatchObject({ width: Math.min(width, CARD_WIDTH), height: CARD_HEIGHT });
        expect(await card.locator('html').getAttribute('lang')).toBe(language);
        const bottom = (box: typeof around) => (box ? box.y + box.height : Number.NaN);
        expect(bottom(lowest)).toBeLessThanOrEqual(bottom(around));
      }
      await shoot(tab, `widget-${language}-${width}-${theme}`);
      const wide = await tab.locator('html').evaluate(({ scrollWidth }) => scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      await expectAccessible(tab, `widget ${language} ${theme} at ${width}`);
    }
    const alone = await context.newPage();
    for (const width of [CARD_WIDTH, 320]) {
      await alone.setViewportSize({ width, height: CARD_HEIGHT });
      for (const idno of SHOWN) {
        const name = `${idno} ${language} ${theme} at ${width}`;
        const query = `lang=${language}&theme=${theme}`;
        await alone.goto(`${baseUrl}/api/widget/company/${idno}/card?${query}`);
        const { scrollWidth, scrollHeight } = await alone
          .locator('html')
          .evaluate(({ scrollWidth, scrollHeight }) => ({ scrollWidth, scrollHeight }));
        expect([name, scrollWidth, scrollHeight]).toEqual([name, width, CARD_HEIGHT]);
        expect(await readGround(alone)).toBe(GROUNDS[theme]);
        if (width === 320) await expectAccessible(alone, name);
      }
    }
  });

  it("has the visitor's colours where the page chooses none", async () => {
    const { baseUrl } = await openTestApp({ hasCompanyPages: true });
    const { tab } = await openTab(baseUrl);
    await tab.goto(`${baseUrl}/api/widget/company/${IDNO}/card`);
    for (const colorScheme of ['dark', 'light'] as const) {
      await tab.emulateMedia({ colorScheme });
      expect(await readGround(tab)).toBe(GROUNDS[colorScheme]);
    }
  });

  it('follows its attributes', async () => {
    const { tab } = await openForeign(toElements('en', ''));
    const [first] = await listCards(tab);
    await tab
      .locator('registru-company')
      .first()
      .evaluate((one, idno) => {
        one.setAttribute('lang', 'ru-MD');
        one.setAttribute('idno', idno);
      }, LONG);
    await first?.card.getByText(LONG, { exact: true }).waitFor();
    expect(await first?.card.locator('html').getAttribute('lang')).toBe('ru');
    expect(await tab.locator('iframe').count()).toBe(SHOWN.length);
  });

  it('opens the page of the company in a new tab, and leaves no cookie', async () => {
    const { tab, context, baseUrl, foreign } = await openForeign(toElements('en', 'light'));
    await listCards(tab);
    const opened = context.waitForEvent('page');
    await tab.frameLocator('registru-company:first-of-type iframe').getByRole('link').click();
    const page = await opened;
    await page.waitForLoadState();
    expect(page.url()).toBe(`${baseUrl}/companie/${IDNO}`);
    expect(tab.url()).toBe(foreign);
    expect(await context.cookies()).toEqual([]);
  });

  it('is shown by a page that is isolated, whose script reads the JSON', async () => {
    const { tab, baseUrl } = await openForeign(toElements('en', 'light'), {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(await tab.evaluate(() => crossOriginIsolated)).toBe(true);
    const cards = await listCards(tab);
    expect(cards).toHaveLength(SHOWN.length);
    const read = (idno: string) =>
      tab.evaluate(async (url) => {
        const response = await fetch(url);
        return [response.status, await response.json()];
      }, `${baseUrl}/api/widget/company/${idno}`);
    expect(await read(IDNO)).toEqual([200, expect.objectContaining({ name: COMPANY.name })]);
    expect(await read(UNKNOWN_IDNO)).toEqual([
      404,
      expect.objectContaining({ error: 'not_found' }),
    ]);
  });

  it('leaves a link where the script is not loaded', async () => {
    const { tab } = await openForeign((app) =>
      toElements('en', 'light')(app).replace(/<script.*script>/, ''),
    );
    expect(await tab.getByRole('link', { name: IDNO }).isVisible()).toBe(true);
  });

  it('is framed without the script, and by oEmbed', async () => {
    const { tab } = await openForeign(async ({ baseUrl, send }) => {
      const url = `${baseUrl}/companie/${IDNO}?lang=ru`;
      const { body } = await send(`/api/widget/oembed?${new URLSearchParams({ url })}`);
      return `<link rel="icon" href="data:">${JSON.parse(body).html}`;
    });
    const card = tab.frameLocator('iframe');
    await card.getByText(IDNO, { exact: true }).waitFor();
    expect(await card.locator('html').getAttribute('lang')).toBe('ru');
  });
});

describe.skipIf(isMissing)('the page of the widget (needs Chromium)', () => {
  it.each(LANGUAGES)('fits and is accessible in %s, and builds the HTML', async (locale) => {
    const { baseUrl } = await openTestApp({ hasCompanyPages: true });
    const { tab } = await openTab(baseUrl, { locale });
    await tab.goto(`${baseUrl}/docs/widget`);
    const card = tab.frameLocator('registru-company iframe');
    await card.getByText(EXAMPLE_IDNO, { exact: true }).waitFor();
    await toSee(tab, locale)('docs-widget');
    await tab.locator('#widget-idno').fill(IDNO.slice(1));
    const snippet = tab.locator('#widget-snippet');
    expect(await snippet.textContent()).not.toContain(IDNO.slice(1));
    await tab.locator('#widget-idno').fill(IDNO);
    await tab.locator('#widget-lang').selectOption('ru');
    await tab.locator('#widget-theme').selectOption('dark');
    const element = `<registru-company idno="${IDNO}" lang="ru" theme="dark">
  <a href="${baseUrl}/companie/${IDNO}">IDNO ${IDNO}</a>
</registru-company>`;
    expect(await snippet.textContent()).toContain(element);
    await card.getByText(COMPANY.name).waitFor();
    expect(await card.locator('html').getAttribute('lang')).toBe('ru');
    await tab.locator('#widget-lang').selectOption('');
    await tab.locator('#widget-theme').selectOption('');
    expect(await snippet.textContent()).toContain(`<registru-company idno="${IDNO}">`);
    await expect.poll(() => card.locator('html').getAttribute('lang')).toBe(locale);
  });

  it('has the HTML without JavaScript', async () => {
    const { baseUrl } = await openTestApp({ hasCompanyPages: true });
    const { tab } = await openTab(baseUrl, { javaScriptEnabled: false });
    await tab.goto(`${baseUrl}/docs/widget`);
    expect(await tab.locator('#widget-form').isVisible()).toBe(false);
    expect(await tab.locator('#widget-snippet').textContent()).toContain(EXAMPLE_IDNO);
    expect(await tab.locator('registru-company a').isVisible()).toBe(true);
  });
});
