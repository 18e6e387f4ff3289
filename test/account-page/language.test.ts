import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/web/language.ts';
import { EMAIL } from '../support/accounts.ts';
import { openPage, toCookieHeader, toCookies } from '../support/page.ts';
import { receiveLinks } from '../support/sign-in.ts';

const toLanguage = (body: string) => /<html lang="(..)">/.exec(body)?.[1];

describe('a page is written', () => {
  it.each([
    ['ro', undefined],
    ['ro', ''],
    ['ro', 'de-DE,fr;q=0.8'],
    ['ru', 'ru-MD,ro;q=0.9'],
    ['en', 'de,en-US;q=0.7,ru;q=0.3'],
    ['ro', 'en;q=0,*'],
    ['ru', `${'de,'.repeat(20)}ru`],
    ['ro', `${'x'.repeat(9_000)},en`],
  ])('in %s for a browser that wants %j', (expected, wanted) => {
    expect(chooseLanguage(null, wanted)).toBe(expected);
  });

  it('in the language once chosen, whatever the browser wants', async () => {
    const page = await openPage();
    const session = await page.enter();
    const chosen = await page.post('/cont/api/language', 'language=ru', { cookie: session });
    expect([chosen.status, chosen.headers.location]).toEqual([303, '/cont/api']);
    expect(chosen.headers['set-cookie']?.join()).toMatch(/Max-Age=31536000/);
    const cookie = `${session}; ${toCookieHeader(toCookies(chosen.headers))}`;
    const english = { 'accept-language': 'en' };
    for (const path of ['/cont/api', '/cont/api/key/revoke', '/cont/api/nowhere']) {
      expect(toLanguage((await page.get(path, { ...english, cookie })).body)).toBe('ru');
    }
    expect(toLanguage((await page.get('/cont/api/sign-in', english)).body)).toBe('en');
    expect((await page.account()).language).toBe('ru');
  });

  it('at the address where the language was chosen, also while a sign-in link is open', async () => {
    const page = await openPage();
    const session = await page.enter();
    const { pathname, search } = new URL(await page.issueUrl());
    const link = toCookieHeader(toCookies((await page.get(pathname + search)).headers));
    const cookie = `${session}; ${link}`;
    for (const path of ['/cont/api', '/cont/api/key/revoke', '/cont/api/sign-in/link']) {
      const { body } = await page.get(path, { cookie });
      const form = /action="\/cont\/api\/language"[\s\S]*?<\/form>/.exec(body)?.[0] ?? '';
      const next = /name="next" value="([^"]+)"/.exec(form)?.[1] ?? '';
      const fields = String(new URLSearchParams({ language: 'ru', next }));
      const chosen = await page.post('/cont/api/language', fields, { cookie });
      expect(chosen.headers.location).toBe(path);
    }
  });

  it('at an address with parameters, and at no other host', async () => {
    const page = await openPage();
    const choose = async (next: string) => {
      const fields = String(new URLSearchParams({ language: 'ru', next }));
      return (await page.post('/cont/api/language', fields)).headers.location;
    };
    const found = '/staff/account?email=one%40firm.example&after=WzFd';
    expect(await choose(found)).toBe(found);
    for (const next of ['//evil.example?a=b', '/staff?a=b?c', '/staff?a=\r\nb', '/staff?a=/\\x']) {
      expect(await choose(next)).toBe('/cont/api');
    }
  });

  it('in the same language as before when the choice is not a language', async () => {
    const page = await openPage();
    for (const body of ['language=de', 'language=', '', 'language=ru&language=en']) {
      const answer = await page.post('/cont/api/language', body);
      expect(answer.status).toBe(303);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const { body } = await page.get('/cont/api', { cookie: '__Host-registru-language=toString' });
    expect(body).not.toContain('undefined');
  });

  it('in the language of the page in the mail that it sends', async () => {
    const page = await openPage();
    const headers = { 'accept-language': 'ru' };
    await page.post('/cont/api/sign-in', `email=${encodeURIComponent(EMAIL)}`, headers);
    expect(await receiveLinks(page.notifications, 1)).toMatchObject([{ language: 'ru' }]);
  });
});

it.each([
  ['mail', 'will arrive in a moment'],
  ['terminal', 'in the terminal'],
  ['none', 'operator'],
] as const)(
  'the page describes how a link comes by %s, the same for any address',
  async (linkDelivery, words) => {
    const page = await openPage({ linkDelivery });
    const answers = await Promise.all(
      [EMAIL, 'nobody@test.example'].map(async (email) => {
        const asked = await page.post('/cont/api/sign-in', `email=${encodeURIComponent(email)}`);
        const cookie = toCookieHeader(toCookies(asked.headers));
        return page.get(asked.headers.location ?? '', { cookie, 'accept-language': 'en' });
      }),
    );
    const [one, other] = answers.map(({ body }) => body.replace(/\S+@test\.example/, ''));
    expect(one).toContain(words);
    expect(one).toBe(other);
    const warned = page.logs.filter((line) => line.includes('SMTP_URL is not set'));
    expect(warned).toHaveLength(linkDelivery === 'none' ? 1 : 0);
  },
);
