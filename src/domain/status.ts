import type { Director } from './company.ts';
import { fold } from './text.ts';

/** A company's state in law, worked out from the dump, which has no such column. */
export type LegalStatus = 'activa' | 'in_lichidare' | 'insolvabila' | 'lichidata';

const PUNCTUATION = /[^\p{L}]+/gu;
const LIQUIDATOR = /^lichidator(?: |$)/;
/** Whom a court puts in under the insolvency law (149/2012), or the register in its place. */
const INSOLVENCY_OFFICES = [
  'al procesului de insolvabilitate',
  'provizoriu',
  'fiduciar',
  'din oficiu',
  'al procedurii planului',
];
const INSOLVENCY = new RegExp(`^administrator (?:${INSOLVENCY_OFFICES.join('|')})(?: |$)`);

/** `liquidated`: the register has a day of liquidation, legible or not. */
export function toStatus(company: {
  liquidated: boolean;
  directors: readonly Director[];
}): LegalStatus {
  if (company.liquidated) return 'lichidata';
  let status: LegalStatus = 'activa';
  for (const { role } of company.directors) {
    // By far the most frequent role says nothing and need not be folded.
    if (role === null || role === 'Administrator') continue;
    const folded = fold(role).replace(PUNCTUATION, ' ').trim();
    if (LIQUIDATOR.test(folded)) return 'in_lichidare';
    if (INSOLVENCY.test(folded)) status = 'insolvabila';
  }
  return status;
}
