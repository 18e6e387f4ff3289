import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../../domain/account/account.ts';
import { hashApiKey, toKeyStart } from '../../domain/account/api-key.ts';
import type { KeyCipher } from '../../domain/account/key-cipher.ts';
import type { Tier } from '../../domain/account/plan.ts';
import { type KeyMaterial, type SecretGenerator, toBinding } from '../secrets.ts';

export interface IssuedKey {
  /** The key itself, to be shown once and never stored. */
  text: string;
  apiKey: ApiKey;
}

/** A new key whose text the caller shows at once; only its hash and start are stored. */
export function issueKey(secrets: SecretGenerator, tier: Tier, nowMs: number): IssuedKey {
  const text = secrets.createApiKeyText();
  const apiKey: ApiKey = {
    id: randomUUID(),
    hash: hashApiKey(text),
    start: toKeyStart(text),
    tier,
    createdAtMs: nowMs,
    lastUsedAtMs: null,
    encrypted: null,
  };
  return { text, apiKey };
}

/** A new key whose text is stored encrypted until its holder reveals it. */
export function issueEncryptedKey(
  accountId: string,
  tier: Tier,
  { cipher, secrets }: KeyMaterial,
  nowMs: number,
): ApiKey {
  const { text, apiKey } = issueKey(secrets, tier, nowMs);
  return { ...apiKey, encrypted: cipher.encrypt(text, toBinding(accountId, apiKey.hash)) };
}

/** The key's text; null when none of the secrets decrypts it. The key must be revealable. */
export function decryptKey(accountId: string, apiKey: ApiKey, cipher: KeyCipher): string | null {
  return cipher.decrypt(apiKey.encrypted ?? '', toBinding(accountId, apiKey.hash));
}
