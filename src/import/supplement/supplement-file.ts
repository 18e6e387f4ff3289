import { basename } from 'node:path';
import { toCapital } from '../../domain/company/capital.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { type Supplement, toVatPayer } from '../../domain/company/supplement.ts';
import { FileFault } from '../../domain/errors.ts';
import { type CaemFault, toCaemCodeAlone } from '../../domain/register/caem/code.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import type { KeptReject } from '../../store/port/imports.ts';
import { findHeader, findSurplus, foldHeader } from '../dump/header.ts';
import { quote } from '../quote.ts';
import { openTableFile } from '../table/open.ts';
import type { TableFile, TableRow } from '../table/table.ts';

export const SUPPLEMENT_COLUMNS = ['capital', 'vat_payer', 'caem_main'] as const;
type ValueColumn = (typeof SUPPLEMENT_COLUMNS)[number];
type Places = ReadonlyMap<ValueColumn | 'idno', number>;

interface RowContext extends Pick<SupplementOptions, 'labels'> {
  places: Places;
}

const CODE_REASONS: Readonly<Record<CaemFault, string>> = {
  code_unknown: 'not_a_caem_code',
  code_ambiguous: 'caem_code_ambiguous',
};

export type SupplementReading =
  | { idno: string; values: Supplement }
  | { without: true }
  | { reject: KeptReject };

export interface SupplementFile {
  fileName: string;
  rows(): AsyncIterable<{ number: number; reading: SupplementReading }[]>;
  close(): Promise<void>;
}

export interface SupplementOptions {
  temporaryFolder: string;
  /** Of the last dump's unlicensed activities, by code. */
  labels: ReadonlyMap<string, string>;
}

/** Throws FileFault for a file without the columns of a supplement, or with others. */
export async function openSupplement(
  path: string,
  { temporaryFolder, labels }: SupplementOptions,
): Promise<SupplementFile> {
  const fileName = basename(path);
  const table = await openTableFile(path, { temporaryFolder });
  try {
    const [sheet = ''] = table.sheets;
    const header = await findHeader(table.rows(sheet), isHeader);
    if (header === null) {
      throw new FileFault(
        `${fileName} has no header with idno and any of ${SUPPLEMENT_COLUMNS.join(', ')}`,
      );
    }
    const places = findPlaces(header.row.cells, fileName);
    return {
      fileName,
      rows: () => readRows(table, sheet, header.row, { places, labels }),
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }
}

function isHeader(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => typeof cell === 'string' && foldHeader(cell) === 'idno');
}

/** A column that is none of these may be a slip of the pen: left out it would go unnoticed. */
function findPlaces(cells: readonly CellValue[], fileName: string): Places {
  const places = new Map<ValueColumn | 'idno', number>();
  for (const [place, cell] of cells.entries()) {
    if (cell === null) continue;
    const title = toLine(String(cell));
    const column = (['idno', ...SUPPLEMENT_COLUMNS] as const).find(
      (one) => foldHeader(one) === foldHeader(title),
    );
    if (column === undefined || places.has(column)) {
      throw new FileFault(
        `${fileName} has the column ${quote(title)}${column === undefined ? '' : ' twice'}: ` +
          `it may have idno and any of ${SUPPLEMENT_COLUMNS.join(', ')}`,
      );
    }
    places.set(column, place);
  }
  if (places.size > 1) return places;
  throw new FileFault(`${fileName} has none of the columns ${SUPPLEMENT_COLUMNS.join(', ')}`);
}

async function* readRows(table: TableFile, sheet: string, header: TableRow, context: RowContext) {
  for await (const batch of table.rows(sheet)) {
    yield batch
      .filter(({ number }) => number > header.number)
      .map((row) => {
        const reject = findSurplus(table, header, row);
        const reading = readRow(row, context);
        // A row without a number is none of the file's business, however many cells it has.
        const isReject = reject !== null && !('without' in reading);
        return { number: row.number, reading: isReject ? { reject } : reading };
      });
  }
}

function readRow({ number, cells }: TableRow, { places, labels }: RowContext): SupplementReading {
  const textOf = (column: ValueColumn | 'idno') =>
    toBoundedText(cells[places.get(column) ?? -1] ?? null);
  const toReject = (column: ValueColumn | 'idno', reason: string) => ({
    reject: { row: number, column, value: textOf(column), reason },
  });
  const idno = toIdno(textOf('idno'));
  if ('without' in idno) return idno;
  if ('fault' in idno) return toReject('idno', idno.fault);
  const capital = toCapital(textOf('capital'));
  if ('fault' in capital) return toReject('capital', capital.fault);
  const vatPayer = toVatPayer(textOf('vat_payer'));
  if ('fault' in vatPayer) return toReject('vat_payer', vatPayer.fault);
  const codeText = textOf('caem_main');
  const code = codeText === null ? { value: null } : toCaemCodeAlone(codeText, labels);
  if ('fault' in code) return toReject('caem_main', CODE_REASONS[code.fault]);
  return {
    idno: idno.idno,
    values: {
      ...(capital.value === null ? {} : { capital: capital.value }),
      ...(vatPayer.value === null ? {} : { vatPayer: vatPayer.value }),
      ...(code.value === null ? {} : { caemMain: { code: code.value } }),
    },
  };
}
