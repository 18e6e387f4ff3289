import { expect, it } from 'vitest';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { openPage, readLinkField, toCookieHeader, toCookies } from '../support/page.ts';

/** A browser that opens the editor without a session, and then signs in by a link. */
async function signInFromEditor(role: 'staff' | null) {
  const page = await openPage();
  if (role !== null) await page.accounts.setRole(EMAIL, role, ACTOR);
  const cookies = new Map<string, string>();
  const go = async (path: string) => {
    const answer = await page.get(path, { cookie: toCookieHeader(cookies) });
    for (const [name, value] of toCookies(answer.headers)) cookies.set(name, value);
    return answer;
  };
  return async () => {
    expect((await go('/graphql')).status).toBe(401);
    const { pathname, search } = new URL(await page.issueUrl());
    await go(pathname + search);
    const { body } = await go(`${pathname}/link`);
    const cookie = toCookieHeader(cookies);
    return page.post(`${pathname}/link`, `link=${readLinkField(body)}`, { cookie });
  };
}

it('leads staff back to the editor, each time', async () => {
  const signIn = await signInFromEditor('staff');
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await signIn();
    expect([status, headers.location]).toEqual([303, '/graphql']);
  }
});

it('leads others to their account, where nothing names the editor', async () => {
  const signIn = await signInFromEditor(null);
  expect((await signIn()).headers.location).toBe('/cont/api');
});

it.each(['staff', 'holder'] as const)(
  'shows the way to the editor to staff alone: %s',
  async (role) => {
    const page = await openPage();
    if (role === 'staff') await page.accounts.setRole(EMAIL, 'staff', ACTOR);
    const { body } = await page.get('/cont/api', { cookie: await page.enter() });
    expect(body.includes('<a href="/graphql">')).toBe(role === 'staff');
  },
);
