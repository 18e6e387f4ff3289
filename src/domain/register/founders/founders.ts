import type { CompanyFlag, Founder } from '../../company/company.ts';
import { isWithoutValue } from '../cell.ts';
import { splitAtCommas, trimSeparators } from '../comma-list.ts';
import { cutLine, toLines } from '../text.ts';
import { gatherHolders, type Holder } from './holders.ts';
import { isPlainName } from './party-name.ts';
import { isOverWhole } from './percentage.ts';
import { findShares } from './share.ts';
import { isPlainPerson, isTypeUncertain } from './type.ts';

export interface FoundersReading {
  founders: Founder[];
  /** The IDNO in each founder's own text; null where there is none. */
  idnos: (string | null)[];
  flags: Set<CompanyFlag>;
}

/**
 * The founders of the column, in order: `NAME (40,00%), NAME (60,00%)`. In a cell without shares
 * each name is one founder. Several names with one share stay one founder with the share as filed,
 * because the register does not say how they divide it.
 */
export function toFounders(text: string | null): FoundersReading {
  const reading: FoundersReading = { founders: [], idnos: [], flags: new Set() };
  const line = text === null ? '' : toLines(text);
  if (isWithoutValue(line)) {
    reading.flags.add('founders_junk');
    return reading;
  }
  let from = 0;
  for (const { start, end, share } of findShares(line)) {
    if (share === null) reading.flags.add('share_invalid');
    addEntry(reading, line.slice(from, start), share);
    // The comma after a share is a separator; two more may be a quote of the next name.
    from = line.charAt(end) === ',' ? end + 1 : end;
  }
  addNames(reading, line.slice(from));
  if (isOverWhole(reading.founders)) reading.flags.add('shares_over_100');
  return reading;
}

function addEntry(reading: FoundersReading, text: string, share: string | null): void {
  if (addPlainName(reading, text, share)) return;
  const { elements, isCertain } = splitAtCommas(text);
  const { holders } = gatherHolders(elements, reading.flags);
  const [first, ...others] = holders;
  flagTypes(holders, reading.flags);
  if (!isCertain) reading.flags.add('founders_unsplit');
  if (first === undefined) {
    reading.flags.add('founders_junk');
    return;
  }
  if (others.length > 0) reading.flags.add('founders_joint');
  const name = others.length === 0 ? first.name : holders.map((holder) => holder.name).join(', ');
  const sameType = others.every((other) => other.type === first.type);
  addFounder(reading, { name, share, type: sameType ? first.type : 'grup' });
  reading.idnos.push(others.length === 0 ? first.idno : null);
}

/** Adds names without a share. */
function addNames(reading: FoundersReading, text: string): void {
  if (text === '' || addPlainName(reading, text, null)) return;
  const { elements, isCertain } = splitAtCommas(text);
  const { holders, isJoined } = gatherHolders(elements, reading.flags);
  if (holders.length + reading.founders.length === 0) reading.flags.add('founders_junk');
  if (!isCertain || isJoined) reading.flags.add('founders_unsplit');
  flagTypes(holders, reading.flags);
  for (const { name, type, idno } of holders) {
    addFounder(reading, { name, share: null, type });
    reading.idnos.push(idno);
  }
}

function flagTypes(holders: readonly Holder[], flags: Set<CompanyFlag>): void {
  const isUncertain = holders.some(({ name, type }) => isTypeUncertain(name, type));
  if (isUncertain) flags.add('founder_type_uncertain');
}

/** A fast path for the plain name of a person, which most entries are; false for any other text. */
function addPlainName(reading: FoundersReading, text: string, share: string | null): boolean {
  const name = trimSeparators(text);
  if (!isPlainName(name) || !isPlainPerson(name)) return false;
  reading.founders.push({ name, share, type: 'persoana_fizica' });
  reading.idnos.push(null);
  return true;
}

function addFounder(reading: FoundersReading, founder: Founder): void {
  const name = cutLine(founder.name);
  if (name.length < founder.name.length) reading.flags.add('text_cut');
  reading.founders.push(name === founder.name ? founder : { ...founder, name });
}
