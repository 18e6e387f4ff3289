import type { LegalStatus } from '../company/company.ts';
import { memoize } from '../memoize.ts';
import { toOneScript } from './cyrillic.ts';
import { isPlaceholder } from './placeholder.ts';
import { foldPlainWords } from './text.ts';

/** What a role of the directors' column says. */
interface Role {
  /** The status of a company that has it. */
  status: Exclude<LegalStatus, 'lichidata'>;
  /** False if it has a part for which there is no rule. */
  isKnown: boolean;
}

/** Offices that a court appoints under the insolvency law (149/2012), or the register instead. */
const INSOLVENCY_OFFICES = [
  '(?:al )?procesului de insolvabilitate',
  'provizoriu',
  'fiduciar',
  'din oficiu',
  'al procedurii planului',
  '(?:al )?insolvabilit(?:atii|ate)',
];
/** Folded patterns, in the singular and plural, with and without the article. */
const LIQUIDATORS = ['lichidator(?:ul|i|ii)?', 'lichidatoare[a]?', 'ликвидатор[ы]?'];
const LIQUIDATING_BODIES = [
  'comisi(?:a|e|ei) (?:de lichidare|lichidatoare)',
  'ликвидационн(?:ая|ой) комисси[яи]',
  'комисси[яи] по ликвидации',
];
const INSOLVENCY = [
  `administrator(?:ul)? (?:${INSOLVENCY_OFFICES.join('|')})`,
  'администратор процесса несостоятельности',
];
/** Offices that say nothing about the status. */
const OFFICES = [
  'administrator(?:ul|i|ii)?|administratoare[a]?|director(?:ul|i|ii)?|directoare[a]?',
  '(?:vice)?presedint(?:e|ele|a)|conducator(?:ul)?|manager(?:ul)?|sef(?:ul)?',
  'администратор|(?:генеральный |исполнительный )?директор|руководитель|председатель',
];
const BODIES = [
  'comisi[ae]|directi[ae] de conducere|membru(?:l)?',
  '(?:comitet(?:ul)?|consili(?:u|ul))(?: de (?:conducere|administrare|administratie|directori))?',
];
/** What a note about a person says: `decedat`. */
const NOTE_WORDS =
  '(?:decedat|suspendat|revocat|eliberat|destituit|concediat|demisionat|interimar)[ae]?|умер(?:ла)?|(?:временно )?отстранена?';
const QUALIFIERS =
  `${NOTE_WORDS}|temporar|` +
  'unic[a]?|general[a]?|executiv[a]?|adjunct[a]?|principal[a]?|al societatii|al intreprinderii|' +
  'al (?:consiliului|comitetului|directiei)(?: de (?:conducere|administrare|administratie|directori))?';

const toPattern = (...lists: readonly string[][]) => lists.flat().join('|');
const LIQUIDATION = toBounded(toPattern(LIQUIDATORS, LIQUIDATING_BODIES));
const INSOLVENT = toBounded(toPattern(INSOLVENCY));
const LIQUIDATING_BODY = toWhole(toPattern(LIQUIDATING_BODIES));
const OFFICE = toWhole(toPattern(LIQUIDATORS, INSOLVENCY, OFFICES));
const KNOWN = toWhole(toPattern(OFFICES, BODIES));
/** A qualifier or a date on its own, behind a comma or in brackets. */
const ADDITION = new RegExp(
  `^(?:${QUALIFIERS}|(?:(?:din|de la|pina la|la|anul|\\d+)(?: |$))+)$`,
  'u',
);
const FORMER = /^(?:fost(?:ul|a)?|ex|бывш(?:ий|ая))(?: |$)/u;
/** A note about a person: `decedat la 12.03.2010`, `suspendat temporar`. */
const NOTE = new RegExp(
  `^(?:${NOTE_WORDS})(?: (?:temporar|din|functie|post|de|la|pina|data|с|до|от|г|\\d+))*$`,
  'u',
);
/** `din 01.02.2020`, `с 01.02.2020 г.` */
const SINCE = /^(?:din|de|la|pina|incepind|с|до|от)(?: (?:de|la|cu|data|anul|г|\d+))*$/u;
const DIGIT = /\d/;
/** The words of roles and notes, a fast check for texts that are mostly names. */
const MAY_BE_ROLE =
  /admin|direct|lichid|pre[sșş]ed|conduc|manag|[sșş]ef|decedat|suspend|revoc|eliber|destit|conced|demis|interim|админ|дирек|руков|предс|ликвид|умер|отстр/i;
/** Longer texts are no role or note. */
export const MAX_ROLE_LENGTH = 100;
const PARTS = /[,;/|+&()[\]]|\s(?:[șş]i|si|и)\s|\s[-–—]\s/iu;

/** A dump has some tens of different roles. */
const MAX_KNOWN_ROLES = 1_000;

/** Liquidation counts before insolvency, as a later stage. */
export const readRole: (role: string) => Role = memoize(MAX_KNOWN_ROLES, (role) => {
  const parts = toOneScript(role).split(PARTS).map(foldPlainWords);
  const words = parts.filter((part) => !FORMER.test(part)).join(' ');
  if (LIQUIDATION.test(words)) return { status: 'in_lichidare', isKnown: true };
  if (INSOLVENT.test(words)) return { status: 'insolvabila', isKnown: true };
  return { status: 'activa', isKnown: isPlaceholder(role) || parts.every(isKnownPart) };
});

/** Whether a text has only roles of people, `Administrator`, `Lichidator / Director`, and no name. */
export function isOffice(text: string): boolean {
  if (!mayBeRole(text)) return false;
  const parts = text.split(PARTS).map(foldPlainWords);
  return parts.every((part) => part === '' || OFFICE.test(part));
}

/** Whether a text is a commission of liquidation, which may stand in place of a name. */
export function isLiquidatingBody(text: string): boolean {
  return mayBeRole(text) && LIQUIDATING_BODY.test(foldPlainWords(text));
}

/** Whether a text is only a note about a director, `suspendat`, `fost lichidator`. */
export function isNote(text: string): boolean {
  const isDated = text.length <= MAX_ROLE_LENGTH && DIGIT.test(text);
  if (!isDated && !mayBeRole(text)) return false;
  const words = foldPlainWords(text);
  return NOTE.test(words) || isFormerOffice(words) || (isDated && SINCE.test(words));
}

/** Whether a text of any length has the beginning of a word that roles and notes have. */
export function hasRoleWord(text: string): boolean {
  return MAY_BE_ROLE.test(text);
}

/** A fast check, false for nearly all names. */
export function mayBeRole(text: string): boolean {
  return text.length <= MAX_ROLE_LENGTH && hasRoleWord(text);
}

/** Not `fosta CONDUCARU`, a former name, and not `fost administrator GLOD ANA`, a person. */
function isFormerOffice(words: string): boolean {
  return FORMER.test(words) && OFFICE.test(words.replace(FORMER, ''));
}

function isKnownPart(words: string): boolean {
  return words === '' || KNOWN.test(words) || ADDITION.test(words);
}

function toBounded(pattern: string): RegExp {
  return new RegExp(`(?:^| )(?:${pattern})(?: |$)`, 'u');
}

function toWhole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})(?: (?:${QUALIFIERS}))*$`, 'u');
}
