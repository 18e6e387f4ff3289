import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyAccess } from '../domain/account/account.ts';
import { hashApiKey, isApiKeyText, TEST_API_KEY } from '../domain/account/api-key.ts';
import {
  LIMIT_WINDOW_MS,
  LIMIT_WINDOW_SECONDS,
  TEST_KEY_TIER,
  TIER_LIMITS,
  type Tier,
  toTierAt,
} from '../domain/account/plan.ts';
import { isTestIdno, LIMITED_TEST_IDNO } from '../domain/company/test-companies.ts';
import type { Decision, Limiter } from '../limit/limiter.ts';
import { CLIENT_CLOSED_REQUEST, RefusedRequest } from '../web/errors.ts';
import { doValuesDiffer, listHeaderValues } from '../web/request.ts';
import { ERROR_ANSWERS, type ErrorCase, sendApiError } from './errors.ts';
import type { Cost } from './operations.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What counts the request; null before the guard accepts its key and plan, and once counted. */
    limited: Limited | null;
    /** How many requests are left after it, once it is counted. */
    remaining: number;
    /** How many requests it counts as in the account's usage; 1 unless admitted as more. */
    counted: number;
    /** Sent with the public test key: it may ask for test companies only. */
    hasTestKey: boolean;
  }
  interface FastifyContextConfig {
    /** Default: 1. */
    cost?: Cost;
    /**
     * Whether the public test key may send this request; left out: it may not. Where the body says
     * what is asked for, the handler calls `mayAskFor` or `refuseTestKeyFor`.
     */
    takesTestKey?: (request: FastifyRequest) => boolean;
  }
}

/** The tier of a request, and what counts it as `cost` requests if there is room for all. */
interface Limited {
  tier: Tier;
  count: (cost: number) => Decision | Promise<Decision>;
}

export interface ApiGuardDependencies {
  /** Where clients reach the service. If it is https, a request that came over http is refused. */
  baseUrl: string;
  /**
   * Finds the account of a live key. The embedded store caches these rows until anything is written
   * (`prepareCachedRead`), so a revoked key counts from the next request.
   */
  findKeyAccess: (keyHash: string) => Promise<KeyAccess | null>;
  limiter: Limiter;
  /** Counts a request with the public test key from this address as `cost` requests. */
  admitTestKey: (address: string, cost: number) => Decision;
  /** Records that the key is used now. */
  noteKeyUse: (keyHash: string) => void;
  /** Counts an answer with this status for the account, as this number of requests. */
  noteUsage: (accountId: string, status: number, requests: number) => void;
  /** Records a request of the account that was answered with 4xx or 5xx. */
  noteFailure: (accountId: string, request: FastifyRequest, status: number) => void;
  nowMs: () => number;
}

/** Sends a refusal; after the limit was checked, with its decision. */
export type SendRefusal = (
  reply: FastifyReply,
  errorCase: ErrorCase,
  decision?: Decision,
) => FastifyReply;

/** The decision about LIMITED_TEST_IDNO: clients test with it how they wait. */
const REFUSED_TEST: Decision = { admitted: false, remaining: 0, resetMs: LIMIT_WINDOW_MS };
const BEARER = /^bearer +(\S+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;
const COMMON_HEADERS = { 'cache-control': 'private, no-cache' };

/**
 * Counts a request as `cost` requests if there is room for all of them; else sends the refusal and
 * resolves with false.
 */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  cost: number,
) => Promise<boolean>;

/** Guards every URL of a scope, and counts its answers for the accounts of their keys. */
export function guardScope(
  scope: FastifyInstance,
  dependencies: ApiGuardDependencies,
  sendRefusal: SendRefusal = sendApiError,
): Admit {
  const { noteUsage, noteFailure } = dependencies;
  const admit: Admit = async (request, reply, cost) => {
    if (request.limited === null) {
      throw new Error('a request is admitted once, after its key and plan');
    }
    const { tier, count } = request.limited;
    request.limited = null;
    const decision = await count(cost);
    reply.headers(toRateLimitHeaders(tier, decision));
    request.remaining = decision.remaining;
    if (decision.admitted) request.counted = cost;
    else sendRefusal(reply, decision.remaining === 0 ? 'rate_limited' : 'too_few_left', decision);
    return decision.admitted;
  };
  scope.decorateRequest('limited', null);
  scope.decorateRequest('counted', 1);
  scope.decorateRequest('remaining', 0);
  scope.decorateRequest('hasTestKey', false);
  scope.addHook('onRequest', createApiGuard(dependencies, sendRefusal, admit));
  scope.addHook('onResponse', (request, { statusCode }, done) => {
    const { accountId, counted } = request;
    if (accountId !== null) {
      noteUsage(accountId, statusCode, counted);
      if (statusCode >= 400) noteFailure(accountId, request, statusCode);
    }
    done();
  });
  // The limiter counted the request before its client hung up.
  scope.addHook('onRequestAbort', ({ accountId, counted }, done) => {
    if (accountId !== null) noteUsage(accountId, CLIENT_CLOSED_REQUEST, counted);
    done();
  });
  return admit;
}

/**
 * An error handler. A request whose handler did not get to name its cost, as its body was refused,
 * counts as one.
 */
export function createFaultHandler(
  admit: Admit,
  sendFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    try {
      if (request.limited !== null && !(await admit(request, reply, 1))) return reply;
    } catch (fault) {
      return sendFault(fault, request, reply);
    }
    return sendFault(error, request, reply);
  };
}

/**
 * Checks the scheme, the key, the plan and the limit. Runs before any body is read, so that a
 * refused request costs little.
 */
function createApiGuard(
  dependencies: ApiGuardDependencies,
  sendRefusal: SendRefusal,
  admit: Admit,
) {
  const { limiter, findKeyAccess, noteKeyUse, admitTestKey, nowMs } = dependencies;

  /** Returns the refusal, if it is one. */
  async function checkKey(keyText: string, request: FastifyRequest, reply: FastifyReply) {
    const keyHash = hashApiKey(keyText);
    const keyAccess = await findKeyAccess(keyHash);
    // A request whose client has hung up is not counted, so the limit matches the account's usage.
    if (request.socket.destroyed) return reply.hijack();
    if (keyAccess === null) return sendRefusal(reply, 'missing_or_invalid_api_key');
    request.accountId = keyAccess.accountId;
    const tier = toTierAt(keyAccess.subscription, nowMs());
    if (tier === null) return sendRefusal(reply, 'no_active_api_plan');
    noteKeyUse(keyHash);
    const count = (cost: number) => limiter.admit(keyHash, TIER_LIMITS[tier], cost);
    request.limited = { tier, count };
    return null;
  }

  /** The same: what the key may ask for is checked in place of the plan. */
  function checkTestKey(request: FastifyRequest, reply: FastifyReply) {
    const { takesTestKey } = request.routeOptions.config;
    if (!takesTestKey?.(request)) return sendRefusal(reply, 'test_key_only');
    request.hasTestKey = true;
    const isRefused = Object(request.params).idno === LIMITED_TEST_IDNO;
    const count = (cost: number) => (isRefused ? REFUSED_TEST : admitTestKey(request.ip, cost));
    request.limited = { tier: TEST_KEY_TIER, count };
    return null;
  }

  const requiresHttps = dependencies.baseUrl.startsWith('https:');
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(COMMON_HEADERS);
    if (requiresHttps && cameOverHttp(request.raw)) return sendRefusal(reply, 'https_required');
    const keyText = readApiKey(request.raw);
    if (keyText === null || !isApiKeyText(keyText)) {
      return sendRefusal(reply, 'missing_or_invalid_api_key');
    }
    const isTestKey = keyText === TEST_API_KEY;
    const refusal = isTestKey
      ? checkTestKey(request, reply)
      : await checkKey(keyText, request, reply);
    if (refusal !== null) return refusal;
    const { cost = 1 } = request.routeOptions.config;
    if (typeof cost === 'number' && !(await admit(request, reply, cost))) return reply;
  };
}

/** Whether the key of a request may ask for these companies: the public test key for its own only. */
export function mayAskFor(
  idnos: readonly string[],
  { hasTestKey }: Pick<FastifyRequest, 'hasTestKey'>,
): boolean {
  return !hasTestKey || idnos.every(isTestIdno);
}

/** Throws RefusedRequest where it may not. */
export function refuseTestKeyFor(
  idnos: readonly string[],
  request: Pick<FastifyRequest, 'hasTestKey'>,
): void {
  if (!mayAskFor(idnos, request)) throw new RefusedRequest(ERROR_ANSWERS.test_key_only);
}

/** What the nearest proxy reports; without one the request is from this machine or its network. */
function cameOverHttp(request: IncomingMessage): boolean {
  const schemes = listHeaderValues(request, 'x-forwarded-proto').at(-1) ?? '';
  return schemes.split(',').at(-1)?.trim().toLowerCase() === 'http';
}

/**
 * The key of a request, not yet checked; null when there is none, or two that differ. A header may
 * come twice with the same value. `Authorization` of another scheme is ignored: then `X-Api-Key`
 * counts.
 */
function readApiKey(request: IncomingMessage): string | null {
  const authorizations = listHeaderValues(request, 'authorization');
  const apiKeys = listHeaderValues(request, 'x-api-key');
  if (doValuesDiffer(authorizations) || doValuesDiffer(apiKeys)) return null;
  const { 0: authorization } = authorizations;
  const { 0: apiKey } = apiKeys;
  if (authorization === undefined || !BEARER_SCHEME.test(authorization)) return apiKey ?? null;
  const bearer = BEARER.exec(authorization)?.[1] ?? null;
  return apiKey === undefined || apiKey === bearer ? bearer : null;
}

/** The contract's headers, and the pair of the IETF draft "RateLimit header fields", version 10. */
function toRateLimitHeaders(tier: Tier, { remaining, resetMs }: Decision) {
  const limit = TIER_LIMITS[tier];
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-tier': tier,
    'x-ratelimit-remaining': String(remaining),
    'ratelimit-policy': `"${tier}";q=${limit};w=${LIMIT_WINDOW_SECONDS}`,
    ratelimit: `"${tier}";r=${remaining};t=${Math.ceil(resetMs / 1_000)}`,
  };
}
