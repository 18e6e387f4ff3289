import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Closes short secrets so that only this service opens them, and only where they belong. */
export interface Sealer {
  /** The sealed text; `boundTo` must be given again to open it. */
  seal(text: string, boundTo: string): string;
  /** Null when no secret opens it: another APP_SECRET, another place, or a changed text. */
  open(sealed: string, boundTo: string): string | null;
}

/** AES-256-GCM. Of several secrets the first seals and all open, so that they can be rotated. */
export function createSealer(secrets: readonly [string, ...string[]]): Sealer {
  const keys = secrets.map(toSealingKey);
  return {
    seal: (text, boundTo) => sealWith(toSealingKey(secrets[0]), text, boundTo),
    open(sealed, boundTo) {
      for (const key of keys) {
        const text = openWith(key, sealed, boundTo);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function toSealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'registru api key seal', 32));
}

function sealWith(key: Buffer, text: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url');
}

function openWith(key: Buffer, sealed: string, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // GCM's only failure: the tag does not fit the key, the text or the place.
    return null;
  }
}
