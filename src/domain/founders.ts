import { isWithoutValue } from './cell.ts';
import { splitAtCommas, trimSeparators } from './comma-list.ts';
import type { CompanyFlag, Founder, FounderType } from './company.ts';
import { isAddress } from './founder-address.ts';
import { isFormAlone, isTypeUncertain, toFounderType } from './founder-type.ts';
import { hasValidCheckDigit } from './idno.ts';
import { isWholeName, mayNameSeveral, splitJoinedNames } from './joined-names.ts';
import { isPlainName, toPartyName } from './party-name.ts';
import { findShares, isOverWhole } from './share.ts';
import { cutLine, fold, toLines } from './text.ts';

export interface FoundersReading {
  founders: Founder[];
  /** The IDNO that stands in a founder's own text, by founder; null where there is none. */
  idnos: (string | null)[];
  flags: Set<CompanyFlag>;
}

/** One who founds, alone or beside others with the same share. */
interface Holder {
  name: string;
  type: FounderType;
  idno: string | null;
}

const IDNO_LABEL = /\b(?:IDNO|C\/F|COD(?:UL)? FISCAL)\b/i;
const THIRTEEN_DIGITS = /\d{13}/;
/** A share in front of its name, and not behind it. */
const STRAY_SHARE = /^[([]?\d{1,3}(?:[.,]\d{0,6})? ?[%％][)\]]? ?[-–—:]? ?(?=\p{L})/u;

/**
 * The founders of the column, in its order: `NAME (40,00%), NAME (60,00%)`. In a cell without any
 * share each name is a founder of its own. Where there are shares, those who hold one together stay
 * one founder with the share as filed: the register does not say how they divide it.
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
    // The comma behind a share separates; two more may be a quote of the next name.
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

/** Names that have no share. */
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

/** Nearly every entry is one plain name, which needs no taking apart; false where it is not. */
function addPlainName(reading: FoundersReading, text: string, share: string | null): boolean {
  const name = trimSeparators(text);
  if (!isPlainName(name)) return false;
  reading.founders.push({ name, share, type: toFounderType(name) });
  reading.idnos.push(null);
  return true;
}

function addFounder(reading: FoundersReading, founder: Founder): void {
  const name = cutLine(founder.name);
  if (name.length < founder.name.length) reading.flags.add('text_cut');
  reading.founders.push(name === founder.name ? founder : { ...founder, name });
}

/** `isJoined`: an element was put to the name before it, and might be a name of its own. */
function gatherHolders(elements: string[], flags: Set<CompanyFlag>) {
  const holders: Holder[] = [];
  let isJoined = false;
  let inAddress = false;
  for (const element of splitElements(elements, flags)) {
    const last = holders.at(-1);
    if (inAddress && isAddress(element, flags)) continue;
    const numbered = splitAtNumber(element);
    inAddress = numbered !== null;
    const holder = numbered === null ? readHolder(element, flags) : toHolder(numbered, last);
    if (holder === null) continue;
    if (last !== undefined && isFormAlone(element)) {
      last.name += `, ${holder.name}`;
      last.type = 'persoana_juridica';
    } else if (last !== undefined && continues(last, holder)) {
      last.name += `, ${holder.name}`;
      isJoined = true;
    } else holders.push(holder);
  }
  return { holders, isJoined };
}

/** Names that no comma parts; the name of an authority goes on behind one: `…, MUNCII ȘI FAMILIEI`. */
function splitElements(elements: string[], flags: Set<CompanyFlag>): string[] {
  let isNumbered = false;
  return elements.flatMap((element, index) => {
    const before = elements[index - 1] ?? '';
    isNumbered ||= IDNO_LABEL.test(element);
    // Behind a number lines are of an address, or begin with the next name.
    if (isNumbered && element.includes('\n')) return element.split('\n');
    if (isAuthority(before) && !element.includes('\n')) return [element];
    const { names, isCertain } = splitJoinedNames(element);
    if (!isCertain) flags.add('founders_unsplit');
    return names;
  });
}

function isAuthority(name: string): boolean {
  return toFounderType(name) === 'persoana_juridica' && !isWholeName(name);
}

/** `NAME IDNO 1012600042422 MD-2012 …`: what follows the number is an address. */
function splitAtNumber(element: string): { name: string | null; idno: string | null } | null {
  const labelAt = element.search(IDNO_LABEL);
  if (labelAt < 0) return null;
  const [number = ''] = THIRTEEN_DIGITS.exec(element.slice(labelAt)) ?? [];
  // Numbers of people are now and then labelled so too; they begin with 0 or 2.
  if (!number.startsWith('1')) return null;
  const head = trimSeparators(element.slice(0, labelAt));
  const { text: name } = toPartyName(head.endsWith('(') ? head.slice(0, -1) : head);
  return { name, idno: hasValidCheckDigit(number) ? number : null };
}

/**
 * The holder of a number. A number alone goes with the name before it, or stands for the name that
 * the register does not give.
 */
function toHolder(
  { name, idno }: { name: string | null; idno: string | null },
  last: Holder | undefined,
): Holder | null {
  if (name !== null) return { name, type: 'persoana_juridica', idno };
  if (last === undefined) {
    return idno === null ? null : { name: `IDNO ${idno}`, type: 'persoana_juridica', idno };
  }
  last.idno ??= idno;
  last.type = 'persoana_juridica';
  return null;
}

function readHolder(element: string, flags: Set<CompanyFlag>): Holder | null {
  const unmarked = element.replace(STRAY_SHARE, '');
  if (unmarked.length < element.length) flags.add('share_invalid');
  const { text, idno, hadPersonalNumber, wasStruckOff } = toPartyName(unmarked);
  const type = text === null ? 'persoana_fizica' : toHolderType(text);
  const isPerson = text !== null && type === 'persoana_fizica';
  const hadNumber = hadPersonalNumber || (isPerson && idno !== null);
  if (hadNumber) flags.add('personal_number_cut');
  if (wasStruckOff || (text === null && !hadNumber && idno === null)) flags.add('founders_junk');
  return text === null ? null : { name: text, type, idno: isPerson ? null : idno };
}

function toHolderType(name: string): FounderType {
  const type = toFounderType(name);
  return type === 'persoana_fizica' && mayNameSeveral(name) ? 'grup' : type;
}

/**
 * Whether an element is rather a part of the name before it: a further given name, or the rest of
 * an authority's name (`MINISTERUL MUNCII, PROTECȚIEI SOCIALE ȘI FAMILIEI`).
 */
function continues(last: Holder, { name, type }: Holder): boolean {
  const isAuthorityName = last.type === 'persoana_juridica' && isAuthority(last.name);
  if (isAuthorityName && fold(name).includes(' si ')) return type !== 'persoana_juridica';
  return type === 'persoana_fizica' && !name.includes(' ');
}
