import type { Founder } from '../../company/company.ts';
import type { CompanyFlag } from '../../company/flags.ts';
import { isWithoutValue } from '../cell.ts';
import { splitAtCommas, trimSeparators } from '../comma-list.ts';
import { cutLine, toLines } from '../text.ts';
import { gatherHolders, type Holder } from './holders.ts';
import { isPlainName } from './party-name.ts';
import { findShares, isOverWhole } from './share.ts';
import { isPlainPerson, isTypeUncertain } from './type.ts';

interface ParsedFounders {
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
export function toFounders(text: string | null): ParsedFounders {
  const parsed: ParsedFounders = { founders: [], idnos: [], flags: new Set() };
  const line = text === null ? '' : toLines(text);
  if (isWithoutValue(line)) {
    parsed.flags.add('founders_junk');
    return parsed;
  }
  let from = 0;
  for (const { start, end, share } of findShares(line)) {
    if (share === null) parsed.flags.add('share_invalid');
    addEntry(parsed, line.slice(from, start), share);
    // The comma after a share is a separator; two more may be a quote of the next name.
    from = line.charAt(end) === ',' ? end + 1 : end;
  }
  addNames(parsed, line.slice(from));
  if (isOverWhole(parsed.founders)) parsed.flags.add('shares_over_100');
  return parsed;
}

function addEntry(parsed: ParsedFounders, text: string, share: string | null): void {
  if (addPlainName(parsed, text, share)) return;
  const { elements, isCertain } = splitAtCommas(text);
  const { holders } = gatherHolders(text, elements, parsed.flags);
  const [first, ...others] = holders;
  flagTypes(holders, parsed.flags);
  if (!isCertain) parsed.flags.add('founders_unsplit');
  if (first === undefined) {
    parsed.flags.add('founders_junk');
    return;
  }
  if (others.length > 0) parsed.flags.add('founders_joint');
  const name = others.length === 0 ? first.name : holders.map((holder) => holder.name).join(', ');
  const sameType = others.every((other) => other.type === first.type);
  const type = sameType ? first.type : 'grup';
  addFounder(parsed, { name, share, type }, others.length === 0 ? first.idno : null);
}

/** Adds names without a share. */
function addNames(parsed: ParsedFounders, text: string): void {
  if (text === '' || addPlainName(parsed, text, null)) return;
  const { elements, isCertain } = splitAtCommas(text);
  const { holders, isJoined } = gatherHolders(text, elements, parsed.flags);
  if (holders.length + parsed.founders.length === 0) parsed.flags.add('founders_junk');
  if (!isCertain || isJoined) parsed.flags.add('founders_unsplit');
  flagTypes(holders, parsed.flags);
  for (const { name, type, idno } of holders) {
    addFounder(parsed, { name, share: null, type }, idno);
  }
}

function flagTypes(holders: readonly Holder[], flags: Set<CompanyFlag>): void {
  const isUncertain = holders.some(({ name, type }) => isTypeUncertain(name, type));
  if (isUncertain) flags.add('founder_type_uncertain');
}

/** A fast path for the plain name of a person, which most entries are; false for any other text. */
function addPlainName(parsed: ParsedFounders, text: string, share: string | null): boolean {
  const name = trimSeparators(text);
  if (!isPlainName(name) || !isPlainPerson(name)) return false;
  parsed.founders.push({ name, share, type: 'persoana_fizica' });
  parsed.idnos.push(null);
  return true;
}

function addFounder(parsed: ParsedFounders, founder: Founder, idno: string | null): void {
  parsed.founders.push({ ...founder, name: cutLine(founder.name, parsed.flags) });
  parsed.idnos.push(idno);
}
