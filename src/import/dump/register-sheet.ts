import { toIdno } from '../../domain/company/idno.ts';
import { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import { quote } from '../quote.ts';
import type { TableFile } from '../table/table.ts';
import { isClassificationSheet } from './classification.ts';
import {
  findHeader,
  type Header,
  hasRegisterColumns,
  isRegisterHeader,
  MAX_HEADER_ROWS,
  readHead,
} from './columns.ts';

interface RegisterSheet {
  sheet: string;
  header: Header;
  /** Messages about sheets that are not read. */
  notes: string[];
}

/** A sheet that holds companies; its header may be missing. */
interface Candidate {
  sheet: string;
  header: Header | null;
}

/**
 * The visible sheet with the register's columns; its name and position have changed over the years.
 * Throws FileFault where no sheet has them, and where several sheets hold companies.
 */
export async function findRegisterSheet(
  table: TableFile,
  fileName: string,
): Promise<RegisterSheet> {
  const { candidates, others: foreign } = await listCandidates(table);
  const isHidden = ({ sheet }: Candidate) => table.hiddenSheets.includes(sheet);
  const visible = candidates.filter((one) => !isHidden(one));
  const hidden = candidates.filter(isHidden);
  const complete = visible.filter(({ header }) => header !== null && isComplete(header));
  const unread = visible.filter(({ header }) => header === null);
  if (complete.length + (complete.length > 0 ? unread.length : 0) > 1) {
    throw new FileFault(
      `${fileName} has companies on ${complete.length + unread.length} sheets ` +
        `(${listNames([...complete, ...unread])}): remove all but one, or save each as a file ` +
        'of its own and import them with --partial',
    );
  }
  const chosen = complete[0] ?? visible.find(({ header }) => header !== null);
  if (chosen === undefined || chosen.header === null) throw toFault(fileName, hidden);
  const others = visible.filter((one) => one !== chosen);
  const notes = [
    ...others.map(({ sheet }) => `sheet ${quote(sheet)} is not read: it lacks register columns`),
    ...hidden.map(({ sheet }) => `sheet ${quote(sheet)} is not read: it is hidden`),
    ...foreign.map(
      (sheet) =>
        `sheet ${quote(sheet)} is not read: its first ${MAX_HEADER_ROWS} rows have no IDNO`,
    ),
  ];
  return { sheet: chosen.sheet, header: chosen.header, notes };
}

/** `others`: visible sheets without an IDNO in their first rows that go on below them. */
async function listCandidates(
  table: TableFile,
): Promise<{ candidates: Candidate[]; others: string[] }> {
  const candidates: Candidate[] = [];
  const others: string[] = [];
  for (const sheet of table.sheets) {
    if (isClassificationSheet(sheet)) continue;
    const head = await readHead(table, sheet);
    const header = findHeader(head, isRegisterHeader);
    const goesOn = head.length >= MAX_HEADER_ROWS;
    if (header !== null || findHeader(head, hasIdno) !== null) candidates.push({ sheet, header });
    else if (goesOn && !table.hiddenSheets.includes(sheet)) others.push(sheet);
  }
  return { candidates, others };
}

function hasIdno(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => 'idno' in toIdno(cell));
}

function isComplete({ row }: Header): boolean {
  return hasRegisterColumns(row.cells);
}

function toFault(fileName: string, hidden: readonly Candidate[]): FileFault {
  return new FileFault(
    hidden.length > 0
      ? `${fileName} has companies on hidden sheets only (${listNames(hidden)}): ` +
          'show the one that is the dump'
      : toNoDump(
          fileName,
          'it has no header that begins with IDNO; give an export of the State Register',
        ),
  );
}

/** Says first that a file is no dump, then why. */
export function toNoDump(fileName: string, reason: string): string {
  const start = `${fileName} is not a dump (XLSX or CSV): `;
  return reason.startsWith(start) ? reason : start + reason;
}

function listNames(candidates: readonly Candidate[]): string {
  return candidates.map(({ sheet }) => quote(sheet)).join(', ');
}
