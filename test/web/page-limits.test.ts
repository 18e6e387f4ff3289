import { describe, expect, it } from 'vitest';
import {
  BURST_WINDOW_MS,
  createVisitorLimit,
  MAX_PAGES_PER_BURST,
  MAX_PAGES_PER_SITE,
  MAX_PAGES_PER_SUBSCRIBER,
  PAGE_WINDOW_MS,
} from '../../src/web/page-limits.ts';
import { openCompanyPage, PATH, toHeading } from '../company-page/open.ts';
import { createClock } from '../support/clock.ts';
import { COMPANY, IDNO } from '../support/companies.ts';

function openLimit() {
  const clock = createClock(0);
  const findRefusal = createVisitorLimit(clock.nowMs);
  /** The requests that are served of this number, each followed by a pause. */
  const countServed = (count: number, toAddress: (serial: number) => string, pauseMs = 0) =>
    Array.from({ length: count }, (_, serial) => {
      const refusal = findRefusal(toAddress(serial));
      clock.advance(pauseMs);
      return refusal;
    }).filter((refusal) => refusal === null).length;
  return { clock, findRefusal, countServed };
}

/** Between pages that all networks together may open. */
const PAUSE_MS = BURST_WINDOW_MS / MAX_PAGES_PER_BURST;

/** Each in a network and a site of its own. */
const toAddress = (serial: number) =>
  `${10 + (serial >> 16)}.${(serial >> 8) & 255}.${serial & 255}.1`;

describe('the limit of a network', () => {
  it('refuses further pages until its first one leaves the window', () => {
    const { clock, countServed } = openLimit();
    expect(countServed(100, () => '192.0.2.1', PAUSE_MS)).toBe(MAX_PAGES_PER_SUBSCRIBER);
    expect(countServed(1, () => '192.0.2.2')).toBe(1);
    clock.advance(PAGE_WINDOW_MS - 1 - clock.nowMs());
    expect(countServed(1, () => '192.0.2.1')).toBe(0);
    clock.advance(1);
    expect(countServed(MAX_PAGES_PER_BURST, () => '192.0.2.1')).toBe(1);
    clock.advance(PAGE_WINDOW_MS);
    expect(countServed(100, () => '192.0.2.1', PAUSE_MS)).toBe(MAX_PAGES_PER_SUBSCRIBER);
  });

  it('takes a /64 for one network and a /48 for one site', () => {
    const { countServed } = openLimit();
    const toNeighbour = (serial: number) => `2001:db8:0:1::${serial}`;
    expect(countServed(100, toNeighbour, PAUSE_MS)).toBe(MAX_PAGES_PER_SUBSCRIBER);
    const others = countServed(1_000, (serial) => `2001:db8:0:a${serial}::1`, PAUSE_MS);
    expect(others).toBe(MAX_PAGES_PER_SITE - MAX_PAGES_PER_SUBSCRIBER);
    expect(countServed(1, () => '2001:db8:1::1')).toBe(1);
  });
});

describe('the limit of all networks', () => {
  it('admits a number of pages at once, whichever networks they come from', () => {
    const { clock, findRefusal, countServed } = openLimit();
    expect(countServed(10_000, toAddress)).toBe(MAX_PAGES_PER_BURST);
    clock.advance(BURST_WINDOW_MS - 1);
    expect(findRefusal('192.0.2.1')).toMatchObject({ status: 503, error: 'unavailable' });
    clock.advance(1);
    expect(findRefusal('192.0.2.1')).toBeNull();
  });

  it('keeps the count of each network in memory, whatever comes', () => {
    const { clock, findRefusal, countServed } = openLimit();
    expect(countServed(100, () => '192.0.2.1', PAUSE_MS)).toBe(MAX_PAGES_PER_SUBSCRIBER);
    for (let turn = 1; clock.nowMs() < PAGE_WINDOW_MS - BURST_WINDOW_MS; turn++) {
      clock.advance(BURST_WINDOW_MS);
      const served = countServed(100, (serial) => toAddress(turn * 100 + serial));
      expect(served).toBe(MAX_PAGES_PER_BURST);
      expect(findRefusal('192.0.2.1')).toMatchObject({ status: 429, error: 'rate_limited' });
    }
  });
});

describe('the page', () => {
  it('answers a network over its limit with 429, others and the API as before', async () => {
    const { open, get, subscribe, clock } = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
    const key = await subscribe('limit@test.example', 'business');
    const from = (address: string) => open(PATH, { 'x-forwarded-for': address });
    for (let page = 0; page < MAX_PAGES_PER_SUBSCRIBER; page++) {
      expect((await from(`2001:db8::${page}`)).status).toBe(200);
      clock.advance(PAUSE_MS);
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

  it('answers 503 for a moment when all networks together ask for too many', async () => {
    const { open, clock } = await openCompanyPage({ trustProxy: ['127.0.0.1'] });
    const from = (place: number) => open(PATH, { 'x-forwarded-for': toAddress(place) });
    for (let place = 0; place < MAX_PAGES_PER_BURST; place++) {
      expect((await from(place)).status).toBe(200);
    }
    const { status, headers, body } = await from(MAX_PAGES_PER_BURST);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(toHeading(body)).toBe('Pagina nu este disponibilă acum');
    clock.advance(BURST_WINDOW_MS);
    expect((await from(MAX_PAGES_PER_BURST)).status).toBe(200);
  });
});
