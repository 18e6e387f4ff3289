import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SearchPage } from '../../src/answers/search.ts';
import {
  MAX_SHORTENED_SEARCHES,
  searchShortened,
} from '../../src/company-page/shortened-search.ts';
import { MAX_SEARCH_LENGTH, toNameSearch } from '../../src/domain/company/search-text.ts';
import { COMPANY } from '../support/companies.ts';

const FOUND: SearchPage = {
  companies: [{ ...COMPANY, legal_form: null, url: '', former_name: null, removed_since: null }],
  next: null,
};
const NONE: SearchPage = { companies: [], next: null };

const countLetters = (text: string) => (toNameSearch(text).match(/[\p{L}\p{N}]/gu) ?? []).length;

it('tries few beginnings, whatever the text and the longest one that finds something', async () => {
  const text = fc.string({ minLength: 1, maxLength: MAX_SEARCH_LENGTH });
  await fc.assert(
    fc.asyncProperty(text, fc.nat(MAX_SEARCH_LENGTH), async (typed, longest) => {
      const tried: string[] = [];
      const result = await searchShortened(typed, async (one) => {
        tried.push(one);
        return one.length <= longest ? FOUND : NONE;
      });
      expect(tried.length).toBeLessThanOrEqual(MAX_SHORTENED_SEARCHES);
      for (const one of tried) {
        expect(typed.startsWith(one)).toBe(true);
        expect(one.length).toBeLessThan(typed.length);
        expect(countLetters(one)).toBeGreaterThanOrEqual(4);
      }
      const beginnings = Array.from(typed, (_, at) => typed.slice(0, at).trimEnd());
      const found = beginnings.filter((one) => one.length <= longest && countLetters(one) >= 4);
      expect(result?.text.length ?? 0).toBe(Math.max(0, ...found.map(({ length }) => length)));
      expect(result?.page ?? FOUND).toBe(FOUND);
    }),
    { numRuns: 300 },
  );
});
