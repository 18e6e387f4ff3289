import { expect, it } from 'vitest';
import { openCompanyPage, PATH } from '../company-page/open.ts';
import { openTestApp } from '../support/app.ts';

async function readInfo(variables: object): Promise<object> {
  const { send } = await openTestApp(variables);
  const { info } = JSON.parse((await send('/openapi.json')).body);
  return info;
}

it('names contact, terms and licence of the operator in the document', async () => {
  const info = await readInfo({
    supportUrl: 'https://registru.example/help',
    termsUrl: 'https://registru.example/terms',
    dataLicense: 'CC BY 4.0',
  });
  expect(info).toMatchObject({
    contact: { name: 'Registru', url: 'https://registru.example/help' },
    termsOfService: 'https://registru.example/terms',
    license: { name: 'CC BY 4.0' },
  });
});

it('has an address for mail as such, and without variables the documentation', async () => {
  const info = await readInfo({ supportUrl: 'mailto:help@registru.example' });
  expect(info).toMatchObject({ contact: { email: 'help@registru.example' } });
  const other = await readInfo({});
  expect(other).toMatchObject({ contact: { url: expect.stringContaining('/docs') } });
  for (const name of ['license', 'termsOfService']) expect(other).not.toHaveProperty(name);
});

const TERMS = 'https://registru.example/terms';
const PRIVACY = 'https://registru.example/privacy';
const PAGES = [
  '/',
  '/status',
  '/docs/ro',
  '/docs/data',
  '/cont/api/sign-in',
  PATH,
  '/companie',
  '/nothing',
];

it('links the terms and the privacy policy at the foot of every page', async () => {
  const { open } = await openCompanyPage({ termsUrl: TERMS, privacyUrl: PRIVACY });
  for (const path of PAGES) {
    const { body } = await open(path, { 'accept-language': 'ro' });
    const foot = body.slice(body.indexOf('<footer'));
    expect(foot, path).toContain(`<a href="${TERMS}" rel="terms-of-service">`);
    expect(foot, path).toContain(`<a href="${PRIVACY}" rel="privacy-policy">`);
  }
});

it('has no such links where there are none, and asks the operator', async () => {
  const { open } = await openCompanyPage();
  for (const path of PAGES)
    expect((await open(path)).body, path).not.toMatch(/rel="(?:terms|priv)/);
  const { body } = await open('/docs', { 'accept-language': 'en' });
  expect(readAnswer(body, 'storage')).toContain('Ask the operator of this service.');
});

it('answers from the operator whether data may be stored, else whom to ask', async () => {
  const own = await openCompanyPage({ termsUrl: TERMS, dataLicense: 'CC BY 4.0' });
  const { body } = await own.open('/docs');
  for (const id of ['storage', 'terms', 'uptime']) {
    expect(readAnswer(body, id)).toContain(`<a href="${TERMS}">Terms of use</a>`);
  }
  expect(readAnswer(body, 'storage')).toContain('Licence of the data: CC BY 4.0.');
  const asked = await openCompanyPage({ supportUrl: 'https://registru.example/help' });
  const answer = readAnswer((await asked.open('/docs')).body, 'storage');
  expect(answer).toContain('<a href="https://registru.example/help">Ask support</a>');
});

/** The answer to one of the guide's questions. */
function readAnswer(html: string, id: string): string {
  const from = html.indexOf(`<h3 id="${id}">`);
  return html.slice(from, html.indexOf('<h3', from + 1));
}
