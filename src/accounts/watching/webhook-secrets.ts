import { randomUUID } from 'node:crypto';
import type { KeyCipher } from '../../domain/account/key-cipher.ts';
import type { ReplacedSecret, Webhook, WebhookSecret } from '../../store/port/webhooks.ts';
import { type KeyMaterial, toBinding } from '../secrets.ts';

/** A new secret of a webhook, whose text the caller shows at once. */
export function issueWebhookSecret(
  accountId: string,
  { cipher, secrets }: KeyMaterial,
  nowMs: number,
): { text: string; stored: WebhookSecret } {
  const text = secrets.createWebhookSecretText();
  const id = randomUUID();
  const encrypted = cipher.encrypt(text, toBinding(accountId, id));
  return { text, stored: { id, encrypted, createdAtMs: nowMs } };
}

/** The texts that sign now, the current one first; null when none of the secrets decrypts that. */
export function readWebhookSecrets(
  webhook: Webhook,
  cipher: KeyCipher,
  nowMs: number,
): string[] | null {
  const { accountId, secret } = webhook;
  const decrypt = ({ id, encrypted }: WebhookSecret) =>
    cipher.decrypt(encrypted, toBinding(accountId, id));
  const current = decrypt(secret);
  if (current === null) return null;
  const replaced = listReplacedSecrets(webhook, nowMs).map(decrypt);
  return [current, ...replaced.filter((text) => text !== null)];
}

/** The replaced secrets that still sign, the last replaced one first. */
export function listReplacedSecrets({ replacedSecrets }: Webhook, nowMs: number): ReplacedSecret[] {
  return replacedSecrets.filter(({ endsAtMs }) => nowMs < endsAtMs);
}
