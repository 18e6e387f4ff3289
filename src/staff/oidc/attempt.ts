import { hash } from 'node:crypto';
import { createToken, isToken } from '../../domain/account/token.ts';

/** How long a sign-in at the provider may take. */
const VALID_MS = 600_000;
const COOKIE = /^([\w-]{43})\.(\d{1,15})$/;

/** The values that bind the provider's answer to the browser that asked. */
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
 * State, nonce and verifier are hashes of the cookie, so that nothing needs to be stored: none of
 * them reveals the cookie or another of them. Null if the cookie is invalid or has expired.
 */
export function toAttempt(cookie: string | null, nowMs: number): Attempt | null {
  const [, token = '', startMs = ''] = COOKIE.exec(cookie ?? '') ?? [];
  // The process that began it may have a clock that is a little ahead.
  const ageMs = Math.abs(nowMs - Number(startMs));
  if (!isToken(token) || ageMs >= VALID_MS) return null;
  const derive = (name: string) => hash('sha256', `${name} ${cookie}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
