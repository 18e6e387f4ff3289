import { hash } from 'node:crypto';
import { FileFault } from '../../domain/errors.ts';
import type { Classification } from '../../domain/register/activities.ts';
import {
  type ActivityLine,
  type LineFault,
  type ParsedLines,
  readActivityLines,
  readLicensedLines,
} from '../../domain/register/activity-lines.ts';
import { fold } from '../../domain/register/text.ts';
import type { SheetLines, StoredClassification } from '../../store/port/imports.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import { readSheetLines, type SheetLine } from './classification-sheet.ts';

/** Share of a sheet's lines; more unreadable ones mean that its layout has changed. */
const MAX_UNREADABLE = 0.05;
const MAX_EXAMPLES = 3;
const ID_LENGTH = 16;

// A few characters between the words, because a file may hold names of a megabyte.
export const CLASSIFICATION_SHEETS = {
  unlicensedSheet: { title: 'Clasificare nelicenţiate', pattern: /clasificare.{0,20}\bnelicen/ },
  licensedSheet: { title: 'Clasificare licenţiate', pattern: /clasificare.{0,20}\blicen/ },
} as const satisfies Record<keyof SheetLines, unknown>;
export type SheetName = keyof SheetLines;

const REASONS: Readonly<Record<LineFault, string>> = {
  id_invalid: 'the ID is not a whole number',
  id_repeated: 'the ID has several meanings',
  label_missing: 'there is no label',
  code_missing: 'there is no code',
  version_unknown: 'the version names no edition of CAEM, or several',
  code_unknown: 'no such class in that edition',
  code_ambiguous: 'several classes, and the label is of none',
};

export interface DumpClassification {
  /** Null where the file has neither sheet. */
  stored: StoredClassification | null;
  /** Titles of the expected sheets that the file does not have. */
  missingSheets: string[];
  sheetLines: SheetLines;
  unreadable: UnreadableLines;
}

/** Lines of the classification sheets whose activity cannot be determined. */
export interface UnreadableLines {
  count: number;
  /** The first of them, each described for a message. */
  examples: string[];
}

/** The classification sheets of a dump; null for a text file, which has none. Throws FileFault. */
export async function readClassification(
  table: TableFile,
  fileName: string,
  dumpDate: string,
): Promise<DumpClassification | null> {
  if (table.isDelimited) return null;
  const unreadable: UnreadableLines = { count: 0, examples: [] };
  const missingSheets: string[] = [];
  const read = async <Class>(
    name: SheetName,
    parse: (lines: readonly ActivityLine[]) => ParsedLines<Class>,
  ) => {
    const { title, pattern } = CLASSIFICATION_SHEETS[name];
    const sheet = findSheet(table, pattern, fileName);
    if (sheet === null) {
      missingSheets.push(title);
      return { lines: [], classes: [] };
    }
    const hasCodes = name === 'unlicensedSheet';
    const numbered = await readSheetLines({ table, sheet, fileName, hasCodes, dumpDate });
    const lines = numbered.map(({ line }) => line);
    const { classes, unreadable: faults } = parse(lines);
    addUnreadable(unreadable, faults, numbered, { fileName, sheet });
    return { lines, classes: [...classes] };
  };
  const { lines, classes: unlicensed } = await read('unlicensedSheet', readActivityLines);
  const { classes: licensed } = await read('licensedSheet', readLicensedLines);
  const id = hash('sha256', JSON.stringify([lines, licensed])).slice(0, ID_LENGTH);
  const stored = missingSheets.length === 2 ? null : { id, lines, licensed };
  const countLines = (name: SheetName, { length }: { length: number }) =>
    missingSheets.includes(CLASSIFICATION_SHEETS[name].title) ? null : length;
  const sheetLines = {
    unlicensedSheet: countLines('unlicensedSheet', unlicensed),
    licensedSheet: countLines('licensedSheet', licensed),
  };
  return { stored, missingSheets, sheetLines, unreadable };
}

export function isClassificationSheet(sheet: string): boolean {
  return /^clasificare\b/.test(fold(sheet));
}

/** The meanings of the IDs of a dump's activities, as this program reads the stored lines. */
export function toClassification(stored: StoredClassification | null): Classification {
  return {
    unlicensed: readActivityLines(stored?.lines ?? []).classes,
    licensed: new Map(stored?.licensed),
  };
}

/** The labels of unlicensed activities by code; those of CAEM before those of later editions. */
export function toLabels({ unlicensed }: Classification): ReadonlyMap<string, string> {
  const classes = [...unlicensed.values()];
  const caem = classes.filter(({ edition }) => edition === undefined);
  return new Map([...classes, ...caem].map(({ code, label }) => [code, label]));
}

/** A hidden sheet counts only if no sheet of the kind is visible. */
function findSheet(table: TableFile, pattern: RegExp, fileName: string): string | null {
  const all = table.sheets.filter((name) => pattern.test(fold(name)));
  const visible = all.filter((name) => !table.hiddenSheets.includes(name));
  const [sheet, ...others] = visible.length > 0 ? visible : all;
  if (sheet === undefined) return null;
  if (others.length === 0) return sheet;
  throw new FileFault(
    `${fileName} has ${others.length + 1} sheets of one kind: ${quoteList([sheet, ...others])}; ` +
      'remove all but one',
  );
}

/** Throws FileFault where there are too many. */
function addUnreadable(
  all: UnreadableLines,
  faults: readonly { index: number; fault: LineFault }[],
  lines: readonly SheetLine[],
  { fileName, sheet }: { fileName: string; sheet: string },
): void {
  if (faults.length === 0) return;
  const examples = faults.slice(0, MAX_EXAMPLES).map(({ index, fault }) => {
    const { row = 0, line = null } = lines[index] ?? {};
    return `row ${row} (${line === null ? '' : quoteLine(line)}: ${REASONS[fault]})`;
  });
  if (faults.length > lines.length * MAX_UNREADABLE) {
    const share = ((faults.length / lines.length) * 100).toFixed(1);
    throw new FileFault(
      `${fileName}, sheet ${quote(sheet)}: ${faults.length} of ${lines.length} lines (${share} %) ` +
        `cannot be read, the maximum is ${MAX_UNREADABLE * 100} %: ${examples.join(', ')}; ` +
        'correct these lines, or fetch the dump again',
    );
  }
  all.count += faults.length;
  const named = examples.map((example) => `sheet ${quote(sheet)}, ${example}`);
  all.examples.push(...named.slice(0, MAX_EXAMPLES - all.examples.length));
}

function quoteLine({ id, code, version, label }: ActivityLine): string {
  const parts = { ID: id, code, version, label };
  const filled = Object.entries(parts).filter(([, text]) => text !== null);
  return filled.map(([name, text]) => `${name} ${quote(text ?? '')}`).join(', ');
}
