import { describe, expect, it } from 'vitest';

import { LANGUAGES } from '../../../src/domain/account/language.ts';
import { createTimeFormat } from '../../../src/domain/time/time-format.ts';

const AFTER_MIDNIGHT_MS = Date.parse('2026-11-28T22:00:07Z');

describe('an instant in words', () => {
  it.each(LANGUAGES)('has two digits of the hour, with seconds and without (%s)', (language) => {
    const time = createTimeFormat(language, 'short');
    const timeToSecond = createTimeFormat(language, 'short', '2-digit');
    expect(time(AFTER_MIDNIGHT_MS)).toMatch(/, 00:00 GMT\+2$/);
    expect(timeToSecond(AFTER_MIDNIGHT_MS)).toMatch(/, 00:00:07 GMT\+2$/);
  });
});
