import type { CompanyFlag } from '../../company/company.ts';
import { fold } from '../text.ts';
import { toFounderType } from './type.ts';
import { ADDRESS_WORDS } from './words.ts';

const FIRST_WORD = /^[\p{L}\p{N}-]+/u;

/** Whether an element behind a company's number goes on with its address. */
export function isAddress(element: string, flags: Set<CompanyFlag>): boolean {
  const [first = ''] = FIRST_WORD.exec(fold(element)) ?? [];
  if (/^\d/.test(first) || ADDRESS_WORDS.has(first.replace(/-?\d+$/, ''))) return true;
  if (element.includes(' ') || toFounderType(element) !== 'persoana_fizica') return false;
  // One word may be a place, and might be a founder.
  flags.add('founders_unsplit');
  return true;
}
