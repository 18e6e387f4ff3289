import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/account/language.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { RECENT_FAULT_MS } from '../../src/operation/metrics.ts';
import { STATUS_AGE_MS } from '../../src/site/status-facts.ts';
import { TEXTS } from '../../src/site/view.ts';
import { type AppOptions, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const HOUR_MS = 3_600_000;
const { status: t } = TEXTS.en;

/** With the dump of a week before, unless it is told to have none. */
async function openStatus({
  isEmpty = false,
  ...options
}: AppOptions & { isEmpty?: boolean } = {}) {
  const app = await openTestApp(options);
  if (!isEmpty) await app.store.imports.record(makeRun({ id: 'first', dumpDate: '2026-11-14' }));
  const open = (language: Language = 'en') =>
    app.send('/status', { headers: { 'accept-language': language } });
  return {
    ...app,
    open,
    async openLater() {
      app.clock.advance(STATUS_AGE_MS);
      return open();
    },
  };
}

/** The parts that do not simply work, with what the page says of them. */
function toStates(html: string): Record<string, string> {
  const rows = html.matchAll(/<dt>([^<]+)<\/dt><dd><span class="fails">([^<]+)</g);
  return Object.fromEntries([...rows].map(([, part, state]) => [part, state]));
}

describe('the status page', () => {
  it('says in each language that no dump was imported yet', async () => {
    const { open, openLater, send, store } = await openStatus({ isEmpty: true });
    for (const language of LANGUAGES) {
      const { status, headers, body } = await open(language);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const texts = TEXTS[language].status;
      for (const text of [texts.headings.empty, texts.none, texts.noLookups, texts.scope]) {
        expect(body).toContain(text);
      }
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).not.toContain(texts.headings.ready);
      expect(body).not.toMatch(/undefined|NaN|Invalid Date/);
    }
    const { body } = await send('/status', { headers: { accept: 'application/json' } });
    expect(JSON.parse(body)).toMatchObject({ status: 'empty', data_date: null });
    await store.imports.record(makeRun({ dumpDate: '2026-11-14' }));
    expect((await openLater()).body).toContain(t.headings.ready);
  });

  it('says in each language that all works, before any look-up', async () => {
    const { open } = await openStatus();
    for (const language of LANGUAGES) {
      const { body } = await open(language);
      const texts = TEXTS[language].status;
      for (const text of [texts.headings.ready, texts.noLookups]) expect(body).toContain(text);
    }
  });

  it('says of which day the data are and when they came, in the time of the country', async () => {
    const { open, store } = await openStatus();
    await store.imports.record(makeRun({ finishedAtMs: Date.parse('2026-09-15T21:30:00Z') }));
    const { body } = await open();
    expect(body).toContain('<time datetime="2026-09-14">14 September 2026</time>');
    expect(body).toContain('16 Sept 2026, 00:30 GMT+3');
  });

  it('has the times of look-ups, and not of refused requests, for an hour', async () => {
    const { openLater, get, send, subscribe, clock } = await openStatus();
    await send(`/api/v1/company/${IDNO}`);
    expect((await openLater()).body).toContain(t.noLookups);
    await get(`/api/v1/company/${IDNO}`, await subscribe('a@test.example', 'business'));
    const { body } = await openLater();
    const times = body.match(/[\d.]+ ms/g) ?? [];
    expect(times).toHaveLength(2);
    for (const time of times) expect(Number.parseFloat(time)).toBeGreaterThan(0);
    clock.advance(HOUR_MS);
    expect((await openLater()).body).toContain(t.noLookups);
  });

  it('answers 200 while the store fails, says so, and what it knew of the data', async () => {
    const { open, openLater, store } = await openStatus();
    await store.imports.record(makeRun({ dumpDate: '2026-11-14' }));
    await open();
    const ping = store.ping;
    const { findKeyAccess } = store.accounts;
    const fail = () => Promise.reject(new Unavailable('SQLITE_IOERR at /data'));
    store.ping = fail;
    store.accounts.findKeyAccess = fail;
    const { status, body } = await openLater();
    expect(status).toBe(200);
    expect(body).toContain(t.headings.unavailable);
    expect(body.match(new RegExp(t.fails, 'g'))).toHaveLength(6);
    expect(body).toContain('14 November 2026');
    expect(body).not.toContain('SQLITE');
    store.ping = ping;
    store.accounts.findKeyAccess = findKeyAccess;
    expect((await openLater()).body).toContain(t.headings.ready);
  });

  it('says that the data are old, unless a dump is of the last two weeks', async () => {
    const { open, openLater, clock, store } = await openStatus();
    await store.imports.record(makeRun({ dumpDate: '2026-11-07' }));
    expect((await open()).body).toContain(t.headings.ready);
    clock.advance(24 * HOUR_MS);
    const { body } = await openLater();
    expect(body).toContain(t.headings.outdated);
    expect(body).toMatch(/<span class="fails"><time datetime="2026-11-07">/);
  });

  it('does not call the account page unavailable while only the companies are', async () => {
    const { open, openLater, store } = await openStatus();
    store.ping = () => Promise.reject(new Unavailable('disk'));
    const { lookups, search, watchList, webhooks, mcp, account } = t.services;
    const failing = [lookups, search, watchList, webhooks, mcp].map((part) => [part, t.fails]);
    expect(toStates((await open()).body)).toEqual(Object.fromEntries(failing));
    store.accounts.findKeyAccess = () => Promise.reject(new Unavailable('disk'));
    expect(toStates((await openLater()).body)).toMatchObject({ [account]: t.fails });
  });

  it('says that nothing is known of the data if the store has failed since the start', async () => {
    const { open, store } = await openStatus();
    const fail = () => Promise.reject(new Unavailable('disk'));
    store.ping = fail;
    store.companies.findLastImportMs = fail;
    expect((await open()).body.match(new RegExp(t.unknown, 'g'))).toHaveLength(2);
  });

  it('says for some minutes which part failed while the others work', async () => {
    const { openLater, get, subscribe, store, metrics, clock } = await openStatus();
    const key = await subscribe('a@test.example', 'business');
    const { findByIdnos } = store.companies;
    store.companies.findByIdnos = () => Promise.reject(new Unavailable('disk'));
    expect((await get(`/api/v1/company/${IDNO}`, key)).status).toBe(503);
    store.companies.findByIdnos = findByIdnos;
    const failed = await openLater();
    expect(failed.body).toContain(t.headings.disturbed);
    expect(toStates(failed.body)).toEqual({ [t.services.lookups]: t.faults });
    metrics.countFault('mail');
    expect(toStates((await openLater()).body)).toMatchObject({ [t.services.mail]: t.faults });
    clock.advance(RECENT_FAULT_MS);
    const later = (await openLater()).body;
    expect(later).toContain(t.headings.ready);
    expect(toStates(later)).toEqual({});
  });

  it('counts several companies in one request as a look-up', async () => {
    const { openLater, send, subscribe, store } = await openStatus();
    const key = await subscribe('a@test.example', 'business');
    store.companies.findByIdnos = () => Promise.reject(new Unavailable('disk'));
    const { status } = await send('/api/v1/companies', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ idnos: [IDNO] }),
    });
    expect(status).toBe(503);
    expect(toStates((await openLater()).body)).toEqual({ [t.services.lookups]: t.faults });
  });

  it('tells a failing watch list, assistants and webhooks from look-ups', async () => {
    const { openLater, get, send, subscribe, store, metrics } = await openStatus();
    const key = await subscribe('a@test.example', 'business');
    const { watchList, webhooks, mcp } = t.services;
    const { find } = store.watchLists;
    store.watchLists.find = () => Promise.reject(new Unavailable('disk'));
    expect((await get('/api/v1/watchlist', key)).status).toBe(503);
    store.watchLists.find = find;
    expect(toStates((await openLater()).body)).toEqual({ [watchList]: t.faults });
    metrics.countFault('webhooks');
    const { findKeyAccess } = store.accounts;
    store.accounts.findKeyAccess = () => Promise.reject(new Unavailable('disk'));
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    expect((await send('/mcp', { method: 'POST', headers, body: '{}' })).status).toBe(503);
    store.accounts.findKeyAccess = findKeyAccess;
    expect(toStates((await openLater()).body)).toMatchObject({
      [webhooks]: t.faults,
      [mcp]: t.faults,
    });
  });

  it('says whether company pages work, which need no accounts', async () => {
    const { open, openLater, store } = await openStatus({ hasCompanyPages: true });
    const { companyPages } = t.services;
    store.ping = () => Promise.reject(new Unavailable('accounts.db'));
    expect((await open()).body).toContain(`<dt>${companyPages}</dt><dd><span class="works">`);
    store.companies.findLastImportMs = () => Promise.reject(new Unavailable('companies.db'));
    expect(toStates((await openLater()).body)).toMatchObject({ [companyPages]: t.fails });
  });

  it('leaves out parts that this service does not have', async () => {
    const { open } = await openStatus({ linkDelivery: 'none', sendsWebhooks: false });
    const { mail, webhooks, companyPages } = t.services;
    const { body } = await open();
    for (const part of [mail, webhooks, companyPages]) expect(body).not.toContain(part);
  });

  it('is JSON where a request prefers it, and a page for browsers and for curl', async () => {
    const { send, store } = await openStatus();
    const finishedAtMs = Date.parse('2026-09-15T21:30:00Z');
    await store.imports.record(makeRun({ finishedAtMs }));
    const read = (accept: string) => send('/status', { headers: { accept } });
    const { status, headers, body } = await read('application/json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers).toMatchObject({ vary: 'accept, accept-language, cookie' });
    expect(JSON.parse(body)).toEqual({
      status: expect.stringMatching(/^(?:ready|outdated)$/),
      checked_at: expect.stringMatching(/^\d{4}-.+Z$/),
      parts: {
        lookups: 'works',
        search: 'works',
        watch_list: 'works',
        webhooks: 'works',
        mcp: 'works',
        account: 'works',
        mail: 'works',
      },
      limiter: 'ok',
      data_date: '2026-09-14',
      data_outdated: expect.any(Boolean),
      last_import_at: '2026-09-15T21:30:00.000Z',
      lookups: null,
    });
    for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', '']) {
      const page = await read(accept);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers).toMatchObject({ vary: 'accept, accept-language, cookie' });
    }
  });

  it('says that the server stops', async () => {
    const { open } = await openStatus({ isStopping: () => true });
    expect((await open()).body).toContain(t.headings.stopping);
  });

  it('asks the store once, whatever the flood, until the facts are old', async () => {
    const { open, openLater, store } = await openStatus();
    const ping = store.ping;
    let pings = 0;
    store.ping = () => {
      pings++;
      return ping();
    };
    const answers = await Promise.all(Array.from({ length: 100 }, () => open()));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(pings).toBe(1);
    await openLater();
    expect(pings).toBe(2);
  });

  it('answers 304 until it changes', async () => {
    const { open, send } = await openStatus();
    const { etag = '' } = (await open()).headers;
    const headers = { 'accept-language': 'en', 'if-none-match': etag };
    expect((await send('/status', { headers })).status).toBe(304);
  });
});
