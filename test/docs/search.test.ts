import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/docs/pages.ts';
import { createSearchDocs, MAX_QUERY_LENGTH } from '../../src/docs/search-index.ts';
import { MAX_PAGES_PER_SUBSCRIBER, PAGE_WINDOW_MS } from '../../src/web/page-limits.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

const EXAMPLES = [
  ['en', 'caem_main', '/docs/data#caem_main'],
  ['en', 'founders share', '/docs/data#founders.share'],
  ['en', 'rate_limited', '/docs#error-rate_limited'],
  ['en', '429', '/docs/reference#status-429'],
  ['en', 'rolling', '/docs#limit'],
  ['en', 'If-None-Match', '/docs/reference/company#parameters'],
  ['en', 'X-RateLimit-Remaining', '/docs#limit'],
  ['en', 'X-Data-Date', '/docs/reference#header-X-Data-Date'],
  ['en', 'share_invalid', '/docs/data#share_invalid'],
  ['en', 'price', '/docs#price'],
  ['en', 'webhook', '/docs#webhook'],
  ['en', 'CORS', '/docs#cors'],
  ['en', 'sandbox', '/docs#sandbox'],
  ['en', 'maximum', '/docs#maximum'],
  ['en', 'test company', '/docs#test-companies'],
  ['en', 'DEPRECATION', '/docs/versions#deprecation'],
  ['ro', 'chei', '/docs/ro#keys'],
  ['ro', 'limita glisanta', '/docs/ro#limit'],
  ['ro', 'repetare', '/docs/ro#retries'],
  ['ro', 'preț', '/docs/ro#price'],
  ['ro', 'pret', '/docs/ro#price'],
  ['ro', 'webhook', '/docs/ro#webhook'],
  ['ro', 'CORS', '/docs/ro#cors'],
  ['ro', 'sandbox', '/docs/ro#sandbox'],
  ['ro', 'maxim', '/docs/ro#maximum'],
  ['ro', 'maximum', '/docs/ro#maximum'],
  ['ro', 'caem_main', '/docs/data#caem_main'],
  ['ru', 'лимиты', '/docs/ru#limit'],
  ['en', 'cancel', '/docs#terms'],
  ['en', 'invoice', '/docs#terms'],
  ['en', 'uptime', '/docs#uptime'],
  ['en', 'terms', '/docs#terms'],
  ['en', 'resell', '/docs#storage'],
  ['ro', 'anulare', '/docs/ro#terms'],
  ['ro', 'factură', '/docs/ro#terms'],
  ['ro', 'uptime', '/docs/ro#uptime'],
  ['ro', 'disponibilitate', '/docs/ro#uptime'],
  ['ro', 'termeni', '/docs/ro#terms'],
  ['ru', 'отмена', '/docs/ru#terms'],
  ['ru', 'счёт', '/docs/ru#terms'],
  ['ru', 'uptime', '/docs/ru#uptime'],
  ['ru', 'доступность', '/docs/ru#uptime'],
  ['ru', 'условия', '/docs/ru#terms'],
  ['ru', 'цена', '/docs/ru#price'],
  ['ru', 'цены', '/docs/ru#price'],
  ['ru', 'вебхук', '/docs/ru#webhook'],
  ['ru', 'webhook', '/docs/ru#webhook'],
  ['ru', 'CORS', '/docs/ru#cors'],
  ['ru', 'песочница', '/docs/ru#sandbox'],
  ['ru', 'максимум', '/docs/ru#maximum'],
  ['ru', 'повторный запрос', '/docs/ru#retries'],
] as const;

/** The addresses found, in order. */
async function find({ send, clock }: TestApp, query: string, language: string): Promise<string[]> {
  const parameters = new URLSearchParams({ q: query, lang: language });
  const { body } = await send(`/docs/search?${parameters}`);
  clock.advance(PAGE_WINDOW_MS);
  expect(body).toContain(`<html lang="${language}">`);
  const found = body.slice(body.indexOf('id="found"'));
  return [...found.matchAll(/<li[^>]*><a href="([^"]+)"/g)].map(([, href = '']) => href);
}

describe('the search of the documentation', () => {
  it('finds fields, headers, errors and sections, in the language of the reader', async () => {
    const app = await openTestApp();
    for (const [language, query, href] of EXAMPLES) {
      const found = await find(app, query, language);
      expect(found, query).toContain(href);
      const guides = found.flatMap((one) => /^\/docs(?:\/r.)?(?=#)/.exec(one)?.[0] ?? []);
      const own = language === 'en' ? '/docs' : `/docs/${language}`;
      expect(guides.filter((guide) => guide !== own)).toEqual([]);
    }
  });

  it('has no two results of one title', async () => {
    const { send, clock } = await openTestApp();
    const queries = ['status', 'response', 'parameters', 'limit', 'next', 'etag', 'retry-after'];
    for (const [language, q] of [...EXAMPLES, ...queries.map((query) => ['en', query] as const)]) {
      const { body } = await send(`/docs/search?${new URLSearchParams({ q, lang: language })}`);
      clock.advance(PAGE_WINDOW_MS);
      const found = body.slice(body.indexOf('id="found"'));
      const titles = [...found.matchAll(/<li[^>]*><a [^>]*>([^<]*)</g)].map(([, title]) => title);
      expect(titles.length, q).toBeGreaterThan(0);
      expect(new Set(titles).size, titles.join('\n')).toBe(titles.length);
    }
  });

  it('finds every heading of every page by its own words', async () => {
    const { send } = await openTestApp();
    const pages = await Promise.all(
      PAGES.map(async (page) => {
        const { body } = await send(page.path);
        return { ...page, html: body, menus: [page.language] };
      }),
    );
    const search = createSearchDocs(pages);
    for (const { path, language, html } of pages) {
      const headings = html.matchAll(/<h[23] id="([^"]+)"><a[^>]*>([\s\S]*?)<\/a>/g);
      for (const [, id, title = ''] of headings) {
        const words = title.replace(/<[^>]+>/g, ' ');
        const hrefs = search(words, language).map(({ href }) => href);
        expect(hrefs, words).toContain(`${path}#${id}`);
      }
    }
  });

  it('shows what was typed as text, and reads no more than its maximum', async () => {
    const { send } = await openTestApp();
    const q = `<b>"${'x'.repeat(MAX_QUERY_LENGTH)}END`;
    const { status, body, headers } = await send(`/docs/search?${new URLSearchParams({ q })}`);
    expect({ status, robots: headers['x-robots-tag'] }).toEqual({ status: 200, robots: 'noindex' });
    expect(body).toContain('&lt;b&gt;&quot;xxx');
    expect(body).not.toMatch(/END|<b>/);
    expect((await send('/docs/search?q=zzzz')).body).toContain('Nothing found for “zzzz”.');
  });

  it('asks for a word where none was typed', async () => {
    const { send } = await openTestApp();
    for (const query of ['', '?q=', '?q=%20', '?q=a&q=b', '?lang=xx', '?q[]=a&lang=ro&lang=ru']) {
      const { status, body } = await send(`/docs/search${query}`);
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(body).toContain('<html lang="en">');
      expect(body).toContain('Type a word');
    }
  });
});

it('is limited for each network, with a page that says so, and pages as before', async () => {
  const { send, clock } = await openTestApp();
  const ask = (accept: string) =>
    send('/docs/search?q=limit&lang=ru', { headers: { accept, 'accept-language': 'ru' } });
  for (let page = 0; page < MAX_PAGES_PER_SUBSCRIBER; page++) {
    expect((await ask('text/html')).status).toBe(200);
  }
  const refused = await ask('text/html');
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60', 'cache-control': 'no-store' },
  });
  expect(refused.body).toContain('Открыто слишком много страниц');
  expect(JSON.parse((await ask('*/*')).body).error).toBe('rate_limited');
  expect((await send('/docs')).status).toBe(200);
  clock.advance(PAGE_WINDOW_MS);
  expect((await ask('text/html')).status).toBe(200);
});
