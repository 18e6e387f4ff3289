import type { Revision } from './company.ts';
import { addDays } from './days.ts';
import { chance, createRandom, integer } from './random.ts';

/** What a week did to a company that was in the first dump. */
export type Fate = 'same' | 'gone' | Revision;

const PURPOSE = 102;

/**
 * Of the touched companies (share `changed`) one in ten is gone and the others differ. A week is
 * known by its dump date: other dates touch other companies, each time starting from the first dump.
 */
export function decideFate(seed: number, index: number, dumpDate: string, changed: number): Fate {
  const salt = Number(dumpDate.replaceAll('-', ''));
  const random = createRandom(seed, index, PURPOSE, salt);
  if (!chance(random, changed)) return 'same';
  if (chance(random, 0.1)) return 'gone';
  const isLiquidated = chance(random, 0.1);
  return { salt, liquidatedOn: isLiquidated ? addDays(dumpDate, -integer(random, 1, 7)) : null };
}

/** Companies that come new to the dump: as many as are gone, about. */
export function countNew(rows: number, changed: number): number {
  return Math.round((rows * changed) / 10);
}
