import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const API_KEY_PREFIX = 'reg_';
/** Base62 characters: 178 bits. */
const RANDOM_LENGTH = 30;
/** Base62 characters of a checksum over all that precedes. */
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = RANDOM_LENGTH + CHECKSUM_LENGTH;
export const API_KEY_LENGTH = API_KEY_PREFIX.length + BODY_LENGTH;
/** The characters that are stored and shown, enough for its holder to recognise a key. */
export const KEY_START_LENGTH = 8;
/** Matches every key: the source of a regular expression, as secret scanners take it. */
export const API_KEY_PATTERN = `${API_KEY_PREFIX}[0-9A-Za-z]{${BODY_LENGTH}}`;
/**
 * The public test key. It has the form of a key and belongs to no account; the API answers it for
 * test companies only.
 */
export const TEST_API_KEY = 'reg_PublicTestKeyForTestCompanies045Eh7Y';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${API_KEY_PATTERN}$`);

/** A new key from the system's random source, or from the one given. */
export function createApiKeyText(random: (size: number) => Uint8Array = randomBytes): string {
  const body = API_KEY_PREFIX + toRandomBase62(random);
  return body + toChecksum(body);
}

/**
 * Whether a text can be a key. Shape and checksum are checked before any look-up, so that random
 * texts cost the store nothing.
 */
export function isApiKeyText(text: string): boolean {
  if (text.length !== API_KEY_LENGTH || !SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(toChecksum(body));
}

/**
 * The hash by which a key is looked up. Plain SHA-256 suffices for 178 random bits, which cannot be
 * guessed; a slow password hash for each request would invite denial of service.
 */
export function hashApiKey(text: string): string {
  return hash('sha256', text);
}

export function toKeyStart(text: string): string {
  return text.slice(0, KEY_START_LENGTH);
}

/** Bytes from 248 are discarded: 256 is no multiple of 62, so they would favour some characters. */
function toRandomBase62(random: (size: number) => Uint8Array): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random(RANDOM_LENGTH)) {
      if (byte < 248 && text.length < RANDOM_LENGTH) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function toChecksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
