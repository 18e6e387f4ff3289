import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/account/language.ts';
import { EXAMPLE_IDNO } from '../../src/domain/company/test-companies.ts';
import { unescapeHtml } from '../../src/web/frame/markup.ts';
import { openTestApp } from '../support/app.ts';
import { openShared } from '../support/shared.ts';

const PATH = '/docs/widget';
const BASE_URL = 'https://registru.example';

const shared = openShared(async () => {
  const app = await openTestApp({ baseUrlOf: () => BASE_URL, hasCompanyPages: true });
  const read = async (path: string, language = 'en') =>
    await app.send(path, { headers: { 'accept-language': language } });
  return { ...app, read };
});

/** The text of a block of code on a page. */
function toCode(html: string, id: string): string {
  const [, code = ''] = new RegExp(`<code id="${id}">([\\s\\S]*?)</code>`).exec(html) ?? [];
  return unescapeHtml(code.replace(/<[^>]+>/g, ''));
}

describe('the page of the widget', () => {
  it('is in the language of the visitor, alike but for its words', async () => {
    const { read } = shared();
    const outlines = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, headers, body } = await read(PATH, language);
      expect([status, headers.vary]).toEqual([200, 'accept-language, cookie, accept-encoding']);
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain('<main id="content">');
      expect(body).toContain(`<a href="${PATH}" aria-current="page">`);
      expect(body).toContain(`<input type="hidden" name="next" value="${PATH}">`);
      expect(body).not.toMatch(/undefined|\[object|<style|style=|\son[a-z]+="/);
      const sections = [...body.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
      for (const id of sections) expect(body).toContain(`<li><a href="#${id}">`);
      const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
      outlines.add(
        String(main.match(/<(?:h[12]|section|pre|li|select|option|p)[ >]|(?<= id)="[^"]+"/g)),
      );
    }
    expect(outlines.size).toBe(1);
  });

  it('may frame a card of this service, and load nothing from elsewhere', async () => {
    const { headers, body } = await shared().read(PATH);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("; connect-src 'self'; frame-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await shared().read('/docs')).headers['content-security-policy']).not.toContain(
      'frame-src',
    );
    const scripts = [...body.matchAll(/<script src="([^"]+)"/g)].map(([, url = '']) => url);
    expect(scripts).toContain('/api/widget.js');
    for (const url of scripts) expect((await shared().read(url)).status).toBe(200);
  });

  it('has requests and an answer as they are', async () => {
    const { read } = shared();
    const { body } = await read(PATH);
    const toPath = (id: string) =>
      /https:\/\/registru\.example([^"\s]+)/.exec(toCode(body, id))?.[1] ?? '';
    const answer = await read(toPath('widget-request'));
    expect(JSON.parse(toCode(body, 'widget-answer'))).toEqual(JSON.parse(answer.body));
    expect(JSON.parse(answer.body).idno).toBe(EXAMPLE_IDNO);
    for (const id of ['widget-snippet', 'widget-frame', 'widget-oembed']) {
      expect([id, (await read(toPath(id))).status]).toEqual([id, 200]);
    }
    const { width, height } = JSON.parse((await read(toPath('widget-oembed'))).body);
    expect(toCode(body, 'widget-frame')).toContain(`width="${width}" height="${height}"`);
    expect(toCode(body, 'widget-frame')).toContain('/card?lang=en&theme=light"');
  });

  it.each([
    ['en', 'oEmbed'],
    ['ro', 'cadru'],
    ['ru', 'виджет'],
  ])('is found in %s, from the guide and by the search', async (language, word) => {
    const { read } = shared();
    const guide = await read(language === 'en' ? '/docs' : `/docs/${language}`, language);
    expect(guide.body).toContain(`<h3 id="widget">`);
    expect(guide.body.match(/href="\/docs\/widget"/g)).toHaveLength(2);
    const query = new URLSearchParams({ q: word, lang: language });
    expect((await read(`/docs/search?${query}`)).body).toContain('href="/docs/widget');
    expect((await read('/llms.txt')).body).toContain(`${BASE_URL}${PATH}`);
  });

  it('is not there, nor in a menu, where there is no widget', async () => {
    const { send } = await openTestApp();
    expect((await send(PATH)).status).toBe(404);
    for (const path of ['/docs', '/docs/ru', '/docs/mcp', '/docs/search?q=oembed', '/llms.txt'])
      expect((await send(path)).body).not.toMatch(/widget/i);
  });
});
