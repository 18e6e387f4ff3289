import type { Company, CompanyRecord, LegalStatus } from '../company/company.ts';
import type { CompanyFlag } from '../company/flags.ts';
import { type IdnoFault, toIdno, toReportedCode } from '../company/idno.ts';
import type { ParseResult } from '../parse-result.ts';
import { toPastDate, toSerial1900, toSerialText1900 } from '../time/calendar-date.ts';
import { type Classification, toActivities, toLicensedActivities } from './activities.ts';
import { type CellValue, isWithoutValue, MAX_CELL_LENGTH, toBoundedText } from './cell.ts';
import {
  DATE_COLUMNS,
  mapColumns,
  REGISTER_COLUMNS,
  type RegisterColumn,
  type RegisterRow,
} from './columns.ts';
import { isCompanyName } from './company-name.ts';
import { isDamaged, mayBeConverted, undoConversion } from './conversion.ts';
import { toAdmins, toDirectors } from './directors.ts';
import { toRegion } from './districts.ts';
import { toFounders } from './founders/founders.ts';
import { ADDRESS_WORDS } from './founders/words.ts';
import { toLegalForm } from './legal-form.ts';
import { isPlaceholder, mayBePlaceholder } from './placeholder.ts';
import { toNamedStatus, toStatedStatus, toStatus } from './status.ts';
import { cutLine, fold, hasLetter, toLine } from './text.ts';

/** Copied for each row, which is faster than adding its columns one by one. */
const NO_CELLS: RegisterRow = mapColumns(() => null);
const DIGIT = /\d/;
const WORD = /\p{L}{2,}/gu;
const NOT_ZERO = /[1-9]/;
/** Of a day that stands for none, also in a form that is not read as a day. */
const PLACEHOLDER_YEAR = /(?<!\d)(?:9999|1899|0001)(?!\d)/;
const NO_WORDS = { value: null };

/**
 * The version of the rules by which rows are read. Raise it with each change of the rules: the next
 * import of a dump then reads all stored rows again.
 */
export const RULES_VERSION = 1;

/** The context that parsing a row needs in addition to the row. */
export interface RecordContext {
  classification: Classification;
  /** `YYYY-MM-DD`. */
  dumpDate: string;
}

interface Reject {
  column: 'idno' | 'name';
  value: string | null;
  reason: IdnoFault | 'name_missing';
}

/** `without`: the row has no IDNO and is therefore not stored. */
export type RowResult = { record: CompanyRecord } | { without: true } | { reject: Reject };

/**
 * The row as it is stored, from the cell of each column. Serial dates are converted to the 1900
 * system, so that a stored row can be parsed again without its workbook.
 */
export function toRegisterRow(
  cellOf: (column: RegisterColumn) => CellValue,
  date1904: boolean,
): RegisterRow {
  const row = { ...NO_CELLS };
  for (const column of REGISTER_COLUMNS) {
    const cell = cellOf(column);
    row[column] = DATE_COLUMNS.has(column) ? toDateText(cell, date1904) : toBoundedText(cell);
  }
  return row;
}

function toDateText(cell: CellValue, date1904: boolean): string | null {
  const text = toBoundedText(typeof cell === 'number' ? toSerial1900(cell, date1904) : cell);
  return typeof cell === 'string' && text !== null ? toSerialText1900(text, date1904) : text;
}

/** The IDNO and the name of a row, not cut: the two cells that every record needs. */
type RowIdentity = { idno: string; name: string } | Exclude<RowResult, { record: unknown }>;

export function toRowIdentity(raw: Pick<RegisterRow, 'idno' | 'name'>): RowIdentity {
  const parsed = toIdno(raw.idno === null ? null : undoConversion(raw.idno));
  if ('without' in parsed) return parsed;
  if ('fault' in parsed) {
    const value = toReportedCode(raw.idno, parsed.fault);
    return { reject: { column: 'idno', value, reason: parsed.fault } };
  }
  const name = toLine(undoConversion(raw.name ?? ''));
  if (!isCompanyName(cutLine(name))) {
    return { reject: { column: 'name', value: raw.name, reason: 'name_missing' } };
  }
  return { idno: parsed.idno, name };
}

/**
 * The record of a row. A row with a valid IDNO and a name always gives a record: invalid values in
 * other cells become null and are flagged. Parsing a stored row again gives the same record.
 */
export function toCompanyRecord(raw: RegisterRow, context: RecordContext): RowResult {
  const identity = toRowIdentity(raw);
  return 'name' in identity ? { record: deriveRecord(raw, identity, context) } : identity;
}

function deriveRecord(
  stored: RegisterRow,
  { idno, name: wholeName }: Extract<RowIdentity, { name: string }>,
  { classification, dumpDate }: RecordContext,
): CompanyRecord {
  const flags = new Set<CompanyFlag>();
  const raw = undoConversions(stored, flags);
  const name = cutLine(wholeName, flags);
  const regDate = toPastDate(raw.regDate, dumpDate);
  const liquidation = readLiquidation(raw.liquidationDate, dumpDate);
  const { isLiquidated: liquidated, liquidatedOn } = liquidation;
  const stated = valueOrFlag(toStatedStatus(raw.status), 'status_uncertain', flags);
  const { directors, roles, flags: directorFlags } = toDirectors(raw.directors);
  const { founders, flags: founderFlags } = toFounders(raw.founders);
  const unlicensed = toActivities(toActivityText(raw.unlicensed), classification.unlicensed);
  const licensed = toLicensedActivities(toActivityText(raw.licensed), classification.licensed);
  const known = { liquidated, roles, stated: [stated, liquidation.stated] };
  const named = toNamedStatus(name);
  const status = toStatus({ ...known, stated: [...known.stated, named] });
  const company: Company = {
    idno,
    name,
    legalForm: valueOrFlag(toLegalForm(raw.legalForm), 'legal_form_unknown', flags),
    status,
    regDate: valueOrFlag(regDate, 'registration_date_invalid', flags),
    address: toAddress(raw.address, flags),
    region: valueOrFlag(toRegion(raw.cuatm), 'region_unknown', flags),
    capital: null,
    vatPayer: null,
    caemMain: unlicensed.activities.find(({ main }) => main)?.code ?? null,
    founders,
    admins: toAdmins(directors),
    caem: unlicensed.activities,
  };
  if (named !== null && status !== toStatus(known)) flags.add('status_uncertain');
  if (liquidation.flag !== null) flags.add(liquidation.flag);
  if (liquidated && stated !== null && stated !== 'lichidata') flags.add('status_uncertain');
  for (const flag of directorFlags) flags.add(flag);
  for (const flag of founderFlags) flags.add(flag);
  if (!unlicensed.isComplete || !licensed.isComplete) flags.add('activity_unclassified');
  if (!unlicensed.isMainKnown) flags.add('main_activity_unknown');
  if (unlicensed.hasLaterEdition) flags.add('activity_edition_later');
  if (REGISTER_COLUMNS.some((column) => reachedLimit(stored[column]))) flags.add('text_cut');
  const { labels: licensedActivities } = licensed;
  return { company, directors, licensedActivities, liquidatedOn, flags: [...flags], raw: stored };
}

/**
 * The row as it was before its conversion to this file; nearly every row is returned as it is. Its
 * IDNO has been read before.
 */
function undoConversions(stored: RegisterRow, flags: Set<CompanyFlag>): RegisterRow {
  let row = stored;
  for (const column of REGISTER_COLUMNS) {
    const text = stored[column];
    if (text === null || column === 'idno' || !mayBeConverted(text)) continue;
    row = { ...row, [column]: undoConversion(text) };
    if (isDamaged(text)) flags.add('text_damaged');
  }
  return row;
}

/** The register writes `0` for a missing address; other texts without a letter are invalid too. */
function toAddress(text: string | null, flags: Set<CompanyFlag>): string | null {
  const line = cutLine(toLine(text ?? ''), flags);
  if (namesPlace(line)) return line;
  flags.add('address_unknown');
  return null;
}

/** Whether an address names a place: it has a name or a number, and is no placeholder. */
function namesPlace(line: string): boolean {
  if (!hasLetter(line) || isPlaceholder(line)) return false;
  if (!DIGIT.test(line) && !hasName(line)) return false;
  if (!mayBePlaceholder(line)) return true;
  return line.split(/[,;]/).some((part) => hasLetter(part) && !isPlaceholder(part.trim()));
}

/** Whether any word is not only part of an empty form: `str. , nr. ,` has no such word. */
function hasName(line: string): boolean {
  return (fold(line).match(WORD) ?? []).some((word) => !ADDRESS_WORDS.has(word));
}

function valueOrFlag<Value>(
  parsed: ParseResult<Value>,
  flag: CompanyFlag,
  flags: Set<CompanyFlag>,
): Value | null {
  if ('value' in parsed) return parsed.value;
  flags.add(flag);
  return null;
}

/** A spreadsheet's error becomes `#`, which is no activity and makes the list incomplete. */
function toActivityText(text: string | null): string | null {
  return text !== null && isWithoutValue(text) ? '#' : text;
}

/** What the column of the day of liquidation says. */
interface Liquidation {
  isLiquidated: boolean;
  /** `YYYY-MM-DD`; null where the column does not say it. */
  liquidatedOn: string | null;
  /** The status that words in place of a day state. */
  stated: LegalStatus | null;
  flag: CompanyFlag | null;
}

/**
 * An unreadable day still counts as a liquidation, as words for one do: only the day is in doubt. A
 * placeholder, such as 31.12.9999, or another word does not.
 */
function readLiquidation(text: string | null, dumpDate: string): Liquidation {
  const nothing = { isLiquidated: false, liquidatedOn: null, stated: null };
  if (text === null) return { ...nothing, flag: null };
  const day = toPastDate(text, dumpDate);
  const isPlaceholderDay =
    PLACEHOLDER_YEAR.test(text) || ('fault' in day && day.fault === 'date_placeholder');
  if (isPlaceholderDay || isWithoutValue(text)) return { ...nothing, flag: 'status_uncertain' };
  const isFiled = NOT_ZERO.test(text);
  const words = isFiled || !hasLetter(text) ? NO_WORDS : toStatedStatus(text);
  const stated = 'value' in words ? words.value : null;
  if (isFiled || stated === 'lichidata') {
    const liquidatedOn = 'value' in day ? day.value : null;
    const flag = liquidatedOn === null ? 'liquidation_date_invalid' : null;
    return { isLiquidated: true, liquidatedOn, stated: null, flag };
  }
  return { ...nothing, stated, flag: hasLetter(text) ? 'status_uncertain' : null };
}

/** A stored text of the maximum length was cut; when it is parsed again nothing else shows that. */
function reachedLimit(text: string | null): boolean {
  return text !== null && text.length >= MAX_CELL_LENGTH;
}
