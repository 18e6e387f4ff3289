import { hash } from 'node:crypto';
import { foldEmail } from '../domain/email.ts';
import { toNetwork } from '../domain/network.ts';
import { Refusal } from './refusal.ts';

/**
 * No longer than a mailed link is valid: whoever has used up the attempts of an address, its
 * holder has had links that still work.
 */
export const ATTEMPT_WINDOW_MS = 900_000;
/** The highest of the limits below, for the limiter that counts. */
export const MAX_ATTEMPTS_PER_WINDOW = 30;
const MAX_LINKS_PER_EMAIL = 5;
const MAX_LINKS_PER_NETWORK = 20;
const MAX_SIGN_INS_PER_NETWORK = MAX_ATTEMPTS_PER_WINDOW;

/** Counts attempts in a rolling window of ATTEMPT_WINDOW_MS; a refused one does not count. */
export interface AttemptLimiter {
  admit(key: string, limit: number): { admitted: boolean } | Promise<{ admitted: boolean }>;
}

/** Both throw Refusal TOO_MANY, or Unavailable when there is no room to count. */
export interface SignInAttempts {
  admitLink(email: string, address: string): Promise<void>;
  admitSignIn(address: string): Promise<void>;
}

export function createSignInAttempts(limiter: AttemptLimiter): SignInAttempts {
  async function admit(what: string, limit: number): Promise<void> {
    const { admitted } = await limiter.admit(hash('sha256', what), limit);
    if (admitted) return;
    throw new Refusal('TOO_MANY', 'there were too many attempts; wait a quarter of an hour');
  }

  return {
    // The network first: one that has no attempts left uses up nobody's mailbox.
    async admitLink(email, address) {
      await admit(`link network ${toNetwork(address)}`, MAX_LINKS_PER_NETWORK);
      await admit(`link email ${foldEmail(email)}`, MAX_LINKS_PER_EMAIL);
    },
    admitSignIn: (address) =>
      admit(`sign-in network ${toNetwork(address)}`, MAX_SIGN_INS_PER_NETWORK),
  };
}
