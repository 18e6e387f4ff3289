import type { ParseResult } from '../parse-result.ts';
import { type ActivityClass, toActivityIds } from './activities.ts';
import { type CaemFault, findUsualDigits, toCaemCode, type UsualDigits } from './caem/code.ts';
import { type CaemEdition, findOfficialLabel, toCaemEdition } from './caem/tables.ts';
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
    (one, other) => one.code === other.code && one.label === other.label,
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
  { label, code: text, version, day }: ActivityLine,
  usualDigits: UsualDigitsByEdition,
) {
  if (text === null) return { fault: 'code_missing' } as const;
  const edition = toCaemEdition(version);
  if ('fault' in edition) return edition;
  const usual = usualDigits.get(edition.value) ?? null;
  const code = toCaemCode({ text, day: day ?? null }, edition.value, label ?? '', usual);
  if ('fault' in code) return code;
  const named = toLabel(label, code.value);
  return 'fault' in named ? named : { value: { code: code.value, label: named.value } };
}

function undoConversions<Line extends LicensedLine>(line: Line): Line {
  const undone = Object.entries(line).map(([column, text]) => [
    column,
    typeof text === 'string' ? undoConversion(text) : text,
  ]);
  return Object.fromEntries(undone);
}

/** The sheet's label, else the official label of the code. */
function toLabel(text: string | null, code: string | null): ParseResult<string, 'label_missing'> {
  const line = text === null || isWithoutValue(text) ? '' : cutLine(toLine(text));
  const isReadable = hasLetter(line) && !isDamaged(line);
  const label = isReadable || code === null ? line : (findOfficialLabel(code) ?? line);
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
  const [id = Number.NaN, ...others] = toActivityIds(text);
  return Number.isSafeInteger(id) && others.length === 0 ? id : null;
}
