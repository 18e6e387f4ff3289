import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

export const CLIENT = {
  clientId: 'registru',
  clientSecret: 'a secret of tests and of no provider',
};
const MAX_REDIRECTS = 10;
const KEY = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  kid: 'test',
  alg: 'RS256',
};

/** Who signs in at the provider, and what it says of them. */
export interface ProviderUser {
  sub: string;
  email?: string;
  email_verified?: boolean;
  groups?: unknown;
}

/** A real OpenID provider on its own socket, at which `user` is always signed in. */
export async function openProvider(user: ProviderUser) {
  const state = {
    user,
    /** The subject in its user info, if that differs from the one in its tokens. */
    userInfoSub: null as string | null,
    redirectUrl: '',
    isDown: false,
    isSilent: false,
  };
  const stored = new Map<string, AdapterPayload>();
  const server = createServer((request, response) => {
    if (state.isSilent) return;
    if (state.isDown) request.socket.destroy();
    else answer(request, response).catch(() => response.destroy());
  });
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(model, stored, () => state.redirectUrl),
    jwks: { keys: [KEY] },
    cookies: { keys: ['a key of tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...state.user, sub: accountId }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      if (oidc.client === undefined || accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid email groups');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const isUserInfo = context.oidc?.route === 'userinfo';
    if (isUserInfo && state.userInfoSub !== null) {
      context.body = { ...Object(context.body), sub: state.userInfoSub };
    }
  });
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    await provider.interactionFinished(request, response, {
      login: { accountId: state.user.sub },
    });
  }

  return {
    issuer,
    state,
    /** Expires every issued code. */
    expireCodes() {
      for (const [key, payload] of stored) if (key.startsWith('AuthorizationCode')) payload.exp = 1;
    },
    /** Signs the user in with a new browser; resolves to where the provider then sends it. */
    approve: (url: string) => follow(url, () => state.redirectUrl),
  };
}

/** An issuer that calls another one's endpoints its own, and keeps quiet about who answers. */
export async function openImpostor(victim: string): Promise<string> {
  const path = '/.well-known/openid-configuration';
  const document = await (await fetch(`${victim}${path}`)).json();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        ...document,
        issuer,
        authorization_response_iss_parameter_supported: false,
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      }),
    );
  });
  const issuer = await listen(server);
  return issuer;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The provider's storage, in memory; its only client is redirected to wherever the service is. */
function createAdapter(
  model: string,
  stored: Map<string, AdapterPayload>,
  redirectUrlOf: () => string,
): Adapter {
  const toKey = (id: string) => `${model} ${id}`;
  const findByUid = (uid: string) => [...stored.values()].find((payload) => payload.uid === uid);
  return {
    async upsert(id, payload) {
      stored.set(toKey(id), payload);
    },
    async find(id) {
      if (model !== 'Client') return stored.get(toKey(id));
      const { clientId: client_id, clientSecret: client_secret } = CLIENT;
      return { client_id, client_secret, redirect_uris: [redirectUrlOf()] };
    },
    findByUid: async (uid) => findByUid(uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = stored.get(toKey(id));
      if (payload !== undefined) payload['consumed'] = 1;
    },
    async destroy(id) {
      stored.delete(toKey(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  };
}

async function follow(start: string, endOf: () => string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    if (url.startsWith(endOf())) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider stopped: ${await answer.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('the provider goes round in circles');
}
