import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../src/web/errors.ts';
import {
  createVisitorLimit,
  MAX_PAGES_PER_SITE,
  MAX_PAGES_PER_SUBSCRIBER,
  PAGE_WINDOW_MS,
} from '../../src/web/page-limits.ts';
import { MAX_OPEN_PAGES, MAX_WAITING_PAGES } from '../../src/web/page-turns.ts';
import { openCompanyPage, PATH, toHeading } from '../company-page/open.ts';
import { createClock } from '../support/clock.ts';
import { COMPANY, IDNO } from '../support/companies.ts';

function openLimit(work: () => Promise<null> = async () => null) {
  const clock = createClock(0);
  const limit = createVisitorLimit({
    elapsedMs: clock.nowMs,
    busyMs: () => 0,
    refuse: (answer) => answer as unknown as FastifyReply,
  });
  const handler = limit(work);
  /** Null, or the refusal. */
  const open = (ip: string) =>
    handler({ ip } as FastifyRequest, {} as FastifyReply) as Promise<ErrorAnswer | null>;
  /** How many of this number of pages are opened, one after another. */
  async function countOpened(count: number, toAddress: (serial: number) => string) {
    let opened = 0;
    for (let serial = 0; serial < count; serial++) {
      if ((await open(toAddress(serial))) === null) opened++;
    }
    return opened;
  }
  return { clock, open, countOpened };
}

/** Each in a network and a site of its own. */
const toAddress = (serial: number) =>
  `${10 + (serial >> 16)}.${(serial >> 8) & 255}.${serial & 255}.1`;

describe('the limit of a network', () => {
  it('refuses further pages until its first one leaves the window', async () => {
    const { clock, countOpened } = openLimit();
    expect(await countOpened(100, () => '192.0.2.1')).toBe(MAX_PAGES_PER_SUBSCRIBER);
    expect(await countOpened(1, () => '192.0.2.2')).toBe(1);
    clock.advance(PAGE_WINDOW_MS - 1);
    expect(await countOpened(1, () => '192.0.2.1')).toBe(0);
    clock.advance(1);
    expect(await countOpened(100, () => '192.0.2.1')).toBe(MAX_PAGES_PER_SUBSCRIBER);
  });

  it('takes a /64 for one network and a /48 for one site', async () => {
    const { countOpened } = openLimit();
    const toNeighbour = (serial: number) => `2001:db8:0:1::${serial}`;
    expect(await countOpened(100, toNeighbour)).toBe(MAX_PAGES_PER_SUBSCRIBER);
    const others = await countOpened(1_000, (serial) => `2001:db8:0:a${serial}::1`);
    expect(others).toBe(MAX_PAGES_PER_SITE - MAX_PAGES_PER_SUBSCRIBER);
    expect(await countOpened(1, () => '2001:db8:1::1')).toBe(1);
  });

  it('counts pages that wait, so that no network fills the queue of all', async () => {
    const blocked = Promise.withResolvers<null>();
    const { open } = openLimit(() => blocked.promise);
    const all = Array.from({ length: MAX_PAGES_PER_SUBSCRIBER }, () => open('192.0.2.1'));
    expect(await open('192.0.2.1')).toMatchObject({ status: 429, error: 'rate_limited' });
    const other = open('192.0.3.1');
    blocked.resolve(null);
    expect(await Promise.all([...all, other])).toEqual(Array(all.length + 1).fill(null));
  });

  it('keeps the count of each network while a flood is refused', async () => {
    const blocked = Promise.withResolvers<null>();
    const { open } = openLimit(() => blocked.promise);
    const own = Array.from({ length: MAX_PAGES_PER_SUBSCRIBER }, () => open('192.0.2.1'));
    const flood = Array.from({ length: 30_000 }, (_, serial) => open(toAddress(serial)));
    expect(await open('192.0.2.1')).toMatchObject({ status: 429 });
    blocked.resolve(null);
    await Promise.all(own);
    const refused = (await Promise.all(flood)).filter((answer) => answer !== null);
    const admitted = MAX_OPEN_PAGES + MAX_WAITING_PAGES - own.length;
    expect(refused).toHaveLength(flood.length - admitted);
    expect(refused[0]).toMatchObject({ status: 503, error: 'unavailable' });
  });
});

describe('the page', () => {
  it('answers a network over its limit with 429, others and the API as before', async () => {
    const { open, get, subscribe, clock } = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
    const key = await subscribe('limit@test.example', 'business');
    const from = (address: string) => open(PATH, { 'x-forwarded-for': address });
    for (let page = 0; page < MAX_PAGES_PER_SUBSCRIBER; page++) {
      expect((await from(`2001:db8::${page}`)).status).toBe(200);
    }
    const { status, headers, body } = await from('2001:db8::ffff');
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect(toHeading(body)).toBe('Prea multe pagini deschise');
    expect(body).not.toContain(COMPANY.name);
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await get(`/api/v1/company/${IDNO}`, key)).status).toBe(200);
    clock.advance(PAGE_WINDOW_MS);
    expect((await from('2001:db8::1')).status).toBe(200);
  });

  it('opens for 100 people at once, who wait for their turn', async () => {
    const { open } = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
    const from = (place: number) => open(PATH, { 'x-forwarded-for': toAddress(place) });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, place) => from(place)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('answers 503 after a second where pages have used up their share, and the API as before', async () => {
    let busyMs = 0;
    const page = await openCompanyPage({
      trustProxy: ['127.0.0.1'],
      busyMs: () => {
        busyMs += 500;
        return busyMs;
      },
    });
    const key = await page.subscribe('share@test.example', 'business');
    const from = (place: number) => page.open(PATH, { 'x-forwarded-for': toAddress(place) });
    expect((await from(0)).status).toBe(200);
    const { status, headers, body } = await from(1);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(toHeading(body)).toBe('Pagina nu este disponibilă acum');
    expect((await page.get(`/api/v1/company/${IDNO}`, key)).status).toBe(200);
    page.clock.advance(60_000);
    expect((await from(2)).status).toBe(200);
  });
});
