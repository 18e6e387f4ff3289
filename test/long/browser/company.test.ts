import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import type { Company } from '../../../src/domain/company/company.ts';
import { EXAMPLE_IDNO } from '../../../src/domain/company/test-companies.ts';
import { openCompanyPage, PATH } from '../../company-page/open.ts';
import { openTestApp } from '../../support/app.ts';
import { COMPANY, delist, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../../support/companies.ts';
import { makeRun } from '../../support/imports.ts';
import { isMissing, look, openTab, shoot, toSee } from './browser.ts';

/** As wide and long as the register has them. */
const LARGE: Company = {
  ...COMPANY,
  name: `${'ÎNTREPRINDEREA'.repeat(8)} ${'DE PRODUCȚIE ȘI COMERȚ '.repeat(12)}`,
  address: null,
  status: 'in_lichidare',
  caem: Array.from({ length: 60 }, (_, serial) => ({
    code: `${10 + (serial % 80)}.${10 + serial}`,
    label: 'Comerţ cu amănuntul în magazine nespecializate, cu vânzare predominantă de băuturi',
    main: serial === 0,
  })),
};
const LIQUIDATED: Company = { ...COMPANY, status: 'lichidata', caem: [], caemMain: null };

describe.skipIf(isMissing)('the page of a company in a browser (needs Chromium)', () => {
  it.each([
    ['company', COMPANY, PATH],
    ['large', LARGE, PATH],
    ['liquidated', LIQUIDATED, PATH],
    ['unknown', COMPANY, `/companie/${UNKNOWN_IDNO}`],
  ])('fits and is accessible: %s', async (name, company, path) => {
    const { store, port } = await openCompanyPage();
    await store.companies.write([toStored(company)], []);
    const baseUrl = `http://127.0.0.1:${port}`;
    const { tab } = await openTab(baseUrl);
    await tab.goto(baseUrl + path);
    await look(tab, `companie-${name}`);
  });

  it.each(LANGUAGES)('fits and is accessible of a company that is delisted: %s', async (locale) => {
    const { store, port } = await openCompanyPage();
    await store.companies.write([toStored(COMPANY)], []);
    await delist(store.companies, [IDNO], '2026-09-21');
    const baseUrl = `http://127.0.0.1:${port}`;
    const { tab } = await openTab(baseUrl, { locale });
    await tab.goto(baseUrl + PATH);
    await toSee(tab, locale)('companie-delisted');
  });

  it.each([true, false])('is whole and changes its language, JavaScript: %s', async (js) => {
    const { store, port } = await openCompanyPage();
    await store.imports.record(makeRun());
    const baseUrl = `http://127.0.0.1:${port}`;
    const { tab } = await openTab(baseUrl, { javaScriptEnabled: js, locale: 'ro' });
    await tab.goto(baseUrl + PATH);
    for (const [place, name] of ['Română', 'Русский', 'English'].entries()) {
      await tab.getByRole('button', { name, exact: true }).click();
      expect(await tab.locator('html').getAttribute('lang')).toBe(LANGUAGES[place]);
      expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(COMPANY.name);
      await shoot(tab, `companie-${LANGUAGES[place]}-${js}`);
    }
    expect(await tab.getByText(IDNO, { exact: true }).isVisible()).toBe(true);
  });

  it.each(LANGUAGES)('does not move when its copy button appears, in %s', async (locale) => {
    const { port } = await openCompanyPage();
    const baseUrl = `http://127.0.0.1:${port}`;
    const { tab } = await openTab(baseUrl, { locale });
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.goto(baseUrl + PATH);
    const heights = await tab.locator('.copy').evaluate((button) =>
      [true, false].map((isHidden) => {
        button.toggleAttribute('hidden', isHidden);
        return button.closest('article')?.offsetHeight;
      }),
    );
    expect(heights[0]).toBe(heights[1]);
  });

  it.each(LANGUAGES)('fits and is accessible while somebody searches, in %s', async (locale) => {
    const { store, baseUrl } = await openTestApp({ hasCompanyPages: true });
    const records = Array.from({ length: 25 }, (_, serial) =>
      toStored({ ...COMPANY, idno: toIdno(serial), name: `VIȚA-DE-VIE ${serial} S.R.L.` }),
    );
    const [first] = records;
    const change = { revision: 1, importId: 'i', dumpDate: null };
    const previous = { company: { name: 'VIȚA VECHE DE ODINIOARĂ' } };
    await store.companies.write(records, [{ idno: toIdno(0), ...change, previous }]);
    await delist(store.companies, [toIdno(1)], '2026-09-21');
    const { tab } = await openTab(baseUrl, { locale });
    const see = toSee(tab, locale);
    const find = async (text: string) => {
      await tab.getByRole('searchbox').fill(text);
      await tab.getByRole('searchbox').press('Enter');
    };
    await tab.goto(`${baseUrl}/companie`);
    await see('search');
    await find('vita de');
    expect(await tab.locator('.found li').count()).toBe(20);
    await see('search-found');
    await tab.locator('.pages a').click();
    expect(await tab.locator('.found li').count()).toBe(5);
    await see('search-last-page');
    await find('odinioara');
    expect(await tab.locator('.found h3').textContent()).toBe(first?.company.name);
    await see('search-former-name');
    await find('nimeni');
    await see('search-none');
    for (const [name, query] of [
      ['long', `name=${'x'.repeat(201)}`],
      ['filter', 'name=vita&status=x'],
      ['cursor', 'name=vita&after=x'],
    ]) {
      await tab.goto(`${baseUrl}/companie?${query}`);
      expect(await tab.getByRole('alert').isVisible()).toBe(true);
      await see(`search-${name}`);
    }
    await find(`${IDNO.slice(0, 5)} ${IDNO.slice(5)}`);
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(COMPANY.name);
    for (const [name, path] of [
      ['test-company', `/companie/${EXAMPLE_IDNO}`],
      ['missing-company', `/companie/${UNKNOWN_IDNO}`],
      ['former-names', `/companie/${toIdno(0)}`],
      ['start-with-search', '/'],
    ]) {
      await tab.goto(baseUrl + path);
      await see(`search-${name}`);
    }
  });

  it('is found from the start page without JavaScript', async () => {
    const { baseUrl } = await openTestApp({ hasCompanyPages: true });
    const { tab } = await openTab(baseUrl, { javaScriptEnabled: false });
    await tab.goto(baseUrl);
    await tab.getByRole('searchbox').fill('strengarul');
    await tab.getByRole('searchbox').press('Enter');
    await tab.locator('.found a').click();
    expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(COMPANY.name);
  });

  it('prints the data without what is only of use on a screen', async () => {
    const { port } = await openCompanyPage();
    const baseUrl = `http://127.0.0.1:${port}`;
    const { tab } = await openTab(baseUrl, { colorScheme: 'dark' });
    await tab.goto(baseUrl + PATH);
    await tab.emulateMedia({ media: 'print' });
    await shoot(tab, 'companie-print');
    expect(await tab.getByText(IDNO, { exact: true }).isVisible()).toBe(true);
    expect(await tab.getByRole('navigation').isVisible()).toBe(false);
    const colours = await tab.locator('html').evaluate((html) => {
      const { color, backgroundColor } = getComputedStyle(html);
      return [color, backgroundColor];
    });
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect(await tab.getByText(`https://registru.example${PATH}`).isVisible()).toBe(true);
    await tab.goto(`${baseUrl}/companie?name=strengarul&status=activa&lang=en`);
    for (const text of ['Name or IDNO: strengarul · Status: Active', '/companie?name=strengarul']) {
      expect(await tab.getByText(text).isVisible()).toBe(true);
    }
    await shoot(tab, 'companie-search-print');
    await tab.emulateMedia({ media: 'screen' });
    expect(await tab.locator('.printed:visible').count()).toBe(0);
  });
});
