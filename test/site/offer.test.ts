import { describe, expect, it } from 'vitest';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { GUIDE_PATHS } from '../../src/web/frame/frame.ts';
import { openPage as openTestPage, type PageOptions } from '../support/page.ts';

const UPGRADE_URL = 'https://registru.example/plans';
const SUPPORT_URL = 'mailto:help@registru.example';
const PAGES = ['/', '/docs', '/cont/api/sign-in', `/companie/${EXAMPLE_IDNO}`];
const BASE_URL = 'https://registru.example';
/** The companies' pages are this service's own. */
const openPage = (options: PageOptions = {}) =>
  openTestPage({
    baseUrlOf: () => BASE_URL,
    companyUrl: `${BASE_URL}/companie/{idno}`,
    ...options,
  });
const ENGLISH = { 'accept-language': 'en' };
const toEvery = (price: string) => ({ ro: price, ru: price, en: price });

describe.each(PAGES)('%s says how people get a plan:', (path) => {
  it('at the address that the operator has set', async () => {
    const { get } = await openPage({ upgradeUrl: UPGRADE_URL, supportUrl: SUPPORT_URL });
    expect((await get(path, ENGLISH)).body).toContain(
      `<a class="button" href="${UPGRADE_URL}">Subscribe to a plan</a>`,
    );
  });

  it('else where help is, else from the operator', async () => {
    const { get } = await openPage({ supportUrl: SUPPORT_URL });
    expect((await get(path, ENGLISH)).body).toContain(
      `<a href="${SUPPORT_URL}">Ask support for one</a>`,
    );
    const bare = await openPage();
    expect((await bare.get(path, ENGLISH)).body).toContain('The operator of this service gives');
  });
});

it.each(PAGES.slice(0, 3))('%s has prices where they are set, as plain text', async (path) => {
  const planPrices = { agency: toEvery('1 900 <b>MDL</b>') };
  const { get } = await openPage({ planPrices });
  expect((await get(path, ENGLISH)).body).toContain('1 900 &lt;b&gt;MDL&lt;/b&gt;');
  const bare = await openPage();
  expect((await bare.get(path, ENGLISH)).body).not.toMatch(/>Price<|undefined/);
});

it.each([
  ['ro', 'Business: 490 lei pe lună', 'Pentru prețul abonamentului Agency'],
  ['ru', 'Business: 490 леев в месяц', 'Цену тарифа Agency'],
  ['en', 'Business: 490 MDL a &lt;b&gt;month', 'Ask the operator for the price of Agency.'],
] as const)(
  'the guide answers in %s what a plan costs, and whom to ask',
  async (lang, price, ask) => {
    const business = {
      ro: '490 lei pe lună',
      ru: '490 леев в месяц',
      en: '490 MDL a <b>month',
    };
    const readAnswer = async (options: PageOptions) => {
      const { get } = await openPage(options);
      const { body } = await get(GUIDE_PATHS[lang], { 'accept-language': lang });
      return /<h3 id="price">.*?(?=<h3)/s.exec(body)?.[0];
    };
    const answer = await readAnswer({ planPrices: { business } });
    expect(answer).toContain(`<li>${price}</li>`);
    expect(answer).toContain(ask);
    const whole = await readAnswer({ planPrices: { business, agency: toEvery('1 900') } });
    expect(whole).toContain('<li>Agency: 1 900</li>');
    expect(whole).not.toContain(ask.slice(0, 10));
    expect(await readAnswer({})).not.toContain('<li>');
  },
);
