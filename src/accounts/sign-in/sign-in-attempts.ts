import { hash } from 'node:crypto';
import { foldEmail } from '../../domain/account/email.ts';
import { toNetworks } from '../../domain/account/network.ts';
import { MAX_MAILED_LINKS } from '../../store/port/sessions.ts';
import { Refusal } from '../refusal.ts';

/**
 * Not longer than a mailed link is valid: even if someone else uses up the attempts of an address,
 * its holder has links that still work.
 */
export const ATTEMPT_WINDOW_MS = 600_000;
const MAX_LINKS_PER_SUBSCRIBER = 20;
/** A site may be an office or a mobile operator's gateway. */
const MAX_LINKS_PER_SITE = 100;
const MAX_SIGN_INS_PER_SUBSCRIBER = 30;
/**
 * The most networks or mailboxes counted at once, for each limit; the one idle longest is evicted.
 * Only requests that enter the queue of links are counted: 20 a second for 600 seconds plus the 200
 * waiting make 12,200, so a flood cannot evict a count that is still needed.
 */
export const MAX_COUNTED = 15_000;

/** Counts attempts in a rolling window of ATTEMPT_WINDOW_MS; refused attempts do not count. */
export interface AttemptLimiter {
  hasRoom(key: string, limit: number): boolean;
  admit(key: string, limit: number): unknown;
}

export interface AttemptLimiterOptions {
  windowMs: number;
  /** The highest limit passed to it. */
  maxLimit: number;
  /** Keys in memory; the one idle longest is evicted. */
  maxKeys: number;
}

/** Both throw Refusal TOO_MANY. */
export interface SignInAttempts {
  /** A request for a link. A refused request counts in none of the limits. */
  admitLink(email: string, address: string): void;
  /** A sign-in through the OpenID provider. */
  admitSignIn(address: string): void;
}

export function createSignInAttempts(
  openLimiter: (options: AttemptLimiterOptions) => AttemptLimiter,
): SignInAttempts {
  const bySubscriber = openCount(MAX_LINKS_PER_SUBSCRIBER);
  const bySite = openCount(MAX_LINKS_PER_SITE);
  const byEmail = openCount(MAX_MAILED_LINKS);
  const signInsBySubscriber = openCount(MAX_SIGN_INS_PER_SUBSCRIBER);

  function openCount(limit: number): Count {
    const windowMs = ATTEMPT_WINDOW_MS;
    const limiter = openLimiter({ windowMs, maxLimit: limit, maxKeys: MAX_COUNTED });
    return {
      hasRoom: (source) => limiter.hasRoom(toKey(source), limit),
      add: (source) => limiter.admit(toKey(source), limit),
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
  hasRoom(source: string): boolean;
  add(source: string): void;
}

/** Adds an attempt to all of the counts or to none. */
function admit(counts: readonly (readonly [Count, source: string])[]): void {
  if (!counts.every(([count, source]) => count.hasRoom(source))) {
    throw new Refusal('TOO_MANY', 'there were too many attempts; wait 10 minutes');
  }
  for (const [count, source] of counts) count.add(source);
}

/** An e-mail address may be longer than a limiter's key. */
function toKey(source: string): string {
  return hash('sha256', source, 'base64url');
}
