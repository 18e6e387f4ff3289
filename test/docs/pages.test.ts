import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toReleases } from '../../src/docs/changelog.ts';
import { findOperation, OPENAPI as openapi } from '../../src/docs/openapi.ts';
import { PAGES, TEXTS } from '../../src/docs/pages.ts';
import { toWindowPicture } from '../../src/docs/window-picture.ts';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { LIMIT_WINDOW_MS, TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { TEST_COMPANIES } from '../../src/domain/company/test-companies.ts';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { OPERATIONS, type OperationName } from '../../src/rest/operations.ts';
import { toTestKeyExamples } from '../../src/web/code-examples.ts';
import { highlight, toInlineHtml, toRichHtml, unescapeHtml } from '../../src/web/frame/markup.ts';
import { openTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { RESPONSES } from '../support/contract.ts';
import { openShared } from '../support/shared.ts';

const PATHS = [...PAGES.map(({ path }) => path), '/docs/search?q=key'];
const GUIDES = PAGES.filter(({ name }) => name === 'guide');
const { schemas } = openapi.components;

/** The overview of the reference and its pages. */
function joinReference(pages: ReadonlyMap<string, string>): string {
  return [...pages].flatMap(([path, html]) => (/^\/docs\/reference/.test(path) ? html : [])).join();
}

/** The application and its pages, which no test changes. */
const readPages = openShared(async () => {
  const app = await openTestApp();
  const pages = new Map<string, string>();
  for (const path of PATHS) {
    const { status, body } = await app.send(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    pages.set(path, body);
  }
  return { ...app, pages };
});

describe('the pages', () => {
  it('load nothing inline and nothing from elsewhere, as the account page', async () => {
    const { send, pages, baseUrl } = readPages();
    const account = await send('/cont/api/sign-in');
    for (const [path, html] of pages) {
      const { headers } = await send(path);
      const policy = 'content-security-policy';
      expect(headers[policy]).toBe(`${account.headers[policy]}; connect-src 'self'`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      // A value that a template lacks.
      expect(html).not.toMatch(/undefined|\[object/);
      expect(html).not.toMatch(/<style|style=|<script(?! src="\/assets)|\son[a-z]+="/);
      for (const [, url = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(new URL(url, baseUrl).origin).toBe(baseUrl);
      }
    }
  });

  it('have no link that leads nowhere', async () => {
    const { send, pages, baseUrl } = readPages();
    for (const [path, html] of pages) {
      for (const [, href = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const { pathname, hash } = new URL(href, `${baseUrl}${path}`);
        const { status, body } = await send(pathname);
        expect(status, href).toBeLessThan(400);
        const hasAnchor = hash === '' || body.includes(`id="${hash.slice(1)}"`);
        expect(hasAnchor, `${path} leads to ${href}`).toBe(true);
      }
    }
  });

  it('tell of every field, value, status, header and error', () => {
    const { pages } = readPages();
    const reference = joinReference(pages);
    const data = pages.get('/docs/data') ?? '';
    const guide = pages.get('/docs') ?? '';
    const parts = {
      '': schemas.Company,
      'founders[].': schemas.Founder,
      'caem[].': schemas.CaemEntry,
    };
    for (const [prefix, { properties }] of Object.entries(parts)) {
      for (const [name, schema] of Object.entries(properties)) {
        const code = `<code>${prefix}${name}</code>`;
        expect(reference).toContain(code);
        expect(data).toContain(code);
        const values = 'x-values' in schema ? Object.keys(Object(schema['x-values'])) : [];
        for (const value of values) expect(data).toContain(`<code>${value}</code>`);
      }
    }
    for (const status of Object.keys(RESPONSES.company))
      expect(reference).toContain(`status-${status}"`);
    const overview = pages.get('/docs/reference');
    for (const header of Object.keys(openapi.components.headers)) {
      expect(overview).toContain(`<tr id="header-${header}">`);
    }
    for (const error of schemas.ApiError.properties.error['x-extensible-enum']) {
      expect(guide).toContain(`<tr id="error-${error}">`);
      expect(reference).toContain(`<code>${error}</code>`);
    }
  });

  it('have a query for Excel that the API answers, with every field of a company', async () => {
    const { pages, send, baseUrl } = readPages();
    const html = pages.get('/docs/excel') ?? '';
    const [, code = ''] = /id="power-query">(.*?)<\/code>/s.exec(html) ?? [];
    const query = unescapeHtml(code.replace(/<[^>]+>/g, ''));
    const readList = (name: string) => {
      const [, list = ''] = new RegExp(`\\b${name} = \\{(.*?)\\}`, 's').exec(query) ?? [];
      return [...list.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
    };
    const readText = (pattern: RegExp) => pattern.exec(query)?.[1] ?? '';
    expect(readList('Fields')).toEqual(Object.keys(schemas.Company.properties));
    expect(readText(/Web\.Contents\("([^"]+)"/)).toBe(baseUrl);
    const { status, body } = await send(`/${readText(/RelativePath = "([^"]+)"/)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': readText(/ApiKey = "([^"]+)"/),
      },
      body: JSON.stringify({ idnos: readList('Idnos') }),
    });
    expect(status).toBe(200);
    expect(JSON.parse(body).companies).not.toContain(null);
  });

  it('have the first request for PowerShell, with the key of the guide', () => {
    const guide = unescapeHtml((readPages().pages.get('/docs') ?? '').replace(/<[^>]+>/g, ''));
    expect(guide).toContain(`$env:REGISTRU_API_KEY = '${TEST_API_KEY}'`);
    expect(guide).toContain('Invoke-RestMethod');
    const powershell = toTestKeyExamples('https://registru.example').at(-1)?.code;
    expect(powershell).toContain(`"Bearer ${TEST_API_KEY}"`);
  });

  it('list the values of every field and parameter that has some, where the reference names it', () => {
    const { pages } = readPages();
    const reference = joinReference(pages);
    const { Company, Founder } = schemas;
    for (const { 'x-values': values } of [
      Company.properties.legal_form,
      Company.properties.status,
      Founder.properties.type,
    ]) {
      for (const value of Object.keys(values)) {
        expect(reference).toContain(`<li><code>${value}</code>`);
      }
    }
    const { parameters } = findOperation(openapi, 'search');
    for (const { schema } of parameters) {
      for (const value of schema.enum ?? []) {
        expect(pages.get('/docs/reference/search')).toContain(`<code>${value}</code>`);
      }
    }
  });

  it('describe each operation on a page of its own, and what it shares once', () => {
    const { pages, baseUrl } = readPages();
    const overview = pages.get('/docs/reference') ?? '';
    for (const [name, { method, path }] of Object.entries(OPERATIONS)) {
      const { summary, parameters, responses } = findOperation(openapi, name as OperationName);
      const page = pages.get(`/docs/reference/${name}`) ?? '';
      expect(overview).toContain(`<a href="/docs/reference/${name}">${summary}</a>`);
      expect(page).toContain(`<h1>${summary}</h1>`);
      expect(page).toContain(
        `<span class="method">${method}</span> <code>${baseUrl}/api/v1${path}`,
      );
      for (const { name: parameter } of parameters) {
        expect(page).toContain(`<dt><code>${parameter}</code>`);
      }
      for (const [status, response] of Object.entries(responses)) {
        const isShared = '$ref' in response;
        expect(page.includes(` id="status-${status}"`), `${name} ${status}`).toBe(!isShared);
        if (!isShared) continue;
        expect(page).toContain(`<a href="/docs/reference#status-${status}">`);
        expect(overview.split(` id="status-${status}"`)).toHaveLength(2);
      }
      for (const language of ['curl', 'JavaScript', 'Python', 'PHP']) {
        expect(page).toContain(`aria-label="Request: ${language}"`);
      }
      expect(page).toMatch(
        new RegExp(`<a href="/docs/reference/${name}"[^>]* aria-current="page">${summary}</a>`),
      );
    }
  });

  it('lead from each anchor of the former one page to where its content is', () => {
    const { pages } = readPages();
    const overview = pages.get('/docs/reference') ?? '';
    for (const id of ['authentication', 'status-401', 'status-429', 'status-503']) {
      expect(overview).toMatch(new RegExp(`<h[23] id="${id}">`));
    }
    for (const [id, href] of [
      ['request', 'company'],
      ['parameters', 'company#parameters'],
      ['responses', 'company#responses'],
      ['status-404', 'company#status-404'],
      ['search-parameters', 'search#parameters'],
      ['search-answer', 'search#answer'],
      ['search-status-400', 'search#status-400'],
      ['changes-parameters', 'changes#parameters'],
      ['changes-status-410', 'changes#status-410'],
    ]) {
      expect(overview).toContain(`<li id="${id}"><a href="/docs/reference/${href}">`);
    }
    for (const name of ['company', 'search', 'changes']) {
      expect(overview).toContain(`<h3 id="${name}">`);
    }
  });

  it('tell every bound of parameters and fields', () => {
    const { pages } = readPages();
    const reference = joinReference(pages);
    const toBounded = (name: string, text: string) =>
      expect(reference).toMatch(new RegExp(`<code>${name}</code>(?:</a>)? <span>[^<]*${text}`));
    for (const operation of ['search', 'changes'] as const) {
      for (const { name, schema } of findOperation(openapi, operation).parameters) {
        const { minimum, maximum, minLength, maxLength } = schema;
        if (maximum !== undefined)
          toBounded(name, `${minimum} to ${maximum}, default ${schema['default']}`);
        if (maxLength !== undefined) toBounded(name, `${minLength} to ${maxLength} characters`);
      }
    }
    toBounded('from', 'date');
    toBounded('name', 'string, 1 to 8192 characters');
    toBounded('admins', 'array of strings, each 1 to 8192 characters');
    toBounded('companies', 'array of objects, at most 50');
    expect(pages.get('/docs/data')).toContain('<span>string, 1 to 8192 characters</span>');
  });

  it('have an address for every heading, which leads there', () => {
    const { pages } = readPages();
    for (const [path, html] of pages) {
      const headings = [...html.matchAll(/<h[2-6][^>]*>[\s\S]*?<\/h[2-6]>/g)].map(([text]) => text);
      for (const heading of headings) {
        const id = / id="([^"]+)"/.exec(heading)?.[1];
        expect(heading, path).toContain(`<a class="anchor" href="#${id}">`);
      }
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const repeated = ids.filter((id, at) => ids.indexOf(id) < at);
      expect({ path, repeated }).toEqual({ path, repeated: [] });
    }
  });

  it('name all of their sections in the menu, in the order of reading', () => {
    const { pages } = readPages();
    for (const { path, sections } of PAGES) {
      const headings = [...(pages.get(path) ?? '').matchAll(/<h2 id="([^"]+)"/g)];
      const ids = headings.map(([, id]) => id);
      expect(ids, path).toEqual(Object.keys(sections));
    }
  });

  it('come as a guide in every language, alike but for its words', () => {
    const { pages, baseUrl } = readPages();
    const outline = (html: string) =>
      html
        .slice(html.indexOf('<main'), html.indexOf('</main>'))
        .match(
          /<(?:h[123]|section|pre|table|tr|li|dt|figure)[ >]|(?<= id)="[^"]+"|<code id.*?<\/code>/gs,
        );
    const english = pages.get('/docs') ?? '';
    for (const { path, language } of GUIDES) {
      const html = pages.get(path) ?? '';
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<a href="${path}" aria-current="true">`);
      expect(outline(html), path).toEqual(outline(english));
      for (const other of GUIDES) {
        const href = `${baseUrl}${other.path}`;
        expect(html).toContain(
          `<link rel="alternate" hreflang="${other.language}" href="${href}">`,
        );
      }
      expect(html).toContain(`<input type="hidden" name="next" value="${path}">`);
    }
  });

  it('are in the language that was chosen on any page, as far as they are in it', async () => {
    const { send } = readPages();
    const cookie = '__Host-registru-language=ru';
    for (const [path, location] of [
      ['/docs', '/docs/ru'],
      ['/docs/ro', '/docs/ru'],
      ['/docs/ru', undefined],
    ] as const) {
      const { headers } = await send(path, { headers: { cookie, 'accept-language': 'ro' } });
      expect([path, headers.location]).toEqual([path, location]);
      expect(headers.vary).toContain('cookie');
    }
    const { status, body } = await send('/docs/reference', { headers: { cookie } });
    expect(status).toBe(200);
    expect(body).toContain('<html lang="ru">');
    expect(body).toContain('<main id="content" lang="en">');
    expect(body).toContain('<a href="/docs/ru">');
  });

  it('have a text in every language for each test company', () => {
    for (const { testCompanies } of Object.values(TEXTS)) {
      const idnos = TEST_COMPANIES.map(({ company }) => company.idno);
      expect(Object.keys(testCompanies.byIdno)).toEqual(idnos);
    }
  });

  it('tell of each error status in every language whether to retry', () => {
    const statuses = Object.values(RESPONSES).flatMap((one) => Object.keys(one));
    const errors = [...new Set(statuses)].filter((status) => status >= '400').sort();
    for (const { retries } of Object.values(TEXTS)) {
      const named = retries.rules.join().match(/\b[45]\d\d\b/g);
      expect([...new Set(named)].sort()).toEqual(errors);
    }
  });

  it('are found with a slash behind them too', async () => {
    const { send } = readPages();
    const { status, headers } = await send('/docs/');
    expect({ status, location: headers.location }).toEqual({ status: 308, location: '/docs' });
  });
});

it('serves the document with the addresses of this service, to tools in browsers too', async () => {
  const { send, baseUrl } = await openTestApp({
    companyUrl: 'https://other.example/c/{idno}?a="1"',
  });
  const { status, body, headers } = await send('/openapi.json');
  const served: typeof openapi = JSON.parse(body);
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(served.servers[0]?.url).toBe(baseUrl);
  expect(body).not.toContain('127.0.0.1:3000');
  expect(findOperation(served, 'company').responses['200']).toMatchObject({
    content: {
      'application/json': {
        examples: { active: { value: { url: 'https://other.example/c/0000000000011?a="1"' } } },
      },
    },
  });
});

it('shows in the picture what the limiter does', () => {
  const picture = toWindowPicture(TIER_LIMITS.medium);
  const toMs = (clock: string) => Date.parse(`2026-11-21T${clock}Z`);
  for (const moment of picture.moments) {
    const clock = createClock(toMs('12:00:00'));
    const limiter = createMemoryLimiter({
      windowMs: LIMIT_WINDOW_MS,
      maxLimit: TIER_LIMITS.medium,
      maxKeys: 1,
      nowMs: clock.nowMs,
    });
    const second = (x: number) => (x - (picture.ticks[0]?.x ?? 0)) / 5;
    for (const { x, requests } of moment.bursts) {
      clock.advance(toMs('12:00:00') + second(x) * 1_000 - clock.nowMs());
      for (let count = 0; count < requests; count++) {
        expect(limiter.admit('key', TIER_LIMITS.medium).admitted).toBe(true);
      }
    }
    clock.advance(toMs(moment.clock) - clock.nowMs());
    const { admitted, remaining, resetMs } = limiter.admit('key', TIER_LIMITS.medium);
    expect(remaining + (admitted ? 1 : 0)).toBe(moment.free);
    expect(resetMs).toBe(moment.untilFree * 1_000);
  }
});

describe('the changelog', () => {
  it('begins with the version that the document has', () => {
    const markdown = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    const [latest] = toReleases(markdown);
    expect(latest?.version).toBe(openapi.info.version);
    expect(latest?.changes.length).toBeGreaterThan(0);
  });

  it('shows the changes that concern clients, each in one line', () => {
    const markdown = [
      '# Log',
      'Text.',
      '## [Unreleased]',
      '- Soon,',
      '  but not yet.',
      '## [1.1.0] - 2027-01-02',
      '### Added',
      '- One',
      '  goes on.',
      '- **Staff, breaking:** other codes,',
      '  in all answers.',
      '- **Operators:** a variable.',
      '- Two.',
      '## [1.0.0] - 2027-01-01',
      '- Three.',
    ].join('\n');
    const others = '## [Unreleased]\n- **Operators:** a variable.\n## [1.0.0] - 2027-01-01';
    expect(toReleases(others).map(({ version }) => version)).toEqual(['1.0.0']);
    expect(toReleases(markdown)).toEqual([
      { version: '1.2.0-unreleased', day: null, changes: ['Soon, but not yet.'] },
      { version: '1.1.0', day: '2027-01-02', changes: ['One goes on.', 'Two.'] },
      { version: '1.0.0', day: '2027-01-01', changes: ['Three.'] },
    ]);
  });
});

it('marks up code without letting any of it be HTML', () => {
  const code = 'curl http://a.example "<b>" # <i>\n{"a": 1}';
  expect(highlight(code)).toBe(
    '<span class="word">curl</span> http://a.example <span class="string">&quot;&lt;b&gt;&quot;</span> ' +
      '<span class="comment"># &lt;i&gt;</span>\n' +
      '{<span class="key">&quot;a&quot;</span>: <span class="number">1</span>}',
  );
  expect(toInlineHtml('`<a>` & b')).toBe('<code>&lt;a&gt;</code> &amp; b');
  expect(toRichHtml('**a** [`b`](/c#d) [e](javascript:f)')).toBe(
    '<strong>a</strong> <a href="/c#d"><code>b</code></a> [e](javascript:f)',
  );
});
