import type { Director } from '../company/company.ts';
import type { CompanyFlag } from '../company/flags.ts';
import { isWithoutValue } from './cell.ts';
import { splitAtCommas, trimSeparators } from './comma-list.ts';
import { splitJoinedNames } from './founders/joined-names.ts';
import { isPlainName, toPartyName } from './founders/party-name.ts';
import { toFounderType } from './founders/type.ts';
import { isPlaceholder } from './placeholder.ts';
import { cutLine, toLine, toLines } from './text.ts';

interface ParsedDirectors {
  directors: Director[];
  flags: Set<CompanyFlag>;
}

/** Names and the role after the last of them, as in the cell. */
interface Entry {
  names: string;
  role: string | null;
}

/**
 * The directors of the column, in order: `NAME [Role], NAME [Role]`. Old files have only names. A
 * role may contain commas and brackets.
 */
export function toDirectors(text: string | null): ParsedDirectors {
  const parsed: ParsedDirectors = { directors: [], flags: new Set() };
  const line = text === null ? '' : toLines(text);
  if (line === '') return parsed;
  if (isWithoutValue(line)) {
    parsed.flags.add('directors_junk');
    return parsed;
  }
  let entries = splitAtRoles(line);
  if (entries === null) {
    parsed.flags.add('directors_junk');
    entries = splitAtOpenRoles(line);
  }
  for (const { names, role } of entries) addDirectors(parsed, names, role);
  if (parsed.directors.length === 0) parsed.flags.add('directors_junk');
  return parsed;
}

/** All names, whatever the role, each once, in the order of the column. */
export function toAdmins(directors: readonly Director[]): string[] {
  if (directors.length === 1) return directors.map((director) => director.name);
  return [...new Set(directors.map((director) => director.name))];
}

/** Null when a bracket is not closed. */
function splitAtRoles(line: string): Entry[] | null {
  const entries: Entry[] = [];
  let from = 0;
  let opening = 0;
  let depth = 0;
  for (let at = line.indexOf('['); at >= 0 && at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '[') {
      if (depth === 0) opening = at;
      depth++;
    } else if (character === ']' && depth > 0) {
      depth--;
      if (depth > 0) continue;
      entries.push({ names: line.slice(from, opening), role: line.slice(opening + 1, at) });
      from = at + 1;
    }
  }
  if (depth > 0) return null;
  if (from < line.length) entries.push({ names: line.slice(from), role: null });
  return entries;
}

/** A role without a closing bracket ends at its first comma. */
function splitAtOpenRoles(line: string): Entry[] {
  const entries: Entry[] = [];
  const [first = '', ...pieces] = line.split('[');
  let names = first;
  for (const piece of pieces) {
    const end = piece.search(/[\],]/);
    entries.push({ names, role: end < 0 ? piece : piece.slice(0, end) });
    names = end < 0 ? '' : piece.slice(end + 1);
  }
  return [...entries, { names, role: null }];
}

function addDirectors(parsed: ParsedDirectors, names: string, role: string | null): void {
  const plain = trimSeparators(names);
  if (isPlainName(plain)) {
    parsed.directors.push({ name: plain, role: toRole(role, parsed.flags) });
    return;
  }
  const { elements } = splitAtCommas(names.replaceAll(']', ''));
  const split = (element: string) => {
    const joined = splitJoinedNames(element);
    if (!joined.isCertain) parsed.flags.add('directors_unsplit');
    return joined.names;
  };
  const texts: string[] = [];
  for (const element of elements.flatMap(split)) {
    const name = readName(element, parsed.flags);
    const last = texts.at(-1);
    // A single word after a name is a further given name: `DORVAL LUC, HENRI`.
    if (name !== null && last !== undefined && !name.includes(' ')) {
      texts[texts.length - 1] = `${last}, ${name}`;
    } else if (name !== null) texts.push(name);
  }
  if (texts.length === 0 && role !== null) parsed.flags.add('directors_junk');
  texts.forEach((text, index) => {
    const name = cutLine(text, parsed.flags);
    const isLast = index === texts.length - 1;
    parsed.directors.push({ name, role: isLast ? toRole(role, parsed.flags) : null });
  });
}

function readName(element: string, flags: Set<CompanyFlag>): string | null {
  const { text, idno, hadPersonalNumber, wasStruckOff } = toPartyName(element);
  const isNumbered = hadPersonalNumber || idno !== null;
  const isPerson = text !== null && idno !== null && toFounderType(text) === 'persoana_fizica';
  if (hadPersonalNumber || isPerson) flags.add('personal_number_cut');
  if (wasStruckOff || (text === null && !isNumbered)) flags.add('directors_junk');
  return text;
}

/** The register's words for an unknown role become null. */
function toRole(text: string | null, flags: Set<CompanyFlag>): string | null {
  const role = text === null ? '' : toLine(text);
  if (role === 'Administrator') return role;
  if (isWithoutValue(role)) flags.add('directors_junk');
  if (role === '' || isPlaceholder(role)) return null;
  return cutLine(role, flags);
}
