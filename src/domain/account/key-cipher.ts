import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Part of every stored ciphertext: another text makes all of them unreadable. */
const KEY_CONTEXT = 'registru api key seal';

/** Encrypts API keys that wait for their first reveal. */
export interface KeyCipher {
  /** base64url of nonce, tag and ciphertext; `boundTo` must be given again to decrypt it. */
  encrypt(text: string, boundTo: string): string;
  /** Null when no secret decrypts it: another APP_SECRET, another `boundTo`, or a changed text. */
  decrypt(encrypted: string, boundTo: string): string | null;
  /** Whether the first secret decrypts it. */
  isCurrent(encrypted: string, boundTo: string): boolean;
}

/** AES-256-GCM. The first secret encrypts and all of them can decrypt, so that they can be rotated. */
export function createKeyCipher(secrets: readonly [string, ...string[]]): KeyCipher {
  const [first, ...others] = secrets;
  const current = deriveKey(first);
  const keys = [current, ...others.map(deriveKey)];
  return {
    encrypt: (text, boundTo) => encryptWith(current, text, boundTo),
    decrypt(encrypted, boundTo) {
      for (const key of keys) {
        const text = decryptWith(key, encrypted, boundTo);
        if (text !== null) return text;
      }
      return null;
    },
    isCurrent: (encrypted, boundTo) => decryptWith(current, encrypted, boundTo) !== null,
  };
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', KEY_CONTEXT, 32));
}

function encryptWith(key: Buffer, text: string, boundTo: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

function decryptWith(key: Buffer, encrypted: string, boundTo: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // GCM fails only when the tag does not match the key, the text or `boundTo`.
    return null;
  }
}
