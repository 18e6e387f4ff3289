import { basename } from 'node:path';
import { toCapital } from '../../domain/company/capital.ts';
import { toIdno } from '../../domain/company/idno.ts';
import { type Supplement, toVatPayer } from '../../domain/company/supplement.ts';
import { FileFault } from '../../domain/errors.ts';
import { type CaemFault, toCaemCodeAlone } from '../../domain/register/caem/code.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import type { StoredReject } from '../../store/port/imports.ts';
import { findHeader, findSurplus, foldHeader } from '../dump/columns.ts';
import { quote } from '../quote.ts';
import { openTableFile } from '../table/open.ts';
import type { TableFile, TableRow } from '../table/table.ts';

export const SUPPLEMENT_COLUMNS = ['capital', 'vat_payer', 'caem_main'] as const;
type ValueColumn = (typeof SUPPLEMENT_COLUMNS)[number];
type ColumnIndexes = ReadonlyMap<ValueColumn | 'idno', number>;

interface RowContext extends Pick<SupplementOptions, 'labels'> {
  columns: ColumnIndexes;
}

const CODE_REASONS: Readonly<Record<CaemFault, string>> = {
  code_unknown: 'not_a_caem_code',
  code_ambiguous: 'caem_code_ambiguous',
};

/** The values that one row states about an IDNO; an empty cell states nothing. */
export interface Statement {
  idno: string;
  values: Supplement;
}

export type ParsedRow = Statement | { without: true } | { reject: StoredReject };

export interface SupplementFile {
  fileName: string;
  rows(): AsyncIterable<{ number: number; parsed: ParsedRow }[]>;
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
    const columns = findColumns(header.row.cells, fileName);
    return {
      fileName,
      rows: () => readRows(table, sheet, header.row, { columns, labels }),
      close: () => table.close(),
    };
  } catch (error) {
    await table.close();
    throw error;
  }
}

function isHeader(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => foldHeader(cell) === 'idno');
}

/** An unknown column is refused, since it may be a misspelled one that would go unnoticed. */
function findColumns(cells: readonly CellValue[], fileName: string): ColumnIndexes {
  const columns = new Map<ValueColumn | 'idno', number>();
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const title = toLine(String(cell));
    const column = (['idno', ...SUPPLEMENT_COLUMNS] as const).find(
      (one) => foldHeader(one) === foldHeader(title),
    );
    if (column === undefined || columns.has(column)) {
      throw new FileFault(
        `${fileName} has the column ${quote(title)}${column === undefined ? '' : ' twice'}: ` +
          `it may have only idno and any of ${SUPPLEMENT_COLUMNS.join(', ')}`,
      );
    }
    columns.set(column, index);
  }
  if (columns.size > 1) return columns;
  throw new FileFault(`${fileName} has none of the columns ${SUPPLEMENT_COLUMNS.join(', ')}`);
}

async function* readRows(table: TableFile, sheet: string, header: TableRow, context: RowContext) {
  for await (const batch of table.rows(sheet)) {
    yield batch
      .filter(({ number }) => number > header.number)
      .map((row) => {
        const reject = findSurplus(table, header, row);
        const parsed = parseRow(row, context);
        // A row without an IDNO is counted as such, however many cells it has.
        const isReject = reject !== null && !('without' in parsed);
        return { number: row.number, parsed: isReject ? { reject } : parsed };
      });
  }
}

function parseRow({ number, cells }: TableRow, { columns, labels }: RowContext): ParsedRow {
  const textOf = (column: ValueColumn | 'idno') =>
    toBoundedText(cells[columns.get(column) ?? -1] ?? null);
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
