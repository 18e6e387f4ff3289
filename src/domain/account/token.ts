import { hash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;
/** 32 bytes in base64url. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits as text: a session id, the token of a link or a device token. */
export function createToken(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** Whether a text can be a token; checked before any look-up. */
export function isToken(text: string): boolean {
  return SHAPE.test(text);
}

/** The hash by which a token is stored and looked up; 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
