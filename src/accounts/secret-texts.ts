import { createApiKeyText } from '../domain/account/api-key.ts';
import { createToken } from '../domain/account/token.ts';

/** Where new secrets come from; an argument, so that what was given out can be searched for. */
export interface SecretTexts {
  createApiKeyText(): string;
  createToken(): string;
}

/** From the system's random source. */
export const RANDOM_TEXTS: SecretTexts = {
  createApiKeyText: () => createApiKeyText(),
  createToken,
};
