import { hash } from 'node:crypto';
import { type ActivityClass, type Classification, toActivityIds } from '../domain/activities.ts';
import { type CaemVersion, toCaemCode } from '../domain/caem.ts';
import { toCellText } from '../domain/cell.ts';
import { fold, MAX_LINE_LENGTH, toLine } from '../domain/text.ts';
import type { StoredClassification } from '../store/import-store.ts';
import { findHeader, foldHeader } from './header.ts';
import { quote } from './quote.ts';
import { type CellValue, FileFault, type TableFile } from './table.ts';

/** Both editions of the classification have some 1,600 classes together. */
const MAX_CLASSES = 20_000;
const ID_LENGTH = 16;

type Place = (cells: readonly CellValue[]) => CellValue;

/** A line of a classification sheet; the code is null in the sheet of licensed activities. */
interface Line {
  id: number;
  label: string;
  code: string | null;
}

/**
 * The classification sheets of a dump, found by their names; null where it has none. Lines without
 * a number, a label or a code that can be read are left out. Throws FileFault.
 */
export async function readClassification(
  table: TableFile,
  fileName: string,
): Promise<StoredClassification | null> {
  const find = (word: RegExp) => table.sheets.find((sheet) => word.test(fold(sheet)));
  const unlicensedSheet = find(/clasificare.*\bnelicen/);
  const licensedSheet = find(/clasificare.*\blicen/);
  if (unlicensedSheet === undefined && licensedSheet === undefined) return null;
  const unlicensed = new Map<number, ActivityClass>();
  const licensed = new Map<number, string>();
  if (unlicensedSheet !== undefined) {
    for await (const { id, code, label } of readLines(table, unlicensedSheet, fileName, true)) {
      if (code !== null) unlicensed.set(id, { code, label });
    }
  }
  if (licensedSheet !== undefined) {
    for await (const { id, label } of readLines(table, licensedSheet, fileName, false)) {
      licensed.set(id, label);
    }
  }
  return toStored([...unlicensed], [...licensed]);
}

/** The file's own sheets, and in place of one that it lacks that of an earlier dump. */
export function completeClassification(
  own: StoredClassification,
  last: StoredClassification,
): StoredClassification {
  return toStored(
    own.unlicensed.length > 0 ? own.unlicensed : last.unlicensed,
    own.licensed.length > 0 ? own.licensed : last.licensed,
  );
}

export function isClassificationSheet(sheet: string): boolean {
  return /^clasificare\b/.test(fold(sheet));
}

export function toClassification(stored: StoredClassification | null): Classification {
  return {
    unlicensed: new Map(stored?.unlicensed),
    licensed: new Map(stored?.licensed),
  };
}

/** Of unlicensed activities, by code. */
export function toLabels(stored: StoredClassification | null): ReadonlyMap<string, string> {
  return new Map(stored?.unlicensed.map(([, { code, label }]) => [code, label]));
}

function toStored(
  unlicensed: StoredClassification['unlicensed'],
  licensed: StoredClassification['licensed'],
): StoredClassification {
  const id = hash('sha256', JSON.stringify([unlicensed, licensed])).slice(0, ID_LENGTH);
  return { id, unlicensed, licensed };
}

async function* readLines(
  table: TableFile,
  sheet: string,
  fileName: string,
  hasCodes: boolean,
): AsyncGenerator<Line> {
  const header = await findHeader(table.rows(sheet), (cells) => findPlace(cells, /^id$/) !== null);
  const find = (title: string, way: RegExp): Place => {
    const place = header === null ? null : findPlace(header.row.cells, way);
    if (place !== null) return place;
    throw new FileFault(`${fileName}, sheet ${quote(sheet)} has no column ${quote(title)}`);
  };
  const idOf = find('ID', /^id$/);
  const labelOf = find('Denumire', /^denumire/);
  const codeOf = hasCodes ? find('Cod CAEM', /^codcaem/) : null;
  const versionOf = header === null ? null : findPlace(header.row.cells, /^versiune/);
  let count = 0;
  for await (const batch of table.rows(sheet)) {
    for (const { number, cells } of batch) {
      if (number <= (header?.row.number ?? 0)) continue;
      const [id = Number.NaN, ...others] = toActivityIds(toCellText(idOf(cells)));
      const label = toLine(toCellText(labelOf(cells)) ?? '').slice(0, MAX_LINE_LENGTH);
      if (!Number.isSafeInteger(id) || others.length > 0 || label === '') continue;
      if (++count > MAX_CLASSES) {
        throw new FileFault(`${fileName}, sheet ${quote(sheet)} has over ${MAX_CLASSES} lines`);
      }
      const version = toVersion(versionOf?.(cells) ?? null);
      const code = codeOf === null ? null : toCaemCode(toCellText(codeOf(cells)), version);
      yield { id, label: label.toWellFormed(), code };
    }
  }
}

function findPlace(cells: readonly CellValue[], way: RegExp): Place | null {
  const place = cells.findIndex((cell) => typeof cell === 'string' && way.test(foldHeader(cell)));
  return place < 0 ? null : (of) => of[place] ?? null;
}

function toVersion(cell: CellValue): CaemVersion | null {
  const version = Number(toCellText(cell));
  return version === 1 || version === 2 ? version : null;
}
