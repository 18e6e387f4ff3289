import { expect } from 'vitest';
import { RANDOM_SECRETS, type SecretGenerator } from '../../src/accounts/secrets.ts';
import { findLeaks, toTraces } from './leaks.ts';

export interface WatchedSecrets {
  secrets: SecretGenerator;
  /** Fails when a generated secret is found in a file of the folder or in a log line. */
  expectNoLeak(folder: string, logs?: readonly string[]): void;
}

/** Generates keys, link tokens and session ids, and records them so that leaks can be searched. */
export function watchSecrets(): WatchedSecrets {
  const generated: string[] = [];
  const record = (text: string) => {
    generated.push(text);
    return text;
  };
  return {
    secrets: {
      createApiKeyText: () => record(RANDOM_SECRETS.createApiKeyText()),
      createToken: () => record(RANDOM_SECRETS.createToken()),
      createWebhookSecretText: () => record(RANDOM_SECRETS.createWebhookSecretText()),
    },
    expectNoLeak(folder, logs = []) {
      expect(findLeaks(folder, generated)).toEqual([]);
      const log = logs.join('');
      for (const trace of generated.flatMap(toTraces)) expect(log).not.toContain(trace);
    },
  };
}
