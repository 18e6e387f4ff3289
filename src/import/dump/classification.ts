import { hash } from 'node:crypto';
import { FileFault } from '../../domain/errors.ts';
import type { Classification } from '../../domain/register/activities.ts';
import {
  type ActivityLine,
  type LineFault,
  readActivityLines,
  readLicensedLines,
} from '../../domain/register/activity-lines.ts';
import { fold } from '../../domain/register/text.ts';
import type { StoredClassification } from '../../store/port/imports.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import { readSheetLines, type SheetLine } from './classification-sheet.ts';
import { toActivityClasses } from './older-classification.ts';

/** Of the lines of a sheet; more mean that it has another layout than it seems to have. */
const MAX_UNREADABLE = 0.05;
const MAX_EXAMPLES = 3;
const ID_LENGTH = 16;

const UNLICENSED = { title: 'Clasificare nelicenţiate', way: /clasificare.*\bnelicen/ };
const LICENSED = { title: 'Clasificare licenţiate', way: /clasificare.*\blicen/ };

const REASONS: Readonly<Record<LineFault, string>> = {
  id_invalid: 'the ID is not a whole number',
  id_repeated: 'the ID has several meanings',
  label_missing: 'there is no label',
  code_missing: 'there is no code',
  version_unknown: 'the version is not one of CAEM',
  code_unknown: 'no such class in that edition',
  code_ambiguous: 'several classes, and the label is of none',
};

export interface DumpClassification {
  /** Null where the file has neither sheet. */
  stored: StoredClassification | null;
  /** Titles of the sheets that the file should have and has not. */
  missingSheets: string[];
  unreadable: UnreadableLines;
}

/** Lines of the classification sheets whose activities nobody can know. */
export interface UnreadableLines {
  count: number;
  /** The first of them, each as a part of a sentence. */
  examples: string[];
}

export const NONE_UNREADABLE: UnreadableLines = { count: 0, examples: [] };

/** The classification sheets of a dump; null for a text file, which has none. Throws FileFault. */
export async function readClassification(
  table: TableFile,
  fileName: string,
  dumpDate: string,
): Promise<DumpClassification | null> {
  if (table.separated) return null;
  const unreadable: UnreadableLines = { count: 0, examples: [] };
  const missingSheets: string[] = [];
  const readLines = async ({ title, way }: typeof UNLICENSED): Promise<SheetLine[]> => {
    const sheet = findSheet(table, way, fileName);
    if (sheet === null) {
      missingSheets.push(title);
      return [];
    }
    const hasCodes = way === UNLICENSED.way;
    const lines = await readSheetLines({ table, sheet, fileName, hasCodes, dumpDate });
    const read = hasCodes ? readActivityLines : readLicensedLines;
    const faults = read(lines.map(({ line }) => line)).unreadable;
    addUnreadable(unreadable, faults, lines, { fileName, sheet });
    return lines;
  };
  const lines = (await readLines(UNLICENSED)).map(({ line }) => line);
  const licensed = (await readLines(LICENSED)).map(({ line }) => line);
  const stored = missingSheets.length === 2 ? null : toStored(lines, licensed);
  return { stored, missingSheets, unreadable };
}

export function isClassificationSheet(sheet: string): boolean {
  return /^clasificare\b/.test(fold(sheet));
}

export function toClassification(stored: StoredClassification | null): Classification {
  return {
    unlicensed: stored === null ? new Map() : toActivityClasses(stored),
    licensed: new Map(stored?.licensed),
  };
}

/** Of unlicensed activities, by code. */
export function toLabels({ unlicensed }: Classification): ReadonlyMap<string, string> {
  return new Map([...unlicensed.values()].map(({ code, label }) => [code, label]));
}

/** A hidden one counts only where none of the kind is visible. */
function findSheet(table: TableFile, way: RegExp, fileName: string): string | null {
  const all = table.sheets.filter((name) => way.test(fold(name)));
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
  faults: readonly { place: number; fault: LineFault }[],
  lines: readonly SheetLine[],
  { fileName, sheet }: { fileName: string; sheet: string },
): void {
  if (faults.length === 0) return;
  const examples = faults.slice(0, MAX_EXAMPLES).map(({ place, fault }) => {
    const { row = 0, line = null } = lines[place] ?? {};
    return `row ${row} (${line === null ? '' : quoteLine(line)}: ${REASONS[fault]})`;
  });
  if (faults.length > lines.length * MAX_UNREADABLE) {
    const share = ((faults.length / lines.length) * 100).toFixed(1);
    throw new FileFault(
      `${fileName}, sheet ${quote(sheet)}: ${faults.length} of ${lines.length} lines (${share} %) ` +
        `cannot be read, at most ${MAX_UNREADABLE * 100} % may be: ${examples.join(', ')}; ` +
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

function toStored(lines: ActivityLine[], licensedLines: ActivityLine[]): StoredClassification {
  const unlicensed = [...readActivityLines(lines).classes];
  const licensed = [...readLicensedLines(licensedLines).classes];
  const id = hash('sha256', JSON.stringify([lines, licensed])).slice(0, ID_LENGTH);
  return { id, unlicensed, licensed, lines };
}
