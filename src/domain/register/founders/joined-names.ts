import { trimSeparators } from '../comma-list.ts';
import { isPlaceholder } from '../placeholder.ts';
import { isFormAlone, isPersonShaped, toFounderType } from './type.ts';

export interface JoinedNames {
  names: string[];
  /** False where a word, a stroke or a line end may join several names, or stand in one. */
  isCertain: boolean;
}

const LINE_END = /\n/;
/** A company's number, or the label of one: on the next line stands its address. */
const NUMBERED = /\d(?:[ -]?\d){12}|\b(?:IDNO|C\/F|COD(?:UL)? FISCAL)\b/i;
const QUOTE = /["„“”‟«»]|''/;
const JOINT = /\s(?:[șş]i|si|and|et|[îi]mpreun[ăa] cu|и|та|\+)\s/iu;
const AMPERSAND = /\s&\s/;
const STROKE = /(?<=[\p{L}"“”‟»]\.?) ?[/\\|] ?(?=[\p{L}"„“”«])/u;
const QUOTED = /["„“”‟«][^"„“”‟«»]*["“”‟»]/g;
/** Before a name of two words or more; what stands before one may be a surname. */
const LEADING_JOINT =
  /^(?:(?:[șş]i|[ȘŞ]I|si|and|[îÎiI]mpreun[ăa] cu|[иИ])\s+(?=\S+\s)|[/\\|+&.]\s*)/u;
/** A dash between blanks; a point behind two names and before two more. */
const DOUBTFUL_STOP = /\s[-–—]|[-–—]\s|\s\S*\p{L}{2}\.\s\S+\s/u;
/** What people write beside a name in a word, or in small letters in brackets. */
const NOTE =
  /(?<!\p{L})(?:fondator|asociat|administrator|director|lichidator|persoan[ăae] (?:fizic|juridic)|unic(?!\p{L})|interimar|decedat|reprezentant|cet[ăa][țţt]ean|учредител|директор|администратор|физическ|гражданин)/iu;
const SMALL_BRACKETS = /\((?!de |din )\p{Ll}{2}/u;
/** A surname too. */
const DOUBTFUL_JOINT = /^SI\s+\S+\s/;

/** Parts what stands between two commas where it names several: `A B și C D`, `A B / C D`, lines. */
export function splitJoinedNames(element: string): JoinedNames {
  const named = element.replace(LEADING_JOINT, '');
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

/** Whether a name that could not be parted may still be several people's. */
export function mayNameSeveral(name: string): boolean {
  return JOINT.test(name) && !QUOTE.test(name);
}

/** Whether a text is a person's full name, or an organisation's with quotes or a form. */
export function isWholeName(text: string): boolean {
  if (isPersonName(text) || toFounderType(text) === 'grup') return true;
  if (toFounderType(text) !== 'persoana_juridica') return false;
  const words = text.split(' ');
  return QUOTE.test(text) || isFormAlone(words[0] ?? '') || isFormAlone(words.at(-1) ?? '');
}

/** A line end within a name is where the cell was too narrow. */
function joinBrokenNames(lines: readonly string[]): string[] {
  const names: string[] = [];
  for (const line of lines) {
    const last = names.at(-1);
    if (last === undefined || (isWholeName(last) && isWholeName(line))) names.push(line);
    else names[names.length - 1] = `${last} ${line}`;
  }
  return names;
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

/** Whether beside a person's name something else stands, a note or another name. */
function hasNote(line: string): boolean {
  const isLonger = line.includes(' ', line.indexOf(' ') + 1);
  if (!isLonger || QUOTE.test(line)) return false;
  const isNoted = DOUBTFUL_STOP.test(line) || NOTE.test(line) || SMALL_BRACKETS.test(line);
  if (!isNoted || NUMBERED.test(line) || isPlaceholder(line)) return false;
  return toFounderType(line) === 'persoana_fizica';
}

/** A person's full name, or an organisation's in quotes with a word beside them that tells it. */
function isSeparateName(text: string): boolean {
  if (!QUOTE.test(text)) return isPersonName(text);
  // Any kind of quote makes an organisation, and a form such as `IM` counts before one.
  const named = text.replace(QUOTED, "'X'");
  return !QUOTE.test(named) && toFounderType(named) === 'persoana_juridica';
}

/** `PRIMĂRIA PLOP / CONSILIUL PLOP`, but not `FIRMA DE PRODUCȚIE ȘI COMERȚ PLAI SRL`. */
function nameOrganisations(texts: readonly string[]): boolean {
  const words = texts.filter((text) => !QUOTE.test(text)).map((text) => text.split(' '));
  if (words.length < texts.length || words.some(({ length }) => length < 2)) return false;
  const tells = (word = '') => isFormAlone(word) || toFounderType(word) === 'persoana_juridica';
  return words.every(([first]) => tells(first)) || words.every((all) => tells(all.at(-1)));
}

/** `SRL "PLAI"/"MUNTE"`, `"PLAI" și DORLAN ILIE`. */
function areSeparatelyQuoted(texts: readonly string[]): boolean {
  const [first = '', ...others] = texts;
  const isQuoted = (text: string) => text.search(QUOTED) >= 0;
  return isQuoted(first) && others.every((text) => isQuoted(text) || isPersonName(text));
}

function isPersonName(text: string): boolean {
  return isPersonShaped(text) && toFounderType(text) === 'persoana_fizica';
}

function isFilled(text: string): boolean {
  return text !== '';
}
