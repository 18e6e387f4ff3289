import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { makeApiReads } from '../support/api-reads.ts';
import { ACTOR } from '../support/app.ts';
import { openApi } from './open.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const CURSOR = encode(['0', 0, 1, 'a', '1099600000018']);

/** Queries of each list, and what the message names. */
const REFUSED = {
  '/api/v1/search': [
    ['', 'name or a filter'],
    ['limit=5', 'name or a filter'],
    ['name=', 'name'],
    ['name=+', 'name'],
    [`name=${'x'.repeat(201)}`, 'name'],
    ['name=a&name=a', 'name once'],
    ['Name=a', '"Name"'],
    ['name=a&page=2', '"page"'],
    ['name=a&__proto__=1', '"__proto__"'],
    ['name=a&name[]=b', '"name[]"'],
    ['status=open', 'status'],
    ['status=', 'status'],
    [`status=${'x'.repeat(10_000)}`, 'status'],
    ['status=activa&status=lichidata', 'status once'],
    ['region=120', 'region'],
    ['region=chisinau', 'region'],
    [`region=${'0'.repeat(10_000)}`, 'region'],
    ['region=0120&region=0120', 'region once'],
    ['legal_form=SRLX', 'legal_form'],
    [`legal_form=${'S'.repeat(10_000)}`, 'legal_form'],
    ['legal_form=S.A.&legal_form=S.A.', 'legal_form once'],
    ['caem=6201', 'caem'],
    ['caem=62.01%0A', 'caem'],
    [`caem=${'6'.repeat(10_000)}`, 'caem'],
    ['caem=62.01&caem=62.02', 'caem once'],
    ['name=a&limit=0', 'limit'],
    ['name=a&limit=51', 'limit'],
    ['name=a&limit=-1', 'limit'],
    ['name=a&limit=1.5', 'limit'],
    ['name=a&limit=ten', 'limit'],
    ['name=a&limit=', 'limit'],
    [`name=a&limit=${'9'.repeat(10_000)}`, 'limit'],
    ['name=a&limit=5&limit=6', 'limit once'],
    ['name=a&after=', 'after'],
    ['name=a&after=abc', 'after'],
    [`name=a&after=${CURSOR}`, 'after'],
    [`name=a&after=${'a'.repeat(10_000)}`, 'after'],
    ['name=a&after=a&after=b', 'after once'],
    ['name=%C8AROM', '"name"'],
    ['name=100%', '"name"'],
    ['name=%00a', 'name'],
    ['name=a%00', 'name'],
    ['status=%00', 'status'],
    ['after=a%00', 'after'],
    ['n%zzme=a', '"n%zzme"'],
  ],
  '/api/v1/changes': [
    ['page=2', '"page"'],
    ['After=a', '"After"'],
    ['__proto__=1', '"__proto__"'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    [`limit=${'9'.repeat(10_000)}`, 'limit'],
    ['limit=5&limit=6', 'limit once'],
    ['watched=no', 'watched as true'],
    ['watched=', 'watched as true'],
    ['watched=TRUE', 'watched as true'],
    ['watched=1', 'watched as true'],
    ['watched=true&watched=true', 'watched once'],
    ['from=', 'from'],
    ['from=14.09.2026', 'from'],
    ['from=2026-09-31', 'from'],
    ['from=2026-9-14', 'from'],
    ['from=2026-09-14T00:00:00Z', 'from'],
    ['from=%ED%A0%80', '"from"'],
    ['from=43722', 'from'],
    [`from=${'2'.repeat(10_000)}`, 'from'],
    ['from=2026-09-14&from=2026-09-14', 'from once'],
    ['after=', 'after'],
    ['after=abc', 'after'],
    [`after=${'a'.repeat(10_000)}`, 'after'],
    ['after=a&after=b', 'after once'],
    [`after=${CURSOR}`, 'after'],
    [`after=${encode([1.5, null])}`, 'after'],
    [`after=${encode([-1, null])}`, 'after'],
    [`after=${encode([1, '12'])}`, 'after'],
    [`after=${encode([1, null])}=`, 'after'],
    [`after=${encode([1, null])}&from=2026-09-14`, 'after or from'],
  ],
  '/api/v1/watchlist': [
    ['page=2', '"page"'],
    ['__proto__=1', '"__proto__"'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=5&limit=6', 'limit once'],
    ['after=', 'after'],
    ['after=123456789012', 'after'],
    ['after=1099600000018%0A', 'after'],
    ['after=%00', 'after'],
    [`after=${'1'.repeat(10_000)}`, 'after'],
    ['after=1099600000018&after=1099600000018', 'after once'],
  ],
} as const satisfies Record<string, readonly (readonly [query: string, named: string])[]>;

describe.each(Object.entries(REFUSED))('%s', (path, refused) => {
  it('is refused with 400 and the name of the parameter', async () => {
    const { get, key } = await openApi({ plan: 'agency' });
    for (const [query, named] of refused) {
      const { status, body } = await get(`${path}?${query}`, key);
      const { error, message } = JSON.parse(body);
      expect({ query, status, error }).toEqual({ query, status: 400, error: 'invalid_query' });
      expect(message).toContain(named);
      expect(message).toMatch(/[^.]\.$/);
      expect(message.length).toBeLessThan(250);
    }
  });

  it('is guarded as every address: 401, 403, 429, then 400', async () => {
    const { send, get, key, accounts, subscribe } = await openApi({ plan: 'agency' });
    expect((await send(`${path}?limit=x`)).status).toBe(401);
    const limited = await subscribe('b@test.example', 'business');
    for (let count = 0; count < 60; count++) {
      const { status, headers } = await get(`${path}?limit=x`, limited);
      expect([status, headers['x-ratelimit-remaining']]).toEqual([400, String(59 - count)]);
    }
    expect((await get(`${path}?limit=x`, limited)).status).toBe(429);
    await accounts.cancel('a@test.example', ACTOR);
    expect((await get(`${path}?limit=x`, key)).status).toBe(403);
  });
});

it.each(['/api/v1/search?name=a', '/api/v1/search?status=activa', '/api/v1/changes'])(
  '%s is 503 and not an empty list while the store fails',
  async (path) => {
    const fail = () => Promise.reject(new Unavailable('gone'));
    const { get, key } = await openApi({
      plan: 'agency',
      openSearchReads: () => makeApiReads(fail),
    });
    const { status, headers } = await get(path, key);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  },
);
