import { hash } from 'node:crypto';
import { createToken, isToken } from '../../domain/account/token.ts';

/** From the way out to the way back. */
const VALID_MS = 600_000;
const COOKIE = /^([\w-]{43})\.(\d{1,15})$/;

/** What binds the provider's answer to the browser that asked. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** A new attempt's cookie: a secret of this browser alone, and when it was made. */
export function createAttemptCookie(nowMs: number): string {
  return `${createToken()}.${nowMs}`;
}

/**
 * State, nonce and verifier are hashes of the cookie, so that nothing needs to be stored: what
 * the provider and the address get to see tells nothing of the cookie or of each other. Null when
 * it is none or too old.
 */
export function toAttempt(cookie: string | null, nowMs: number): Attempt | null {
  const [, token = '', startMs = ''] = COOKIE.exec(cookie ?? '') ?? [];
  // Another process may have begun it, whose clock is a little ahead.
  const ageMs = Math.abs(nowMs - Number(startMs));
  if (!isToken(token) || ageMs >= VALID_MS) return null;
  const derive = (name: string) => hash('sha256', `${name} ${cookie}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
