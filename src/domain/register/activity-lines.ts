import type { ParseResult } from '../parse-result.ts';
import { type ActivityClass, toActivityIds } from './activities.ts';
import {
  type CaemCode,
  type CaemFault,
  findUsualDigits,
  toCaemCode,
  type UsualDigits,
} from './caem/code.ts';
import {
  type CaemEdition,
  findOfficialLabel,
  isLaterEdition,
  toCaemEdition,
} from './caem/tables.ts';
import { isWithoutValue } from './cell.ts';
import { isDamaged, undoConversion } from './conversion.ts';
import { cutLine, hasLetter, toLine } from './text.ts';

/** A line of the sheet of unlicensed activities, cell by cell as text; null where empty. */
export interface ActivityLine {
  id: string | null;
  label: string | null;
  code: string | null;
  version: string | null;
  /** The day, `YYYY-MM-DD`, if a spreadsheet turned the code into a date. */
  day?: string;
}

/** A line of the sheet of licensed activities. */
type LicensedLine = Pick<ActivityLine, 'id' | 'label'>;

export type LineFault =
  | 'id_invalid'
  | 'id_repeated'
  | 'label_missing'
  | 'code_missing'
  | 'version_unknown'
  | CaemFault;

/** Reads no number with thousands signs: which IDs there are is not known before all are read. */
const ALL_LISTS = { has: (id: number) => id < 1_000 };

export interface ParsedLines<Class> {
  classes: Map<number, Class>;
  /** `index`: of the line, from 0. */
  unreadable: { index: number; fault: LineFault }[];
}

/** The classes by their ID, and the lines that cannot be read. */
export function readActivityLines(filed: readonly ActivityLine[]): ParsedLines<ActivityClass> {
  const lines = filed.map(undoConversions);
  const usualDigits = findUsualDigitsByEdition(lines);
  return collect(
    lines,
    (line) => toActivityClass(line, usualDigits),
    (one, other) =>
      one.code === other.code && one.label === other.label && one.edition === other.edition,
  );
}

type UsualDigitsByEdition = ReadonlyMap<CaemEdition | null, UsualDigits>;

/** One program has written all lines of an edition in one way. */
function findUsualDigitsByEdition(lines: readonly ActivityLine[]): UsualDigitsByEdition {
  const codes = lines.flatMap(({ code, version }) => {
    const edition = toCaemEdition(version);
    return code === null || 'fault' in edition ? [] : { code, edition: edition.value };
  });
  const byEdition = Map.groupBy(codes, ({ edition }) => edition);
  return new Map(
    Array.from(byEdition, ([edition, ofOne]) => [
      edition,
      findUsualDigits(
        ofOne.map(({ code }) => code),
        edition,
      ),
    ]),
  );
}

export function readLicensedLines(filed: readonly LicensedLine[]): ParsedLines<string> {
  const lines = filed.map(undoConversions);
  const toClass = ({ label }: LicensedLine) => toLabel(label, null);
  return collect(lines, toClass, (one, other) => one === other);
}

function toActivityClass(
  { label: text, code: codeText, version, day }: ActivityLine,
  usualDigits: UsualDigitsByEdition,
): ParseResult<ActivityClass, LineFault> {
  if (codeText === null) return { fault: 'code_missing' };
  const stated = toCaemEdition(version);
  if ('fault' in stated) return stated;
  const usual = usualDigits.get(stated.value) ?? null;
  const cell = { text: codeText, day: day ?? null };
  const parsed = toCaemCode(cell, stated.value, text ?? '', usual);
  if ('fault' in parsed) return parsed;
  const label = toLabel(text, parsed.value);
  if ('fault' in label) return label;
  const { code, edition } = parsed.value;
  const later = isLaterEdition(edition) ? { edition } : {};
  return { value: { code, label: label.value, ...later } };
}

function undoConversions<Line extends LicensedLine>(line: Line): Line {
  const undone = Object.entries(line).map(([column, text]) => [
    column,
    typeof text === 'string' ? undoConversion(text) : text,
  ]);
  return Object.fromEntries(undone);
}

/** The sheet's label, else the official label of the code. */
function toLabel(text: string | null, caem: CaemCode | null): ParseResult<string, 'label_missing'> {
  const line = text === null || isWithoutValue(text) ? '' : cutLine(toLine(text));
  const isReadable = hasLetter(line) && !isDamaged(line);
  const isStated = isReadable || caem === null;
  const label = isStated ? line : (findOfficialLabel(caem.code, caem.edition) ?? line);
  return hasLetter(label) ? { value: label } : { fault: 'label_missing' };
}

/** If lines give one ID different meanings, none of them is used. */
function collect<Line extends LicensedLine, Class>(
  lines: readonly Line[],
  toClass: (line: Line) => ParseResult<Class, LineFault>,
  isSame: (one: Class, other: Class) => boolean,
): ParsedLines<Class> {
  const classes = new Map<number, Class>();
  const unreadable: ParsedLines<Class>['unreadable'] = [];
  const read = lines.map((line, index) => ({ index, id: toId(line.id), result: toClass(line) }));
  for (const [id, ofId] of Map.groupBy(read, (line) => line.id)) {
    const values = ofId.flatMap(({ result }) => ('value' in result ? [result.value] : []));
    const [first] = values;
    const isOne = values.length === ofId.length && values.every((one) => isSame(one, first ?? one));
    if (id !== null && first !== undefined && isOne) classes.set(id, first);
    else {
      for (const { index, result } of ofId) {
        const fault = 'fault' in result ? result.fault : 'id_repeated';
        unreadable.push({ index, fault: id === null ? 'id_invalid' : fault });
      }
    }
  }
  return { classes, unreadable: unreadable.toSorted((one, other) => one.index - other.index) };
}

function toId(text: string | null): number | null {
  const [id = Number.NaN, ...others] = toActivityIds(text, ALL_LISTS);
  return Number.isSafeInteger(id) && others.length === 0 ? id : null;
}
