import { describe, expect, it } from 'vitest';
import { ACTOR } from '../support/accounts.ts';
import { createClock } from '../support/clock.ts';
import { type Answer, send } from '../support/http.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

const QUERY = JSON.stringify({ query: '{ __schema { types { name } } stats { companies } }' });
const TELLTALE = /stats|Query|CompanyStats|__schema/;
const DAY_MS = 86_400_000;

function expectRefused({ status, body }: Answer, refused: 401 | 403): void {
  expect(status).toBe(refused);
  expect(body).not.toMatch(TELLTALE);
}

describe('without the role neither data nor schema is disclosed', () => {
  it.each([
    ['no cookie', () => ({ cookie: undefined })],
    ['a cookie that is no session', () => ({ cookie: '__Host-registru-session=x' })],
    ['an API key', (key: string) => ({ cookie: undefined, authorization: `Bearer ${key}` })],
    ['an API key as a session', (key: string) => ({ cookie: `__Host-registru-session=${key}` })],
  ])('%s: 401', async (_name, toHeaders) => {
    const staff = await openStaff();
    const key = await staff.subscribe('key@test.example', 'agency');
    expectRefused(await staff.post(QUERY, toHeaders(key)), 401);
    const page = await send(staff.port, '/graphql', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(401);
    expect(page.body).not.toContain('graphiql');
  });

  it('a session of an account holder: 403, with a key of theirs too', async () => {
    const { post, askAccount, subscribe, enter } = await openStaff();
    const key = await subscribe('holder@test.example', 'agency');
    const cookie = await enter('holder@test.example');
    for (const headers of [{ cookie }, { cookie, 'x-api-key': key }]) {
      expectRefused(await post(QUERY, headers), 403);
    }
    const query = '{ company(idno: "1099600000018") { idno name } }';
    const answer = await askAccount(cookie, query);
    expect(answer.body).toContain('Cannot query field');
    expect(answer.body).not.toContain('"data"');
  });

  it.each([
    ['was not used for a week', 7, 0],
    ['began a month ago', 30, 6],
  ])('a session that %s: 401', async (_name, days, everyDays) => {
    const { post, clock } = await openStaff({ clock: createClock() });
    for (let day = everyDays; everyDays > 0 && day < days; day += everyDays) {
      clock.advance(everyDays * DAY_MS);
      expect((await post(QUERY)).status).toBe(200);
    }
    clock.advance((everyDays || days) * DAY_MS);
    expectRefused(await post(QUERY), 401);
  });

  it('a session that was ended: 401', async () => {
    const { post, account, sessions } = await openStaff();
    await sessions.signOutEverywhere(await account(), ACTOR);
    expectRefused(await post(QUERY), 401);
  });

  it('a session of one who was staff until now: 403', async () => {
    const { post, accounts, port, cookie } = await openStaff();
    expect((await post(QUERY)).status).toBe(200);
    await accounts.setRole(STAFF_EMAIL, 'holder', ACTOR);
    expectRefused(await post(QUERY), 403);
    const page = await send(port, '/graphql', { headers: { accept: 'text/html', cookie } });
    expect(page.status).toBe(403);
    expect(page.body).not.toContain('graphiql');
  });
});

describe('what does not come from a page of this service is refused', () => {
  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a foreign origin', { 'sec-fetch-site': undefined, origin: 'https://foreign.example' }],
    ['from nowhere', { 'sec-fetch-site': undefined }],
  ])('%s', async (_name, headers) => {
    const { post } = await openStaff();
    const answer = await post(QUERY, headers);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body).errors[0].extensions.code).toBe('CROSS_SITE');
  });

  it('a query in an address that a foreign page leads to', async () => {
    const { port, cookie, ask } = await openStaff();
    const path = `/graphql?query=${encodeURIComponent('{ people(name: "ion") { edges { cursor } } }')}`;
    for (const accept of ['text/html', '*/*']) {
      const headers = { cookie, accept, 'sec-fetch-site': 'cross-site' };
      const { status, body } = await send(port, path, { headers });
      expect(status).toBe(accept === 'text/html' ? 200 : 403);
      expect(body).not.toContain('"data"');
    }
    const { data } = await ask(
      '{ auditLog(filter: {action: people_searched}) { edges { cursor } } }',
    );
    expect(data).toEqual({ auditLog: { edges: [] } });
  });
});

it('shows staff an editor that comes from this host alone', async () => {
  const { port, cookie } = await openStaff();
  const { status, headers, body } = await send(port, '/graphql', {
    headers: { accept: 'text/html', cookie },
  });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';/);
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|http|script-src[^;]*unsafe/);
  const urls = Array.from(
    body.matchAll(/(?:<link [^>]*href|src|data-[a-z]+-worker)="([^"]+)"/g),
    ([, url = '']) => url,
  );
  expect(urls.length).toBeGreaterThan(9);
  for (const url of urls) {
    const file = await send(port, url);
    expect([url, file.status]).toEqual([url, 200]);
    expect(file.headers['cache-control']).toContain('immutable');
  }
}, 30_000);
