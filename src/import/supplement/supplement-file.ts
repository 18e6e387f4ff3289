import { basename } from 'node:path';
import { toIdno, toReportedCode } from '../../domain/company/idno.ts';
import { type Supplement, toCapital, toVatPayer } from '../../domain/company/supplement.ts';
import { FileFault } from '../../domain/errors.ts';
import { type CaemFault, toCaemCodeAlone } from '../../domain/register/caem/code.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { toBoundedText } from '../../domain/register/cell.ts';
import { toLine } from '../../domain/register/text.ts';
import { findHeader, findSurplus, foldHeader, readBelow, readHead } from '../dump/columns.ts';
import type { OtherRow } from '../incoming-rows.ts';
import { quote } from '../quote.ts';
import type { AcceptedRow } from '../row-spool.ts';
import { openTableFile } from '../table/open.ts';
import type { TableRow } from '../table/table.ts';

export const SUPPLEMENT_COLUMNS = ['capital', 'vat_payer', 'caem_main'] as const;
type ValueColumn = (typeof SUPPLEMENT_COLUMNS)[number];
type ColumnIndexes = ReadonlyMap<ValueColumn | 'idno', number>;

interface RowContext {
  columns: ColumnIndexes;
  /** The labels of the last dump's unlicensed activities by code. */
  labels: ReadonlyMap<string, string>;
}

const CODE_REASONS: Readonly<Record<CaemFault, string>> = {
  code_unknown: 'not_a_caem_code',
  code_ambiguous: 'caem_code_ambiguous',
};

/** The values that one row states about an IDNO; an empty cell states nothing. */
type Statement = Omit<AcceptedRow<Supplement>, 'fingerprint'>;

export interface SupplementFile {
  fileName: string;
  rows(): AsyncIterable<(Statement | OtherRow)[]>;
  close(): Promise<void>;
}

/** Throws FileFault for a file without the columns of a supplement, or with others. */
export async function openSupplement(
  path: string,
  { temporaryFolder, labels }: Pick<RowContext, 'labels'> & { temporaryFolder: string },
): Promise<SupplementFile> {
  const fileName = basename(path);
  const table = await openTableFile(path, { temporaryFolder });
  try {
    const [sheet = ''] = table.sheets;
    const header = findHeader(await readHead(table, sheet), isHeader);
    if (header === null) {
      throw new FileFault(
        `${fileName} has no header with idno and any of ${SUPPLEMENT_COLUMNS.join(', ')}`,
      );
    }
    const columns = findColumns(header.row.cells, fileName);
    return {
      fileName,
      rows: () =>
        readBelow(table, sheet, header.row, (row) => {
          const reject = findSurplus(table, header.row, row);
          const statement = toStatement(row, { columns, labels });
          // A row without an IDNO is counted as such, however many cells it has.
          return reject === null || 'without' in statement ? statement : { reject, idno: null };
        }),
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

function toStatement(row: TableRow, { columns, labels }: RowContext): Statement | OtherRow {
  const { number, cells } = row;
  const textOf = (column: ValueColumn | 'idno') =>
    toBoundedText(cells[columns.get(column) ?? -1] ?? null);
  const toReject = (column: ValueColumn | 'idno', reason: string, value = textOf(column)) => ({
    reject: { row: number, column, value, reason },
    idno: null,
  });
  const idno = toIdno(textOf('idno'));
  if ('without' in idno) return idno;
  if ('fault' in idno) {
    return toReject('idno', idno.fault, toReportedCode(textOf('idno'), idno.fault));
  }
  const capital = toCapital(textOf('capital'));
  if ('fault' in capital) return toReject('capital', capital.fault);
  const vatPayer = toVatPayer(textOf('vat_payer'));
  if ('fault' in vatPayer) return toReject('vat_payer', vatPayer.fault);
  const codeText = textOf('caem_main');
  const parsedCode = codeText === null ? { value: null } : toCaemCodeAlone(codeText, labels);
  if ('fault' in parsedCode) return toReject('caem_main', CODE_REASONS[parsedCode.fault]);
  const code = parsedCode.value;
  // The label is stored for dumps whose sheets will not have it.
  const label = code === null ? undefined : labels.get(code);
  return {
    number,
    idno: idno.idno,
    // The last of several rows counts.
    rank: number,
    content: {
      ...(capital.value === null ? {} : { capital: capital.value }),
      ...(vatPayer.value === null ? {} : { vatPayer: vatPayer.value }),
      ...(code === null ? {} : { caemMain: { code, ...(label === undefined ? {} : { label }) } }),
    },
  };
}
