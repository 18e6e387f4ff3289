import type { Clock } from './clock.ts';
import { CLIENT, openProvider, type ProviderUser } from './openid-provider.ts';
import { openPage } from './page.ts';
import { STAFF_EMAIL } from './staff.ts';

export const SIGN_IN = '/graphql/sign-in';
export const STAFF: ProviderUser = {
  sub: 'person-7',
  email: STAFF_EMAIL.toLowerCase(),
  email_verified: true,
  groups: ['drivers', 'registru-staff'],
};
export const HTML = { accept: 'text/html,application/xhtml+xml' };

/** The wall clock, which the provider uses too, and which can be advanced for the service. */
function createWallClock(): Clock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}

/** The application with a provider, and a browser that goes between both. */
export async function openOidc(
  user: Partial<ProviderUser> = {},
  toIssuer = async (issuer: string) => issuer,
) {
  const provider = await openProvider({ ...STAFF, ...user });
  const page = await openPage({
    plan: 'free',
    clock: createWallClock(),
    oidc: {
      issuer: new URL(await toIssuer(provider.issuer)).href,
      ...CLIENT,
      staffClaim: { name: 'groups', value: 'registru-staff' },
    },
  });
  const { send, store, account } = page;
  provider.state.redirectUrl = `${page.baseUrl}${SIGN_IN}/callback`;

  async function start() {
    const { status, headers, body } = await send(SIGN_IN, { headers: HTML });
    const [cookie = ''] = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
    return { status, url: headers.location ?? '', cookie, body };
  }

  async function comeBack(url: string, cookie: string) {
    const path = url.slice(page.baseUrl.length);
    const { status, headers, body } = await send(path, {
      // As browsers say it of a redirect by the provider.
      headers: { ...HTML, cookie, 'sec-fetch-site': 'cross-site' },
    });
    const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
    const session = cookies.find((one) => one.startsWith('__Host-registru-session=')) ?? null;
    return { status, headers, body, cookies, session };
  }

  async function signIn() {
    const { url, cookie } = await start();
    return comeBack(await provider.approve(url), cookie);
  }

  const ask = (cookie: string | null) =>
    send('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== null && { cookie }),
      },
      body: JSON.stringify({ query: '{ stats { companies } }' }),
    });
  const actions = async () =>
    (await store.audit.listByAccount((await account()).id, 9)).map(({ action }) => action);
  return { ...page, provider, start, comeBack, signIn, ask, actions };
}
