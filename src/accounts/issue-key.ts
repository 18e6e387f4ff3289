import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../domain/account/account.ts';
import { hashApiKey, toKeyStart } from '../domain/account/api-key.ts';
import type { KeyCipher } from '../domain/account/key-cipher.ts';
import type { Tier } from '../domain/account/plan.ts';
import type { SecretTexts } from './secret-texts.ts';

export interface IssuedKey {
  /** The key's text: to be shown once and forgotten. */
  text: string;
  apiKey: ApiKey;
}

/** What keys that wait for their holder are made of. */
export interface KeyMaterial {
  cipher: KeyCipher;
  texts: SecretTexts;
}

/** A new key whose text its caller shows at once; nothing of the text is kept. */
export function issueKey(texts: SecretTexts, tier: Tier, nowMs: number): IssuedKey {
  const text = texts.createApiKeyText();
  const apiKey: ApiKey = {
    id: randomUUID(),
    hash: hashApiKey(text),
    start: toKeyStart(text),
    tier,
    createdAtMs: nowMs,
    lastUsedAtMs: null,
    sealed: null,
  };
  return { text, apiKey };
}

/** A new key that nobody looks at now: its text waits, sealed, for its holder's first reveal. */
export function issueEncryptedKey(
  accountId: string,
  tier: Tier,
  { cipher, texts }: KeyMaterial,
  nowMs: number,
): ApiKey {
  const { text, apiKey } = issueKey(texts, tier, nowMs);
  return { ...apiKey, sealed: cipher.encrypt(text, toSealPlace(accountId, apiKey.hash)) };
}

/** The key's text; null when none of the secrets opens the seal. The key must have one. */
export function decryptKey(accountId: string, apiKey: ApiKey, cipher: KeyCipher): string | null {
  return cipher.decrypt(apiKey.sealed ?? '', toSealPlace(accountId, apiKey.hash));
}

/** A sealed text copied to another account or key does not open there. */
function toSealPlace(accountId: string, keyHash: string): string {
  return `${accountId}:${keyHash}`;
}
