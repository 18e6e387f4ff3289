import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../accounts/access.ts';
import { LIMIT_WINDOW_MS, TIER_LIMITS, type Tier } from '../domain/account/plan.ts';
import type { Decision, Limiter } from '../limit/limiter.ts';
import { hasHungUp } from '../web/hang-up.ts';
import { findHeaderFault } from '../web/refused-requests.ts';
import { findPathEnd } from '../web/request-target.ts';
import { readApiKey } from './api-key-header.ts';
import { type ErrorCase, refuse } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key the request carries; null when it carries none that is live. */
    accountId: string | null;
  }
}

export interface ApiGuardDependencies {
  findAccess: (keyText: string) => Promise<Access>;
  limiter: Limiter;
  /** Marks the key as used now; it is told what the last look-up said of that. */
  noteKeyUse: (keyHash: string, lastUsedAtMs: number | null) => void;
}

const COMPANY_PATH = /^\/api\/v1\/company\/[^/]*$/;
const WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;

/**
 * The guard of every URL under the prefix: key, plan, limit, then what has no route. It runs
 * before any body is read, so that a refused request costs as little as can be.
 */
export function createApiGuard({ findAccess, limiter, noteKeyUse }: ApiGuardDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(COMMON_HEADERS);
    const keyText = readApiKey(request.raw);
    if (keyText === null) return refuse(reply, 'missing_or_invalid_api_key');
    const access = await findAccess(keyText);
    // Nothing is counted that nobody waits for, so that what is counted is in the account's usage.
    if (hasHungUp(request)) return reply.hijack();
    if ('accountId' in access) request.accountId = access.accountId;
    if (!access.granted) return refuse(reply, REFUSED_ACCESS[access.reason]);

    const { tier, keyHash, lastUsedAtMs } = access;
    noteKeyUse(keyHash, lastUsedAtMs);
    const decision = await limiter.admit(keyHash, TIER_LIMITS[tier]);
    reply.headers(toRateLimitHeaders(tier, decision));
    if (!decision.admitted) return refuse(reply, 'rate_limited');
    if (request.is404) {
      // Here and not with those that have a route, for 400 comes before 404.
      const refused = findHeaderFault(request, reply);
      if (refused !== null) throw refused;
      return refuse(reply, toUnroutedCase(request.url));
    }
  };
}

const COMMON_HEADERS = { 'cache-control': 'private, no-cache' };

const REFUSED_ACCESS: Readonly<Record<'unknown_key' | 'no_api_plan', ErrorCase>> = {
  unknown_key: 'missing_or_invalid_api_key',
  no_api_plan: 'no_active_api_plan',
};

/** The contract's headers, and the pair of the IETF draft "RateLimit header fields", version 10. */
function toRateLimitHeaders(tier: Tier, { remaining, resetMs }: Decision) {
  const limit = TIER_LIMITS[tier];
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-tier': tier,
    'x-ratelimit-remaining': String(remaining),
    'ratelimit-policy': `"${tier}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${tier}";r=${remaining};t=${Math.ceil(resetMs / 1_000)}`,
  };
}

/** The router has decoded the path too, so it decodes. */
function toUnroutedCase(url: string): ErrorCase {
  const path = decodeURI(url.slice(0, findPathEnd(url)));
  return COMPANY_PATH.test(path) ? 'method_not_allowed' : 'path_not_found';
}
