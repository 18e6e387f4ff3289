import { expect } from 'vitest';
import { RANDOM_TEXTS, type SecretTexts } from '../../src/accounts/secret-texts.ts';
import { findLeaks, toTraces } from './leaks.ts';

export interface WatchedTexts {
  texts: SecretTexts;
  /** Fails when a secret that was made stands in a file of the folder or in a log line. */
  expectNoLeak(folder: string, logs?: readonly string[]): void;
}

/** Keys, link tokens and session ids that are remembered, so that they can be searched for. */
export function watchTexts(): WatchedTexts {
  const made: string[] = [];
  const remember = (text: string) => {
    made.push(text);
    return text;
  };
  return {
    texts: {
      createApiKeyText: () => remember(RANDOM_TEXTS.createApiKeyText()),
      createToken: () => remember(RANDOM_TEXTS.createToken()),
    },
    expectNoLeak(folder, logs = []) {
      expect(findLeaks(folder, made)).toEqual([]);
      const log = logs.join('');
      for (const trace of made.flatMap(toTraces)) expect(log).not.toContain(trace);
    },
  };
}
