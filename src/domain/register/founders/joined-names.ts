import { LONG_NUMBER } from '../../company/idno.ts';
import { trimSeparators } from '../comma-list.ts';
import { isPlaceholder } from '../placeholder.ts';
import {
  isFormAlone,
  isPersonShaped,
  isSeparatedForm,
  QUOTE,
  toFounderType,
  withoutBracket,
} from './type.ts';

interface JoinedNames {
  names: string[];
  /** False if a word, slash or line end may separate names or be part of one. */
  isCertain: boolean;
}

const LINE_END = /\n/;
/** An IDNO or its label; the next line is the address. */
const NUMBERED = new RegExp(`${LONG_NUMBER.source}|\\b(?:IDNO|C/F|COD(?:UL)? FISCAL)\\b`, 'i');
const JOINT = /\s(?:[șş]i|si|and|et|[îi]mpreun[ăa] cu|и|та|\+)\s/iu;
const AMPERSAND = /\s&\s/;
const STROKE = /(?<=[\p{L}"“”‟»]\.?) ?[/\\|] ?(?=[\p{L}"„“”«])/u;
const QUOTED = /["„“”‟«][^"„“”‟«»]*["“”‟»]/g;
/** Before a name of at least two words; before a single word it may be a surname. */
const LEADING_JOINTS =
  /^(?:(?:[șş]i|[ȘŞ]I|si|and|[îÎiI]mpreun[ăa] cu|[иИ])\s+(?=\S+\s)|[/\\|+&.]\s*)+/u;
/** A dash between spaces; a point between pairs of words. */
const DOUBTFUL_STOP = /\s[-–—]|[-–—]\s|\s\S*\p{L}{2}\.\s\S+\s/u;
/** Words that are added to names as a note. */
const NOTE =
  /(?<!\p{L})(?:fondator|asociat|administrator|director|lichidator|persoan[ăae] (?:fizic|juridic)|unic(?!\p{L})|interimar|decedat|reprezentant|cet[ăa][țţt]ean|учредител|директор|администратор|физическ|гражданин)/iu;
const SMALL_BRACKETS = /\((?!de |din )\p{Ll}{2}/u;
/** A text that is joined to more than this is no name: it is not tested again for each line. */
const MAX_BROKEN_NAME_LENGTH = 2_000;
/** `SI` may be a surname. */
const DOUBTFUL_JOINT = /^SI\s+\S+\s/;

/** Splits an element that has several names: `A B și C D`, `A B / C D`, one name per line. */
export function splitJoinedNames(element: string): JoinedNames {
  const named = element.replace(LEADING_JOINTS, '');
  if (named !== element) return { ...splitJoinedNames(named), isCertain: false };
  if (DOUBTFUL_JOINT.test(element)) return { names: [element], isCertain: false };
  if (!LINE_END.test(element)) return splitLine(element);
  const lines = element.split(LINE_END).map(trimSeparators).filter(isFilled);
  if (NUMBERED.test(element)) return { names: lines, isCertain: true };
  const joined = joinBrokenNames(lines);
  const isOne = joined.length === 1 && !lines.some(isWholeName);
  const parts = joined.map(splitLine);
  return {
    names: parts.flatMap((part) => part.names),
    isCertain: isOne && parts.every((part) => part.isCertain),
  };
}

/** Whether an unsplit name may still be the names of several people. */
export function mayNameSeveral(name: string): boolean {
  return JOINT.test(name) && !QUOTE.test(name);
}

/** Whether a text is a person's full name, or an organisation's with quotes or a form. */
export function isWholeName(text: string): boolean {
  if (isPersonName(text) || toFounderType(text) === 'grup') return true;
  if (toFounderType(text) !== 'persoana_juridica') return false;
  const words = withoutBracket(text).split(' ');
  return QUOTE.test(text) || isSeparatedForm(words[0] ?? '') || isSeparatedForm(words.at(-1) ?? '');
}

/** Joins lines that are only parts of a name, broken where the cell was too narrow. */
function joinBrokenNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  for (const line of lines) {
    const last = names.at(-1);
    if (last === undefined || areBothWhole(last, line)) names.push(line);
    else names[names.length - 1] = `${last} ${line}`;
  }
  return names;
}

function areBothWhole(last: string, line: string): boolean {
  return last.length <= MAX_BROKEN_NAME_LENGTH && isWholeName(line) && isWholeName(last);
}

function splitLine(line: string): JoinedNames {
  const joint = [JOINT, AMPERSAND, STROKE].find((one) => one.test(line));
  if (joint === undefined) return { names: [line], isCertain: !hasNote(line) };
  if (isPlaceholder(line) || NUMBERED.test(line)) return { names: [line], isCertain: true };
  const names = line.split(joint).map(trimSeparators).filter(isFilled);
  if (names.length > 1 && names.every(isSeparateName)) return { names, isCertain: false };
  const areSeveral =
    joint !== AMPERSAND && (nameOrganisations(names) || areSeparatelyQuoted(names));
  const isOne = toFounderType(line) !== 'persoana_fizica' && !areSeveral;
  return { names: [line], isCertain: isOne };
}

/** Whether a person's name is followed by a note or another name. */
function hasNote(line: string): boolean {
  const isLonger = line.includes(' ', line.indexOf(' ') + 1);
  if (!isLonger || QUOTE.test(line)) return false;
  const isNoted = DOUBTFUL_STOP.test(line) || NOTE.test(line) || SMALL_BRACKETS.test(line);
  if (!isNoted || NUMBERED.test(line) || isPlaceholder(line)) return false;
  return toFounderType(line) === 'persoana_fizica';
}

/** A person's full name, or an organisation's with a form, or with a word that identifies it. */
function isSeparateName(text: string): boolean {
  if (!QUOTE.test(text)) return isPersonName(text) || hasOwnForm(text);
  // Any quote would make it an organisation; a form such as `IM` counts only before a quote.
  const named = text.replace(QUOTED, "'X'");
  return !QUOTE.test(named) && toFounderType(named) === 'persoana_juridica';
}

/** `VERLAN SRL`, but not `CO. KG` of `VERLAN GMBH & CO. KG`. */
function hasOwnForm(text: string): boolean {
  return !isSeparatedForm(text) && toFounderType(text) === 'persoana_juridica' && isWholeName(text);
}

/** `PRIMĂRIA PLOP / CONSILIUL PLOP`, but not `FIRMA DE PRODUCȚIE ȘI COMERȚ PLAI SRL`. */
function nameOrganisations(texts: readonly string[]): boolean {
  const words = texts.filter((text) => !QUOTE.test(text)).map((text) => text.split(' '));
  if (words.length < texts.length || words.some(({ length }) => length < 2)) return false;
  const isOrganisation = (word = '') =>
    isFormAlone(word) || toFounderType(word) === 'persoana_juridica';
  return (
    words.every(([first]) => isOrganisation(first)) ||
    words.every((all) => isOrganisation(all.at(-1)))
  );
}

/** `SRL "PLAI"/"MUNTE"`, `"PLAI" și DORLAN ILIE`. */
function areSeparatelyQuoted(texts: readonly string[]): boolean {
  const [first = '', ...others] = texts;
  const isQuoted = (text: string) => text.search(QUOTED) >= 0;
  return isQuoted(first) && others.every((text) => isQuoted(text) || isPersonName(text));
}

/** Whether a text looks like a person's full name and has no word of an organisation. */
export function isPersonName(text: string): boolean {
  return isPersonShaped(text) && toFounderType(text) === 'persoana_fizica';
}

function isFilled(text: string): boolean {
  return text !== '';
}
