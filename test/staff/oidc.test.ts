import { describe, expect, it } from 'vitest';
import { createOidcProvider } from '../../src/staff/oidc/provider.ts';
import { ACTOR } from '../support/accounts.ts';
import { openEndless } from '../support/endless-server.ts';
import { HTML, openOidc, SIGN_IN, STAFF } from '../support/oidc.ts';
import {
  CLIENT,
  openImpostor,
  openProvider,
  type ProviderUser,
} from '../support/openid-provider.ts';
import { readLinkField, toCookieHeader, toCookies } from '../support/page.ts';
import { STAFF_EMAIL } from '../support/staff.ts';

const HOUR_MS = 3_600_000;

describe('staff of the OpenID provider', () => {
  it('are signed in, by code, with PKCE, state and nonce', async () => {
    const { start, comeBack, provider, ask, account, logs, actions } = await openOidc();
    const { status, url, cookie } = await start();
    expect(status).toBe(303);
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email groups',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const callback = await provider.approve(url);
    const answer = await comeBack(callback, cookie);
    expect([answer.status, answer.headers.location]).toEqual([303, '/graphql']);
    expect(answer.cookies).toContain('__Host-registru-attempt=');
    expect((await ask(answer.session)).body).toContain('"companies":1');
    expect((await account()).identity).toEqual({
      issuer: new URL(provider.issuer).href,
      subject: STAFF.sub,
    });
    expect((await actions()).slice(0, 2)).toEqual(['signed_in', 'identity_linked']);
    const code = new URL(callback).searchParams.get('code') ?? '';
    for (const secret of [code, cookie.split('=')[1] ?? '', CLIENT.clientSecret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(logs.join('')).not.toContain(secret);
    }
  });

  it.each([
    ['/staff/imports', '/staff/imports'],
    ['/staff/account?email=a%40b.md', '/staff'],
    ['/graphql', '/graphql'],
  ])('who ask for %s are led to %s, once', async (path, back) => {
    const { send, start, comeBack, provider } = await openOidc();
    const { headers } = await send(path, { headers: HTML });
    const next = toCookieHeader(toCookies(headers));
    const { url, cookie } = await start();
    const answer = await comeBack(await provider.approve(url), `${cookie}; ${next}`);
    expect([answer.status, answer.headers.location]).toEqual([303, back]);
    expect(answer.cookies).toContain('__Host-registru-next=');
  });

  it('end the session that their browser had, also that of another account', async () => {
    const { signIn, start, comeBack, provider, accounts, enter, get } = await openOidc();
    await accounts.create('other@test.example', { plan: 'free' }, ACTOR);
    const { session: first } = await signIn();
    for (const former of [first ?? '', await enter('other@test.example')]) {
      expect((await get('/cont/api', { cookie: former })).status).toBe(200);
      const { url, cookie } = await start();
      const { session } = await comeBack(await provider.approve(url), `${cookie}; ${former}`);
      expect((await get('/cont/api', { cookie: former })).status).toBe(303);
      expect((await get('/cont/api', { cookie: session ?? '' })).status).toBe(200);
    }
  });

  it('find the way to the editor on the page of their account', async () => {
    const { signIn, get } = await openOidc();
    const { session } = await signIn();
    const { body } = await get('/cont/api', { cookie: session ?? '' });
    expect(body).toContain('<a href="/graphql">');
  });

  it.each(['https://evil.example/', '//evil.example', '/staff%0d%0aX: 1', '/\\evil'])(
    'are not led to %s',
    async (next) => {
      const { start, comeBack, provider } = await openOidc();
      const { url, cookie } = await start();
      const sent = `${cookie}; __Host-registru-next=${encodeURIComponent(next)}`;
      const answer = await comeBack(await provider.approve(url), sent);
      expect(answer.headers.location).toBe('/graphql');
    },
  );

  it('are known by issuer and subject from then on, whatever their address', async () => {
    const { signIn, ask, provider, actions } = await openOidc();
    await signIn();
    provider.state.user = { ...STAFF, email: 'renamed@test.example', email_verified: false };
    const { session } = await signIn();
    expect((await ask(session)).status).toBe(200);
    expect(await actions()).not.toContain('account_deleted');
    expect((await actions()).filter((one) => one === 'identity_linked')).toHaveLength(1);
  });

  it('lose the role after twelve hours, however busy', async () => {
    const { signIn, ask, clock } = await openOidc();
    const { session } = await signIn();
    for (let hour = 0; hour < 11; hour++) {
      clock.advance(HOUR_MS);
      expect((await ask(session)).status).toBe(200);
    }
    clock.advance(HOUR_MS);
    expect((await ask(session)).status).toBe(401);
  });

  it('lose it with the claim at the next sign-in, with what was open', async () => {
    const { signIn, ask, provider } = await openOidc();
    const { session } = await signIn();
    expect((await ask(session)).status).toBe(200);
    provider.state.user = { ...STAFF, groups: ['drivers'] };
    const answer = await signIn();
    expect([answer.status, answer.session]).toEqual([403, null]);
    expect((await ask(session)).status).toBe(401);
  });

  it.each(['registru-staff', ['registru-staff']])('are those with %j', async (groups) => {
    const { signIn, ask } = await openOidc({ groups });
    expect((await ask((await signIn()).session)).status).toBe(200);
  });
});

it('another site cannot start a sign-in', async () => {
  const { get } = await openOidc();
  const start = (site?: string) =>
    get('/graphql/sign-in', site === undefined ? {} : { 'sec-fetch-site': site });
  const refused = await start('cross-site');
  expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
  for (const site of ['none', 'same-origin', 'same-site', undefined]) {
    expect((await start(site)).status).toBe(303);
  }
});

describe('no role comes of', () => {
  it.each([
    ['no claim', undefined],
    ['another value', ['drivers', 'registru-staff-2']],
    ['a part of the value', 'registru'],
    ['an object', { 'registru-staff': true }],
  ])('%s', async (_name, groups) => {
    const { signIn, ask, account } = await openOidc({ groups });
    const { status, session, body } = await signIn();
    expect([status, session]).toEqual([403, null]);
    expect(body).toContain('does not list you as staff');
    expect((await ask(session)).status).toBe(401);
    expect((await account()).identity).toBeNull();
  });

  it('a link or a command, where the provider says who is staff', async () => {
    const { enter, accounts, ask, get } = await openOidc();
    await accounts.setRole(STAFF_EMAIL, 'staff', ACTOR);
    const cookie = await enter();
    const { status, body } = await get('/cont/api', { cookie });
    expect(status).toBe(200);
    expect(body).not.toContain('<a href="/graphql">');
    expect((await ask(cookie)).status).toBe(403);
  });

  it('a link that was followed from the editor, which leads to the account', async () => {
    const { accounts, issueUrl, get, post } = await openOidc();
    await accounts.setRole(STAFF_EMAIL, 'staff', ACTOR);
    const { pathname, search } = new URL(await issueUrl());
    const cookies = toCookies((await get(pathname + search)).headers);
    const cookie = toCookieHeader([...cookies, ['__Host-registru-next', '/graphql']]);
    const { body } = await get(`${pathname}/link`, { cookie });
    const entered = await post(`${pathname}/link`, `link=${readLinkField(body)}`, { cookie });
    expect([entered.status, entered.headers.location]).toEqual([303, '/cont/api']);
  });
});

describe('refused, without a session', () => {
  it.each<[string, Partial<ProviderUser>, string]>([
    ['an address that is not verified', { email_verified: false }, 'it has verified'],
    ['no address', { email: undefined as never }, 'it has verified'],
    [
      'an address without an account',
      { email: 'no@test.example' },
      'No account has your e-mail address',
    ],
  ])('%s: 403', async (_name, user, text) => {
    const { signIn, account } = await openOidc(user);
    const { status, session, body } = await signIn();
    expect([status, session]).toEqual([403, null]);
    expect(body).toContain(text);
    expect((await account()).identity).toBeNull();
  });

  it('user info of another subject than the token: 400', async () => {
    const { signIn, provider, account, logs } = await openOidc();
    provider.state.userInfoSub = 'person-8';
    const { status, session } = await signIn();
    expect([status, session]).toEqual([400, null]);
    expect((await account()).identity).toBeNull();
    expect(logs.join('')).not.toContain('"level":"error"');
  });

  it('another person of the provider with the same address: 403', async () => {
    const { signIn, provider, account } = await openOidc();
    await signIn();
    provider.state.user = { ...STAFF, sub: 'person-8' };
    const { status, session } = await signIn();
    expect([status, session]).toEqual([403, null]);
    expect((await account()).identity?.subject).toBe(STAFF.sub);
  });

  it.each<[string, RegExp, (callback: URLSearchParams) => void]>([
    ['a wrong state', /unexpected .{1,3}state/, (query) => query.set('state', 'x'.repeat(43))],
    ['no state', /state.{1,4}missing/, (query) => query.delete('state')],
    ['a wrong issuer', /unexpected .{1,3}iss/, (query) => query.set('iss', 'https://a.example')],
    ['no issuer, where the provider tells one', /iss.* missing/, (query) => query.delete('iss')],
    ['a code of nobody', /invalid_grant/, (query) => query.set('code', 'x'.repeat(43))],
    ['no code', /no authorization code/, (query) => query.delete('code')],
    ['two codes', /code/, (query) => query.append('code', 'x'.repeat(43))],
    ['an ID token', /ID token/, (query) => query.set('id_token', 'x')],
    ['a refusal', /access_denied/, (query) => query.set('error', 'access_denied')],
  ])('%s: 400', async (_name, reason, change) => {
    const { approved, cookie, comeBack, logs } = await openApproved();
    const callback = new URL(approved);
    change(callback.searchParams);
    const { status, session, body } = await comeBack(callback.href, cookie);
    expect([status, session]).toEqual([400, null]);
    expect(body).toContain('start it again');
    expect(logs.find((line) => line.includes('a sign-in was refused'))).toMatch(reason);
  });

  it.each([
    ['nonce', /unexpected ID Token .{1,3}nonce/],
    ['code_challenge', /invalid_grant/],
  ])('a wrong %s: 400', async (name, reason) => {
    const { start, comeBack, provider, logs } = await openOidc();
    const { url, cookie } = await start();
    const asked = new URL(url);
    asked.searchParams.set(name, 'x'.repeat(43));
    const { status, session } = await comeBack(await provider.approve(asked.href), cookie);
    expect([status, session]).toEqual([400, null]);
    expect(logs.find((line) => line.includes('a sign-in was refused'))).toMatch(reason);
  });

  it('an ID token of another issuer than the one that was discovered: 400', async () => {
    const { approved, cookie, comeBack, logs } = await openApproved({}, openImpostor);
    const callback = new URL(approved);
    callback.searchParams.delete('iss');
    const { status, session } = await comeBack(callback.href, cookie);
    expect([status, session]).toEqual([400, null]);
    expect(logs.find((line) => line.includes('a sign-in was refused'))).toMatch(/iss/);
  });

  it('a code that was used: 400, also with the cookie of then', async () => {
    const { approved, cookie, comeBack, logs } = await openApproved();
    expect((await comeBack(approved, cookie)).status).toBe(303);
    expect((await comeBack(approved, '')).status).toBe(400);
    const again = await comeBack(approved, cookie);
    expect([again.status, again.session]).toEqual([400, null]);
    expect(logs.join('')).toContain('invalid_grant');
    expect(logs.join('')).not.toContain(new URL(approved).searchParams.get('code'));
  });

  it('a code that the provider holds to be over: 400', async () => {
    const { approved, cookie, comeBack, provider } = await openApproved();
    provider.expireCodes();
    const { status, session } = await comeBack(approved, cookie);
    expect([status, session]).toEqual([400, null]);
  });

  it('an attempt of more than ten minutes ago, or of another browser: 400', async () => {
    const { approved, cookie, start, comeBack, clock } = await openApproved();
    const { cookie: foreign } = await start();
    for (const other of [foreign, '', `${cookie}0`]) {
      expect((await comeBack(approved, other)).status).toBe(400);
    }
    clock.advance(600_000);
    expect((await comeBack(approved, cookie)).status).toBe(400);
    clock.advance(-60_000);
    expect((await comeBack(approved, cookie)).status).toBe(303);
  });

  it('too many answers from one network: 429', async () => {
    const { start, comeBack, baseUrl } = await openOidc();
    const { cookie } = await start();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 31; attempt++) {
      statuses.add((await comeBack(`${baseUrl}${SIGN_IN}/callback?code=x`, cookie)).status);
    }
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe('a provider that is not there', () => {
  it('is a page that says so, and no other page feels it; once it is back, it is asked', async () => {
    const { start, provider, signIn, get, ask } = await openOidc();
    provider.state.isDown = true;
    const { status, body } = await start();
    expect(status).toBe(503);
    expect(body).toContain('The OpenID provider cannot be reached now');
    expect((await get('/health/ready')).status).toBe(200);
    expect((await get('/cont/api/sign-in')).status).toBe(200);
    provider.state.isDown = false;
    expect((await ask((await signIn()).session)).status).toBe(200);
  });

  it('is not waited for when it says nothing', async () => {
    const { provider, start } = await openSilent(50);
    await expect(start()).rejects.toThrow(/^the OpenID provider: operation timed out/);
    provider.state.isSilent = false;
    expect((await start()).origin).toBe(provider.issuer);
  });

  it('is waited for by 100 sign-ins at most', async () => {
    const { provider, start } = await openSilent(500);
    const waiting = Promise.allSettled(Array.from({ length: 100 }, start));
    await expect(start()).rejects.toThrow('too many sign-ins wait for the OpenID provider');
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(['rejected']));
    provider.state.isSilent = false;
    expect((await start()).origin).toBe(provider.issuer);
  });

  it.each([
    ['informational responses', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['a body', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n', ' '],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'],
  ])('is not read without end: %s', async (_, begin, repeated) => {
    const { url, countBytes } = await openEndless(begin, repeated);
    const { startUrl } = createOidcProvider({ ...SILENT, issuer: url }, 'http://127.0.0.1/');
    const startMs = performance.now();
    await expect(startUrl({ state: 'a', nonce: 'b', verifier: 'c' })).rejects.toThrow(
      'the OpenID provider',
    );
    expect(performance.now() - startMs).toBeLessThan(3_000);
    // What fits into the buffers of both ends.
    expect(countBytes()).toBeLessThan(16 * 2 ** 20);
  });

  it('counts as unavailable when it refuses the connection', async () => {
    const issuer = 'https://127.0.0.1:1/';
    const { startUrl } = createOidcProvider({ ...SILENT, issuer }, 'http://127.0.0.1/');
    const startMs = performance.now();
    await expect(startUrl({ state: 'a', nonce: 'b', verifier: 'c' })).rejects.toThrow(
      'the OpenID provider',
    );
    expect(performance.now() - startMs).toBeLessThan(900);
  });

  it('counts as unavailable when it names another issuer', async () => {
    const { start } = await openOidc({}, async (issuer) =>
      issuer.replace('127.0.0.1', 'localhost'),
    );
    expect((await start()).status).toBe(503);
  });

  it('may also go between the way out and the way back', async () => {
    const { approved, cookie, comeBack, provider } = await openApproved();
    provider.state.isDown = true;
    const { status, session } = await comeBack(approved, cookie);
    expect([status, session]).toEqual([503, null]);
  });
});

it('sends a browser that nobody is signed in with to the provider, and no account holder', async () => {
  const { get } = await openOidc();
  const { status, body } = await get('/graphql', HTML);
  expect(status).toBe(401);
  expect(body).toContain(`href="${SIGN_IN}"`);
});

/** A sign-in that the provider has approved: where it leads back to, and the browser's cookie. */
async function openApproved(...options: Parameters<typeof openOidc>) {
  const opened = await openOidc(...options);
  const { url, cookie } = await opened.start();
  return { ...opened, cookie, approved: await opened.provider.approve(url) };
}

const SILENT = { ...CLIENT, staffClaim: { name: 'a', value: 'b' } };

/** A provider that takes connections and answers nothing, and sign-ins that begin at it. */
async function openSilent(timeoutMs: number) {
  const provider = await openProvider(STAFF);
  provider.state.isSilent = true;
  const config = { ...SILENT, issuer: `${provider.issuer}/` };
  const { startUrl } = createOidcProvider(config, 'http://127.0.0.1/', timeoutMs);
  return { provider, start: () => startUrl({ state: 'a', nonce: 'b', verifier: 'c' }) };
}
