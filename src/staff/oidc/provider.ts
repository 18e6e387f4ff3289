import * as client from 'openid-client';
import { Refusal } from '../../accounts/refusal.ts';
import type { Person } from '../../accounts/sign-in/staff-sign-in.ts';
import { Unavailable } from '../../domain/errors.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** For each answer of the provider; a sign-in waits for four at most. */
const TIMEOUT_MS = 5_000;
/** Sign-ins that wait for the provider: one that is slow must not fill the server with them. */
const MAX_WAITING_SIGN_INS = 100;
/** Between this machine's clock and the provider's. */
const CLOCK_TOLERANCE_SECONDS = 30;
const CODE = /^\w{1,50}$/;

export interface StaffClaim {
  name: string;
  value: string;
}

export interface OidcConfig {
  /** Normalised as URLs are. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  staffClaim: StaffClaim;
}

/** The values that bind the provider's answer to the browser that asked. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The provider does not answer, or not as a provider does; only sign-in through it fails. */
export class ProviderUnavailable extends Unavailable {
  override name = 'ProviderUnavailable';
}

/**
 * An OpenID provider. Discovered at the first sign-in, and again until it has answered once, so that
 * the rest of the service does not depend on it. Both functions throw ProviderUnavailable when it
 * cannot be reached.
 */
export function createOidcProvider(
  config: OidcConfig,
  redirectUrl: string,
  timeoutMs = TIMEOUT_MS,
) {
  const { staffClaim } = config;
  let discovered: Promise<client.Configuration> | null = null;
  let waiting = 0;

  function discover(): Promise<client.Configuration> {
    discovered ??= discoverProvider(config, timeoutMs).catch((error: unknown) => {
      discovered = null;
      throw error;
    });
    return discovered;
  }

  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= MAX_WAITING_SIGN_INS) {
      throw new ProviderUnavailable('too many sign-ins wait for the OpenID provider');
    }
    waiting++;
    try {
      return await work();
    } catch (error) {
      throw toSignInFault(error);
    } finally {
      waiting--;
    }
  }

  return {
    /** Where the browser goes to sign in. */
    startUrl: ({ state, nonce, verifier }: Attempt): Promise<URL> =>
      ask(async () => {
        const provider = await discover();
        const { scopes_supported: scopes = [] } = provider.serverMetadata();
        return client.buildAuthorizationUrl(provider, {
          redirect_uri: redirectUrl,
          // Some claims have their own scope, such as groups.
          scope: ['openid', 'email', ...scopes.filter((one) => one === staffClaim.name)].join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
      }),

    /** Who came back to `url` by this attempt. Throws Refusal SIGN_IN_NOT_VALID. */
    finish: (url: URL, { state, nonce, verifier }: Attempt): Promise<Person> =>
      ask(async () => {
        const provider = await discover();
        // Of another flow; the library would take it for a fault of the provider.
        if (url.searchParams.has('id_token')) throw notValid('an ID token came in the address');
        const tokens = await client.authorizationCodeGrant(provider, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw notValid();
        const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
        // The library would take another subject for a fault of the provider.
        const more = hasMore
          ? await client.fetchUserInfo(provider, tokens.access_token, client.skipSubjectCheck)
          : { sub: claims.sub };
        if (more.sub !== claims.sub) throw notValid('the user info is of another subject');
        const person = toPerson(claims, more, staffClaim);
        if (person === null) throw notValid();
        return person;
      }),
  };
}

function discoverProvider({ issuer, clientId, clientSecret }: OidcConfig, timeoutMs: number) {
  const url = new URL(issuer);
  const execute = [client.enableNonRepudiationChecks];
  // The configuration takes plain http on this machine alone.
  if (url.protocol === 'http:') execute.push(client.allowInsecureRequests);
  const metadata = {
    client_secret: clientSecret,
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  };
  return client.discovery(url, clientId, metadata, chooseSecret(clientSecret), {
    execute,
    timeout: timeoutMs / 1_000,
    [client.customFetch]: boundedFetch,
  });
}

/** In the body where the provider lists that way; else in the header, as the standard has it. */
function chooseSecret(clientSecret: string): client.ClientAuth {
  const inBody = client.ClientSecretPost(clientSecret);
  const inHeader = client.ClientSecretBasic(clientSecret);
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? [];
    return (ways.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
  };
}

function toSignInFault(error: unknown): Error {
  if (error instanceof Refusal) return error;
  if (isRefused(error)) return notValid(error);
  return new ProviderUnavailable(`the OpenID provider: ${toReason(error)}`, { cause: error });
}

/** Errors that reject this code or this answer; after others the provider counts as unavailable. */
const REFUSALS: readonly string[] = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
];

function isRefused(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof client.ClientError && REFUSALS.includes(error.code ?? '');
}

function notValid(cause?: unknown): Refusal {
  const reason = cause === undefined ? 'its claims are not of the standard' : toReason(cause);
  const message = `this sign-in cannot be completed, start it again: ${reason}`;
  return new Refusal('SIGN_IN_NOT_VALID', message, { cause });
}

/** For the log: with the provider's own code, such as `invalid_client`, where it has one. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'error' in error ? String(error.error) : '';
  return CODE.test(code) ? `${error.message} (${code})` : error.message;
}

/** The longest subject that OpenID Connect Core allows. */
const MAX_SUBJECT_LENGTH = 255;
const MAX_VALUES = 1_000;

type Claims = Readonly<Record<string, unknown>>;

/**
 * From the ID token and the provider's user info; the token takes precedence. Null for a subject
 * that the standard does not allow. Strict about verified addresses and the staff claim.
 */
export function toPerson(token: Claims, more: Claims, { name, value }: StaffClaim): Person | null {
  const { iss, sub } = token;
  // Both from the same source: the other one may have verified another address.
  const { email, email_verified: emailVerified } = 'email' in token ? token : more;
  const claims = Object.hasOwn(token, name) ? token : more;
  if (typeof iss !== 'string' || typeof sub !== 'string') return null;
  if (sub.length === 0 || sub.length > MAX_SUBJECT_LENGTH) return null;
  return {
    identity: { issuer: new URL(iss).href, subject: sub },
    email: typeof email === 'string' ? email : null,
    emailVerified: emailVerified === true,
    isStaff: Object.hasOwn(claims, name) && holds(claims[name], value),
  };
}

/** The value itself or a list with it; numbers and booleans as JSON writes them. */
function holds(claim: unknown, value: string): boolean {
  if (Array.isArray(claim)) return claim.slice(0, MAX_VALUES).some((one) => isValue(one, value));
  return isValue(claim, value);
}

function isValue(one: unknown, value: string): boolean {
  return ['string', 'number', 'boolean'].includes(typeof one) && String(one) === value;
}
