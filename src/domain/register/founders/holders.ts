import type { FounderType } from '../../company/company.ts';
import type { CompanyFlag } from '../../company/flags.ts';
import { hasValidCheckDigit } from '../../company/idno.ts';
import { trimSeparators } from '../comma-list.ts';
import { isCompanyName } from '../company-name.ts';
import { fold } from '../text.ts';
import { isCountry, isOtherCountry } from './countries.ts';
import { isWholeName, mayNameSeveral, splitJoinedNames } from './joined-names.ts';
import { toPartyName } from './party-name.ts';
import { beginsLikeAddress, isSeparatedForm, toFounderType } from './type.ts';
import { ADDRESS_WORDS } from './words.ts';

/** One of the people or organisations that hold a share, alone or together. */
export interface Holder {
  name: string;
  type: FounderType;
  idno: string | null;
}

const IDNO_LABEL = /\b(?:IDNO|C\/F|COD(?:UL)? FISCAL)\b/i;
const FIRST_WORD = /^[\p{L}\p{N}-]+/u;
/** `CALEA ION` may be a street or a founder; `COM. PLOP` and `CALEA IEȘILOR 5` are addresses. */
const MAY_BE_SURNAME = /^(?:casa|calea|sat|strada|com|piata|aleea)$/;
const ONE_LETTER = /^\p{L}$/u;
const STREET_SIGN = /[\d.]/;
const THIRTEEN_DIGITS = /\d{13}/;
/** As many characters of a name identify where it ends in its cell. */
const TAIL_LENGTH = 12;
/** A share before its name instead of after it. */
const STRAY_SHARE = /^[([]?\d{1,3}(?:[.,]\d{0,6})? ?[%％][)\]]? ?[-–—:]? ?(?=\p{L})/u;

/** `isJoined`: an element was appended to the name before it, but may be a separate name. */
export function gatherHolders(text: string, elements: string[], flags: Set<CompanyFlag>) {
  const holders: Holder[] = [];
  let isJoined = false;
  let inAddress = false;
  const parts = splitElements(elements, flags);
  for (const [index, element] of parts.entries()) {
    const last = holders.at(-1);
    if (inAddress && isAddressPart(element, flags)) continue;
    const numbered = splitAtNumber(element);
    inAddress = numbered !== null;
    if (last !== undefined && numbered === null && isSeparatedForm(element)) {
      last.name += findSeparator(text, last.name, element) + element;
      last.type = 'persoana_juridica';
      continue;
    }
    if (last !== undefined && isCountryOf(last, element)) {
      last.name += findSeparator(text, last.name, element) + element;
      continue;
    }
    const next = parts[index + 1] ?? '';
    const holder =
      numbered === null
        ? (toOneLetter(element, next) ?? readHolder(element, flags))
        : toHolder(numbered, last);
    if (holder === null) continue;
    // A single word before a form is an organisation: `DORLAN ILIE, VERLAN, LTD`.
    const isRest = last !== undefined && continues(last, holder);
    if (isRest && !isSeparatedForm(next)) {
      last.name += `, ${holder.name}`;
      isJoined = true;
    } else holders.push(holder);
  }
  return { holders, isJoined };
}

/** The country of a foreign founder. After a person one word may be a given name: GEORGIA. */
function isCountryOf({ type }: Holder, element: string): boolean {
  return (type !== 'persoana_fizica' || element.includes(' ')) && isOtherCountry(element);
}

/** The comma between a name and its form as filed: `CO.,LTD` has no space. */
function findSeparator(text: string, name: string, element: string): ',' | ', ' {
  return text.includes(`${name.slice(-TAIL_LENGTH)},${element}`) ? ',' : ', ';
}

/** Splits names without commas. An authority's name may continue after one: `…, MUNCII ȘI FAMILIEI`. */
function splitElements(elements: string[], flags: Set<CompanyFlag>): string[] {
  let isNumbered = false;
  return elements.flatMap((element, index) => {
    const before = elements[index - 1] ?? '';
    isNumbered ||= IDNO_LABEL.test(element);
    // After an IDNO each line is part of an address, or begins the next name.
    if (isNumbered && element.includes('\n')) return element.split('\n');
    if (isAuthority(before) && !isCountry(before) && !element.includes('\n')) return [element];
    const { names, isCertain } = splitJoinedNames(element);
    if (isCertain) return names;
    // `REGATUL UNIT AL MARII BRITANII ȘI IRLANDEI DE NORD`
    if (isCountry(element)) return [element];
    flags.add('founders_unsplit');
    return names;
  });
}

function isAuthority(name: string): boolean {
  return toFounderType(name) === 'persoana_juridica' && !isWholeName(name);
}

/** `NAME IDNO 1012600042422 MD-2012 …`: an address follows the IDNO. */
function splitAtNumber(element: string): { name: string | null; idno: string | null } | null {
  const labelAt = element.search(IDNO_LABEL);
  if (labelAt < 0) return null;
  const [number = ''] = THIRTEEN_DIGITS.exec(element.slice(labelAt)) ?? [];
  // Personal numbers, which begin with 0 or 2, sometimes have the same label.
  if (!number.startsWith('1')) return null;
  const head = trimSeparators(element.slice(0, labelAt));
  const { text: name } = toPartyName(head.endsWith('(') ? head.slice(0, -1) : head);
  return { name, idno: hasValidCheckDigit(number) ? number : null };
}

/** Whether an element after a company's IDNO continues its address. */
function isAddressPart(element: string, flags: Set<CompanyFlag>): boolean {
  const [first = ''] = FIRST_WORD.exec(fold(element)) ?? [];
  if (/^\d/.test(first) || isCountry(element)) return true;
  if (ADDRESS_WORDS.has(first.replace(/-?\d+$/, ''))) {
    if (beginsLikeAddress(element)) return false;
    if (MAY_BE_SURNAME.test(first) && !STREET_SIGN.test(element)) flags.add('founders_unsplit');
    return true;
  }
  if (element.includes(' ') || toFounderType(element) !== 'persoana_fizica') return false;
  // A single word may be a place or a founder.
  flags.add('founders_unsplit');
  return true;
}

/**
 * The holder with an IDNO. An IDNO without a name belongs to the name before it; if there is none,
 * it replaces the name that the register does not give.
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

/** `X, A.S.`: one letter is a name if a form follows. */
function toOneLetter(element: string, next: string): Holder | null {
  const isName = ONE_LETTER.test(element) && isSeparatedForm(next);
  return isName ? { name: element, type: 'persoana_juridica', idno: null } : null;
}

function readHolder(element: string, flags: Set<CompanyFlag>): Holder | null {
  const unmarked = element.replace(STRAY_SHARE, '');
  if (unmarked.length < element.length) flags.add('share_invalid');
  const { text: name, idno, hadPersonalNumber, wasStruckOff } = toPartyName(unmarked);
  const type = name === null ? 'persoana_fizica' : toHolderType(name);
  const text = name !== null && isNamed(name, type) ? name : null;
  const isPerson = text !== null && type === 'persoana_fizica';
  const hadNumber = hadPersonalNumber || (isPerson && idno !== null);
  if (hadNumber) flags.add('personal_number_cut');
  if (wasStruckOff || (text === null && !hadNumber && idno === null)) flags.add('founders_junk');
  return text === null ? null : { name: text, type, idno: isPerson ? null : idno };
}

/** A legal form alone is no name. */
function isNamed(name: string, type: FounderType): boolean {
  return (type === 'persoana_fizica' && name.includes(' ')) || isCompanyName(name);
}

function toHolderType(name: string): FounderType {
  const type = toFounderType(name);
  return type === 'persoana_fizica' && mayNameSeveral(name) ? 'grup' : type;
}

/**
 * Whether an element continues the name before it: a further given name, or the rest of an
 * authority's name (`MINISTERUL MUNCII, PROTECȚIEI SOCIALE ȘI FAMILIEI`).
 */
function continues(last: Holder, { name, type }: Holder): boolean {
  const isAuthorityName = last.type === 'persoana_juridica' && isAuthority(last.name);
  if (isAuthorityName && fold(name).includes(' si ')) return type !== 'persoana_juridica';
  return type === 'persoana_fizica' && !name.includes(' ');
}
