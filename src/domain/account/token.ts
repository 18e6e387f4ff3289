import { hash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;
/** 32 bytes in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** A text of 256 random bits: a session's id, a link's token or a browser's mark. */
export function createToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Whether a text can be a token at all; what can't is refused before any look-up. */
export function isToken(text: string): boolean {
  return SHAPE.test(text);
}

/** What a token is kept and looked up by; with 256 random bits there is nothing to guess. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
