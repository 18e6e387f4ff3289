import type { Director } from '../company/company.ts';
import type { CompanyFlag } from '../company/flags.ts';
import { isWithoutValue } from './cell.ts';
import { splitAtCommas, trimSeparators } from './comma-list.ts';
import { isPersonName, splitJoinedNames } from './founders/joined-names.ts';
import { isPlainName, toPartyName } from './founders/party-name.ts';
import { toFounderType } from './founders/type.ts';
import { isPlaceholder } from './placeholder.ts';
import { isLiquidatingBody, isNote, isOffice, MAX_ROLE_LENGTH, mayBeRole } from './roles.ts';
import { cutLine, foldPlainWords, hasLetter, toLine, toLines } from './text.ts';

interface ParsedDirectors {
  directors: Director[];
  /** All that the cell has of roles, also where it names nobody who has one. */
  roles: string[];
  flags: Set<CompanyFlag>;
}

/** Names and the role after the last of them, as in the cell. */
interface Entry {
  names: string;
  role: string | null;
}

/** Between two roles of one person: `NAME [Role] [Role]`. */
const BETWEEN_ROLES = /^[\s/+&-]*(?:[șş]i|si)?\s*$/iu;
/**
 * A name and the bracket behind it, or what stands behind its last dash between spaces. Without the
 * maximum many dashes would take a time that grows with their square.
 */
const BEHIND_NAME = new RegExp(
  `^([^()]*[^\\s()])(?: ?\\(([^()]{1,${MAX_ROLE_LENGTH}})\\)| [-–—] ([^()]{1,${MAX_ROLE_LENGTH}}))$`,
  'u',
);

/**
 * The directors of the column, in order: `NAME [Role], NAME [Role]`, or `NAME, Role`. Old files have
 * only names. A role may contain commas and brackets.
 */
export function toDirectors(text: string | null): ParsedDirectors {
  const parsed: ParsedDirectors = { directors: [], roles: [], flags: new Set() };
  const line = text === null ? '' : toLines(text);
  if (line === '') return parsed;
  if (isWithoutValue(line)) {
    parsed.flags.add('directors_junk');
    return parsed;
  }
  const closed = splitAtRoles(line);
  if (closed === null) parsed.flags.add('directors_junk');
  for (const entry of closed ?? splitAtOpenRoles(line)) addEntry(parsed, entry);
  if (parsed.directors.length === 0) parsed.flags.add('directors_junk');
  return parsed;
}

/** The roles in brackets. */
export function listRoles(text: string): string[] {
  const line = toLines(text);
  const entries = splitAtRoles(line) ?? splitAtOpenRoles(line);
  return entries.flatMap(({ role }) => (role === null ? [] : [toLine(role)]));
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

function addEntry(parsed: ParsedDirectors, { names, role }: Entry): void {
  if (role !== null) parsed.roles.push(role);
  const plain = trimSeparators(names);
  const last = parsed.directors.at(-1);
  if (isPlainName(plain) && !mayBeRole(plain) && !isInSmallLettersBehind(last, plain)) {
    parsed.directors.push({ name: plain, role: toRole(role, parsed.flags) });
    return;
  }
  if (role !== null && last !== undefined && BETWEEN_ROLES.test(names)) {
    addRole(last, role, parsed.flags);
    return;
  }
  const { elements } = splitAtCommas(names.replaceAll(']', ''));
  const added: Director[] = [];
  for (const element of elements.flatMap(splitNote)) addElement(parsed, added, element, role);
  if (added.length === 0 && role !== null) parsed.flags.add('directors_junk');
  for (const director of added) director.name = cutLine(director.name, parsed.flags);
  const lastAdded = added.at(-1);
  if (role !== null && lastAdded !== undefined) addRole(lastAdded, role, parsed.flags);
  parsed.directors.push(...added);
}

/** `DORLAN ILIE (decedat)`, `DORLAN ILIE - Lichidator`, as if there were a comma. */
function splitNote(element: string): string[] {
  const [, name = '', inBrackets, behindDash] = BEHIND_NAME.exec(element) ?? [];
  const note = inBrackets ?? behindDash ?? '';
  // An organisation's name may end so: `"PLAI - DIRECTOR"`.
  const isBehindPerson = (isOffice(note) || isNote(note)) && isPersonName(name);
  return isBehindPerson ? [name, note] : [element];
}

/** An element between commas: one or more names, the role of the name before it, or a note. */
function addElement(
  parsed: ParsedDirectors,
  added: Director[],
  element: string,
  role: string | null,
): void {
  const before = added.at(-1);
  if (isOffice(element)) {
    parsed.roles.push(element);
    if (before === undefined) parsed.flags.add('directors_junk');
    else addRole(before, element, parsed.flags);
    return;
  }
  if (isNote(element) || isInSmallLettersBehind(before ?? parsed.directors.at(-1), element)) {
    parsed.flags.add('directors_junk');
    return;
  }
  const joined = splitJoinedNames(element);
  if (!joined.isCertain && hasLetter(element)) parsed.flags.add('directors_unsplit');
  // It may have a role that is not separated: `Lichidator DORLAN ILIE`.
  if ((!joined.isCertain && mayBeRole(element)) || isLiquidatingBody(element)) {
    parsed.roles.push(element);
  }
  for (const part of joined.names) {
    const name = readName(part, parsed.flags);
    const last = added.at(-1);
    // A single word after a name is a further given name: `DORVAL LUC, HENRI`.
    if (name !== null && last !== undefined && last.role === null && !name.includes(' ')) {
      last.name += `, ${name}`;
      // Without a role at its end it may be a name of its own.
      if (role === null) parsed.flags.add('directors_unsplit');
    } else if (name !== null) added.push({ name, role: null });
  }
}

/** `DORLAN ILIE, arestat`: a name would be in capital letters like the one before it. */
function isInSmallLettersBehind(before: Director | undefined, element: string): boolean {
  return before !== undefined && isInSmallLetters(element) && !isInSmallLetters(before.name);
}

function isInSmallLetters(text: string): boolean {
  return hasLetter(text) && text === text.toLowerCase();
}

function addRole(director: Director, text: string, flags: Set<CompanyFlag>): void {
  const role = toRole(text, flags);
  if (role === null) return;
  const { role: before } = director;
  // Of one role that is named twice the last spelling stays: the register's, in square brackets.
  const isFurther = before !== null && foldPlainWords(before) !== foldPlainWords(role);
  director.role = isFurther ? cutLine(`${before}, ${role}`, flags) : role;
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
