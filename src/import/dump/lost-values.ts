import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../domain/register/columns.ts';
import type { ColumnContents, DumpContents, SheetLines } from '../../store/port/imports.ts';
import { toPercent } from '../percent.ts';
import { quote } from '../quote.ts';
import { CLASSIFICATION_SHEETS, type SheetName } from './classification.ts';

/** What `--accept-empty` can name. */
export type EmptyName = RegisterColumn | SheetName;
export const EMPTY_NAMES: readonly EmptyName[] = [
  ...REGISTER_COLUMNS,
  ...(Object.keys(CLASSIFICATION_SHEETS) as SheetName[]),
];

/** What is compared with the last completed full import. */
export interface DumpValues {
  /** Null for imports of versions that did not count them. */
  contents: DumpContents | null;
  /** Null for text files, which have no sheets and are read with those of the last workbook. */
  sheets: SheetLines | null;
}

/** A part of a dump with fewer values than expected. */
interface Loss {
  name: EmptyName;
  /** What it is, in one line. */
  text: string;
  /** Whether the dump is refused; otherwise it is noted. */
  isRefused: boolean;
}

export interface Losses {
  /** Why the dump is refused, in one line; null where it is not. */
  refusal: string | null;
  notes: string[];
}

/** Of one week to the next the shares of the country's dump differ by less than 1 %. */
const MIN_SHARE = 0.95;
const NOTED_SHARE = 0.99;
/** Companies move and change their names: a group is lost from this share on … */
const MAX_GROUP_LOSS = 0.1;
/** … and beyond this many standard deviations, as chance decides in small groups and columns. */
const MAX_DEVIATIONS = 4;
/** So many values may be missing by chance, in a small file or a small part of the register. */
const MIN_LOST = 10;
/** Of a column or sheet that has no value at all. */
const MIN_LOST_WHOLLY = 3;
/** One that is larger than the last full import by this factor cannot be compared with it. */
const MAX_GROWTH = 2;
/** The average length of fewer values depends on chance. */
const MIN_LENGTHS = 100;
/** The register fills most columns in nearly every row. */
const USUAL_SHARE = 0.9;
const MAX_EXAMPLES = 3;

/**
 * Finds the columns and sheets of a dump that lost values against the last full import. A part of
 * the register has other shares than the whole, so only columns without any value are refused there.
 */
export function findLosses(
  fileName: string,
  now: DumpValues,
  before: DumpValues,
  { isFull, acceptEmpty }: { isFull: boolean; acceptEmpty: readonly EmptyName[] },
): Losses {
  const losses = [
    ...findColumnLosses(now.contents, before.contents, isFull),
    ...findSheetLosses(now.sheets, before.sheets),
  ];
  const refused = losses.filter((loss) => loss.isRefused && !acceptEmpty.includes(loss.name));
  const others = losses.filter((loss) => !refused.includes(loss));
  return {
    refusal: refused.length === 0 ? null : toRefusal(fileName, refused),
    notes: others.map(({ text }) => `${fileName}: ${text}`),
  };
}

function toRefusal(fileName: string, losses: readonly Loss[]): string {
  const names = [...new Set(losses.map(({ name }) => name))];
  const options = names.map((name) => `--accept-empty ${name}`).join(' ');
  return (
    `${fileName}: ${losses.map(({ text }) => text).join('; ')}: ` +
    `fetch it again, or add ${options} if the register no longer has these values`
  );
}

function findColumnLosses(
  now: DumpContents | null,
  before: DumpContents | null,
  isFull: boolean,
): Loss[] {
  if (now === null) return [];
  return REGISTER_COLUMNS.flatMap((name): Loss[] => {
    const column = findColumn(now, name);
    const columnBefore = findColumn(before, name);
    if (before === null || columnBefore === null || now.rows > before.rows * MAX_GROWTH) {
      return column === null ? [] : findBlank(column, now.rows);
    }
    if (column === null) {
      const text = `the file has no column ${toTitle(name)}, the last full import had it`;
      return [{ name, text, isRefused: false }];
    }
    const pair = { column, rows: now.rows, columnBefore, rowsBefore: before.rows };
    const emptied = findEmptied(pair, isFull);
    // What is only noted may hide a loss among the values that are left.
    if (!isFull || emptied.some(({ isRefused }) => isRefused)) return emptied;
    return [...emptied, ...findShortened(pair), ...findVanishedGroups(pair)];
  });
}

/** On a first import nothing but the usual share of a column tells that its values are missing. */
function findBlank({ column, readable }: ColumnContents, rows: number): Loss[] {
  const { usualShare = USUAL_SHARE } = COLUMN_DEFINITIONS[column];
  if (readable > 0 || rows * usualShare < MIN_LOST) return [];
  const text = `the column ${toTitle(column)} has no readable value in any of ${rows} rows`;
  return [{ name: column, text, isRefused: true }];
}

interface ColumnPair {
  column: ColumnContents;
  rows: number;
  columnBefore: ColumnContents;
  rowsBefore: number;
}

function findEmptied({ column, rows, columnBefore, rowsBefore }: ColumnPair, isFull: boolean) {
  const { column: name, readable } = column;
  const expected = (columnBefore.readable / rowsBefore) * rows;
  const lost = expected - readable;
  const isBlank = readable === 0 && lost >= (isFull ? MIN_LOST_WHOLLY : MIN_LOST);
  if (!isBlank && (lost < MIN_LOST || readable >= expected * NOTED_SHARE)) return [];
  const deviation = Math.sqrt(expected * Math.max(0, 1 - expected / rows));
  const allowed = Math.max(expected * (1 - MIN_SHARE), deviation * MAX_DEVIATIONS);
  const isRefused = isBlank || (isFull && lost > allowed);
  const text =
    `the column ${toTitle(name)} has a readable value in ${toPercent(readable / rows)} of the ` +
    `rows, ${toPercent(columnBefore.readable / rowsBefore)} in the last full import`;
  return [{ name, text, isRefused }];
}

/** Lists whose ends were cut have fewer characters. Their lengths deviate by about their average. */
function findShortened({ column, columnBefore }: ColumnPair): Loss[] {
  const count = Math.min(column.readable, columnBefore.readable);
  if (count < MIN_LENGTHS) return [];
  const allowed = Math.max(1 - MIN_SHARE, MAX_DEVIATIONS / Math.sqrt(count));
  const length = column.length / column.readable;
  const lengthBefore = columnBefore.length / columnBefore.readable;
  if (length >= lengthBefore * NOTED_SHARE) return [];
  const { column: name } = column;
  const text =
    `the lists of the column ${toTitle(name)} have ${length.toFixed(1)} characters on average, ` +
    `${lengthBefore.toFixed(1)} in the last full import`;
  return [{ name, text, isRefused: length < lengthBefore * (1 - allowed) }];
}

function findVanishedGroups({ column, rows, columnBefore, rowsBefore }: ColumnPair): Loss[] {
  const { column: name } = column;
  const countByGroup = new Map(column.groups);
  const vanished = columnBefore.groups.flatMap(([group, countBefore]) => {
    const count = countByGroup.get(group) ?? 0;
    const expected = (countBefore / rowsBefore) * rows;
    const allowed = Math.max(expected * MAX_GROUP_LOSS, Math.sqrt(expected) * MAX_DEVIATIONS);
    const isLost = expected - count > allowed;
    return isLost ? [`${group} ${count} instead of ${countBefore}`] : [];
  });
  if (vanished.length === 0) return [];
  const groupTitle = COLUMN_DEFINITIONS[name].groups?.title ?? 'value';
  const text =
    `fewer rows than in the last full import, by ${groupTitle} (column ${toTitle(name)}): ` +
    vanished.slice(0, MAX_EXAMPLES).join(', ') +
    (vanished.length > MAX_EXAMPLES ? ` and ${vanished.length - MAX_EXAMPLES} more` : '');
  return [{ name, text, isRefused: true }];
}

function findSheetLosses(now: SheetLines | null, before: SheetLines | null): Loss[] {
  if (now === null) return [];
  const names = Object.keys(CLASSIFICATION_SHEETS) as SheetName[];
  return names.flatMap((name): Loss[] => {
    const lines = now[name];
    const linesBefore = before?.[name] ?? 0;
    const { title } = CLASSIFICATION_SHEETS[name];
    const isEmpty = lines === 0 || lines === null;
    if (isEmpty && linesBefore === 0 && (lines === null || before !== null)) return [];
    const lost = linesBefore - (lines ?? 0);
    if (!isEmpty && (lost < MIN_LOST || (lines ?? 0) >= linesBefore * MIN_SHARE)) return [];
    const found = lines === null ? 'is missing' : `has ${lines} readable lines`;
    const last = linesBefore === 0 ? '' : `, ${linesBefore} in the last dump with sheets`;
    const text = `the sheet ${quote(title)} ${found}${last}`;
    return [{ name, text, isRefused: true }];
  });
}

function findColumn(contents: DumpContents | null, name: RegisterColumn): ColumnContents | null {
  return contents?.columns.find(({ column }) => column === name) ?? null;
}

function toTitle(column: RegisterColumn): string {
  return quote(COLUMN_DEFINITIONS[column].title);
}
