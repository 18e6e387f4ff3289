import { createApiKeyText } from '../domain/account/api-key.ts';
import type { KeyCipher } from '../domain/account/key-cipher.ts';
import { createToken } from '../domain/account/token.ts';
import { createWebhookSecretText } from '../domain/account/webhook.ts';

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

/** Dependencies for issuing a secret that is stored encrypted. */
export interface KeyMaterial {
  cipher: KeyCipher;
  secrets: SecretGenerator;
}

/** A ciphertext copied to another account, key or webhook cannot be decrypted there. */
export function toBinding(accountId: string, secretId: string): string {
  return `${accountId}:${secretId}`;
}
