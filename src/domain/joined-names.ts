import { trimSeparators } from './comma-list.ts';
import { isFormAlone, isPersonShaped, toFounderType } from './founder-type.ts';
import { isPlaceholder } from './placeholder.ts';

export interface JoinedNames {
  names: string[];
  /** False where a word, a stroke or a line end may join several names, or stand in one. */
  isCertain: boolean;
}

const LINE_END = /\n/;
/** A company's number, or the label of one: on the next line stands its address. */
const NUMBERED = /\d(?:[ -]?\d){12}|\b(?:IDNO|C\/F|COD(?:UL)? FISCAL)\b/i;
const QUOTE = /["„“”‟«»]|''/;
const JOINT = /\s(?:[șş]i|si|and|и|та|\+)\s/iu;
const AMPERSAND = /\s&\s/;
const STROKE = /(?<=[\p{L}"“”‟»]\.?) ?[/\\|] ?(?=[\p{L}"„“”«])/u;
const QUOTED = /["„“”‟«][^"„“”‟«»]*["“”‟»]/g;
/** Before a name of two words or more; what stands before one may be a surname. */
const LEADING_JOINT = /^(?:(?:[șş]i|[ȘŞ]I|si|and|[иИ])\s+(?=\S+\s)|[/\\|+&.]\s*)/u;
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
  if (joint === undefined || isPlaceholder(line) || NUMBERED.test(line))
    return { names: [line], isCertain: true };
  const names = line.split(joint).map(trimSeparators).filter(isFilled);
  if (names.length > 1 && names.every(isSeparateName)) return { names, isCertain: false };
  const areOrganisations = joint !== AMPERSAND && nameOrganisations(names);
  const isOne = toFounderType(line) !== 'persoana_fizica' && !areOrganisations;
  return { names: [line], isCertain: isOne };
}

/** A person's full name, or an organisation's in quotes with a word beside them that tells it. */
function isSeparateName(text: string): boolean {
  if (!QUOTE.test(text)) return isPersonName(text);
  const named = text.replace(QUOTED, ' X ');
  return !QUOTE.test(named) && toFounderType(named) === 'persoana_juridica';
}

/** `PRIMĂRIA PLOP / CONSILIUL PLOP`, but not `FIRMA DE PRODUCȚIE ȘI COMERȚ PLAI SRL`. */
function nameOrganisations(texts: readonly string[]): boolean {
  const words = texts.filter((text) => !QUOTE.test(text)).map((text) => text.split(' '));
  if (words.length < texts.length || words.some(({ length }) => length < 2)) return false;
  const tells = (word = '') => isFormAlone(word) || toFounderType(word) === 'persoana_juridica';
  return words.every(([first]) => tells(first)) || words.every((all) => tells(all.at(-1)));
}

function isPersonName(text: string): boolean {
  return isPersonShaped(text) && toFounderType(text) === 'persoana_fizica';
}

function isFilled(text: string): boolean {
  return text !== '';
}
