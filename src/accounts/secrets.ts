import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../domain/account/account.ts';
import { createApiKeyText, hashApiKey, toKeyStart } from '../domain/account/api-key.ts';
import type { KeyCipher } from '../domain/account/key-cipher.ts';
import type { Tier } from '../domain/account/plan.ts';
import { createToken } from '../domain/account/token.ts';
import { createWebhookSecretText } from '../domain/account/webhook.ts';
import type { ReplacedSecret, Webhook, WebhookSecret } from '../store/port/webhooks.ts';

/** Creates new secrets. An argument, so that tests can search everything stored for them. */
export interface SecretGenerator {
  createApiKeyText(): string;
  createToken(): string;
  createWebhookSecretText(): string;
}

/** Uses the system's random source. */
export const RANDOM_SECRETS: SecretGenerator = {
  createApiKeyText: () => createApiKeyText(),
  createToken,
  createWebhookSecretText,
};

export interface IssuedKey {
  /** The key itself, to be shown once and never stored. */
  text: string;
  apiKey: ApiKey;
}

/** Dependencies for issuing a key that its holder can reveal later. */
export interface KeyMaterial {
  cipher: KeyCipher;
  secrets: SecretGenerator;
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
    sealed: null,
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
  return { ...apiKey, sealed: cipher.encrypt(text, toBinding(accountId, apiKey.hash)) };
}

/** The key's text; null when none of the secrets decrypts it. The key must be revealable. */
export function decryptKey(accountId: string, apiKey: ApiKey, cipher: KeyCipher): string | null {
  return cipher.decrypt(apiKey.sealed ?? '', toBinding(accountId, apiKey.hash));
}

/** A new secret of a webhook, whose text the caller shows at once. */
export function issueWebhookSecret(
  accountId: string,
  { cipher, secrets }: KeyMaterial,
  nowMs: number,
): { text: string; stored: WebhookSecret } {
  const text = secrets.createWebhookSecretText();
  const id = randomUUID();
  const sealed = cipher.encrypt(text, toBinding(accountId, id));
  return { text, stored: { id, sealed, createdAtMs: nowMs } };
}

/** The texts that sign now, the current one first; null when none of the secrets decrypts that. */
export function readWebhookSecrets(
  webhook: Webhook,
  cipher: KeyCipher,
  nowMs: number,
): string[] | null {
  const { accountId, secret } = webhook;
  const decrypt = ({ id, sealed }: WebhookSecret) =>
    cipher.decrypt(sealed, toBinding(accountId, id));
  const current = decrypt(secret);
  if (current === null) return null;
  const replaced = listReplacedSecrets(webhook, nowMs).map(decrypt);
  return [current, ...replaced.filter((text) => text !== null)];
}

/** The replaced secrets that still sign, the last replaced one first. */
export function listReplacedSecrets({ replacedSecrets }: Webhook, nowMs: number): ReplacedSecret[] {
  return replacedSecrets.filter(({ endsAtMs }) => nowMs < endsAtMs);
}

/** A ciphertext copied to another account, key or webhook cannot be decrypted there. */
function toBinding(accountId: string, secretId: string): string {
  return `${accountId}:${secretId}`;
}
