import { splitAtCommas, trimSeparators } from './comma-list.ts';
import type { CompanyFlag, Founder, FounderType } from './company.ts';
import { isFormAlone, toFounderType } from './founder-type.ts';
import { hasValidCheckDigit } from './idno.ts';
import { toPartyName } from './party-name.ts';
import { findShares } from './share.ts';
import { fold, toLine } from './text.ts';

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

const IDNO_LABEL = /\bIDNO\b/i;
const THIRTEEN_DIGITS = /\d{13}/;
/** How the elements of an address begin; they follow the number of a founder company. */
const ADDRESS =
  /^(?:\d|(?:md|str|strada|str-la|stradela|bd|bul|bulevardul|sos|soseaua|mun|municipiul|or|orasul|r-n|r-nul|raionul|s|sat|satul|com|comuna|ap|apt|of|oficiul|bl|blocul|nr|casa|sec|sect|sectorul|jud|judetul|et|piata|calea|aleea|tel|republica moldova)(?![\p{L}\p{N}]))/u;

/**
 * The founders of the column, in its order: `NAME (40,00%), NAME (60,00%)`. In a cell without any
 * share each name is a founder of its own. Where there are shares, those who hold one together stay
 * one founder with the share as filed: the register does not say how they divide it.
 */
export function toFounders(text: string | null): FoundersReading {
  const reading: FoundersReading = { founders: [], idnos: [], flags: new Set() };
  const line = text === null ? '' : toLine(text);
  let from = 0;
  for (const { start, end, share } of findShares(line)) {
    if (share === null) reading.flags.add('share_invalid');
    addEntry(reading, line.slice(from, start), share);
    from = end;
  }
  addNames(reading, line.slice(from));
  return reading;
}

function addEntry(reading: FoundersReading, text: string, share: string | null): void {
  const { elements, isCertain } = splitAtCommas(text);
  const { holders } = gatherHolders(elements, reading.flags);
  const [first, ...others] = holders;
  if (!isCertain) reading.flags.add('founders_unsplit');
  if (first === undefined) {
    reading.flags.add('founders_junk');
    return;
  }
  if (others.length > 0) reading.flags.add('founders_joint');
  const sameType = others.every((other) => other.type === first.type);
  reading.founders.push({
    name: others.length === 0 ? first.name : holders.map((holder) => holder.name).join(', '),
    share,
    type: sameType ? first.type : 'grup',
  });
  reading.idnos.push(others.length === 0 ? first.idno : null);
}

/** Names that have no share. */
function addNames(reading: FoundersReading, text: string): void {
  if (text === '') return;
  const { elements, isCertain } = splitAtCommas(text);
  const isJunk = elements.length === 0 && reading.founders.length === 0;
  if (isJunk) reading.flags.add('founders_junk');
  const { holders, isJoined } = gatherHolders(elements, reading.flags);
  if (!isCertain || isJoined) reading.flags.add('founders_unsplit');
  for (const { name, type, idno } of holders) {
    reading.founders.push({ name, share: null, type });
    reading.idnos.push(idno);
  }
}

/** `isJoined`: an element was put to the name before it, and might be a name of its own. */
function gatherHolders(elements: string[], flags: Set<CompanyFlag>) {
  const holders: Holder[] = [];
  let isJoined = false;
  let inAddress = false;
  for (const element of elements) {
    const last = holders.at(-1);
    if (inAddress && isAddress(element)) continue;
    const labelAt = element.search(IDNO_LABEL);
    inAddress = labelAt >= 0;
    const holder = inAddress ? readNumbered(element, labelAt, last) : readHolder(element, flags);
    if (holder === null) continue;
    if (last !== undefined && isFormAlone(element)) {
      last.name += `, ${holder.name}`;
      last.type = toFounderType(last.name);
    } else if (last !== undefined && continues(last, holder)) {
      last.name += `, ${holder.name}`;
      isJoined = true;
    } else holders.push(holder);
  }
  return { holders, isJoined };
}

/**
 * `NAME IDNO 1011600007976 MD-2028 …`: what follows the number is an address. A number alone goes
 * with the name before it, or stands for the name that the register does not give.
 */
function readNumbered(element: string, labelAt: number, last: Holder | undefined): Holder | null {
  const number = THIRTEEN_DIGITS.exec(element.slice(labelAt))?.[0] ?? '';
  const idno = hasValidCheckDigit(number) ? number : null;
  const head = trimSeparators(element.slice(0, labelAt));
  const name = toPartyName(head.endsWith('(') ? head.slice(0, -1) : head).text;
  if (name !== null) return { name, type: 'persoana_juridica', idno };
  if (last !== undefined) last.idno ??= idno;
  if (last !== undefined || idno === null) return null;
  return { name: `IDNO ${idno}`, type: 'persoana_juridica', idno };
}

function readHolder(element: string, flags: Set<CompanyFlag>): Holder | null {
  const { text, idno, hadPersonalNumber, wasStruckOff, wasCut } = toPartyName(element);
  const type = text === null ? 'persoana_fizica' : toFounderType(text);
  const isPerson = type === 'persoana_fizica';
  if (hadPersonalNumber || (isPerson && idno !== null)) flags.add('personal_number_cut');
  if (wasStruckOff || text === null) flags.add('founders_junk');
  if (wasCut) flags.add('text_cut');
  return text === null ? null : { name: text, type, idno: isPerson ? null : idno };
}

/**
 * Whether an element is rather a part of the name before it: a further given name, or the rest of
 * an authority's name (`MINISTERUL MUNCII, PROTECȚIEI SOCIALE ȘI FAMILIEI`).
 */
function continues(last: Holder, { name, type }: Holder): boolean {
  if (type !== 'persoana_fizica') return false;
  if (!name.includes(' ')) return true;
  return last.type === 'persoana_juridica' && fold(name).includes(' si ');
}

function isAddress(element: string): boolean {
  return !element.includes(' ') || ADDRESS.test(fold(element));
}
