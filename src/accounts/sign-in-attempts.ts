import { hash } from 'node:crypto';
import { foldEmail } from '../domain/account/email.ts';
import { toNetworks } from '../domain/account/network.ts';
import { Refusal } from './refusal.ts';

/**
 * No longer than a mailed link is valid: whoever has used up the attempts of an address, its
 * holder has had links that still work.
 */
export const ATTEMPT_WINDOW_MS = 900_000;
const MAX_LINKS_PER_EMAIL = 5;
const MAX_LINKS_PER_SUBSCRIBER = 20;
/** A site may be an office or a mobile operator's gateway. */
const MAX_LINKS_PER_SITE = 100;
const MAX_SIGN_INS_PER_SUBSCRIBER = 30;
/**
 * Of each kind, networks or mailboxes that are counted at once; the one that was idle longest makes
 * room for another. Only requests that have a place in the queue of links are counted: 20 a second
 * for 900 seconds and the 200 that wait make 18,200, so no flood of them removes a count that is
 * still needed.
 */
export const MAX_COUNTED = 20_000;

/** Counts attempts in a rolling window of ATTEMPT_WINDOW_MS; a refused one does not count. */
export interface AttemptLimiter {
  hasRoom(key: string, limit: number): boolean;
  admit(key: string, limit: number): unknown;
}

export interface AttemptLimiterOptions {
  windowMs: number;
  /** The highest limit that it is asked for. */
  maxLimit: number;
  /** Keys in memory; the one that has been idle longest makes room for another. */
  maxKeys: number;
}

/** Both throw Refusal TOO_MANY. */
export interface SignInAttempts {
  /** A request for a link. One that is refused counts nowhere. */
  admitLink(email: string, address: string): void;
  /** A sign-in by a provider that has to be asked. */
  admitSignIn(address: string): void;
}

export function createSignInAttempts(
  openLimiter: (options: AttemptLimiterOptions) => AttemptLimiter,
): SignInAttempts {
  const bySubscriber = openCount(MAX_LINKS_PER_SUBSCRIBER);
  const bySite = openCount(MAX_LINKS_PER_SITE);
  const byEmail = openCount(MAX_LINKS_PER_EMAIL);
  const signInsBySubscriber = openCount(MAX_SIGN_INS_PER_SUBSCRIBER);

  function openCount(limit: number): Count {
    const windowMs = ATTEMPT_WINDOW_MS;
    const limiter = openLimiter({ windowMs, maxLimit: limit, maxKeys: MAX_COUNTED });
    return {
      hasRoom: (what) => limiter.hasRoom(toKey(what), limit),
      add: (what) => limiter.admit(toKey(what), limit),
    };
  }

  return {
    admitLink(email, address) {
      const { subscriber, site } = toNetworks(address);
      admit([
        [bySubscriber, subscriber],
        [bySite, site],
        [byEmail, foldEmail(email)],
      ]);
    },
    admitSignIn: (address) => admit([[signInsBySubscriber, toNetworks(address).subscriber]]),
  };
}

interface Count {
  hasRoom(what: string): boolean;
  add(what: string): void;
}

/** Counts an attempt in all of the counts or in none. */
function admit(counts: readonly (readonly [Count, what: string])[]): void {
  if (!counts.every(([count, what]) => count.hasRoom(what))) {
    throw new Refusal('TOO_MANY', 'there were too many attempts; wait a quarter of an hour');
  }
  for (const [count, what] of counts) count.add(what);
}

/** An address of mail may be longer than a limiter's key. */
function toKey(what: string): string {
  return hash('sha256', what, 'base64url');
}
