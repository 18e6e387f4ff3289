import { hash } from 'node:crypto';
import { type Classification, toActivityIds } from '../../domain/register/activities.ts';
import {
  DATE_COLUMNS,
  OPTIONAL_COLUMNS,
  REGISTER_COLUMNS,
  type RegisterRow,
} from '../../domain/register/columns.ts';
import { isPastOrNone } from '../../domain/time/calendar-date.ts';

/** Hexadecimal digits: 52 bits, which a number holds exactly; one change in 4.5 · 10^15 is missed. */
export const FINGERPRINT_LENGTH = 13;

/** `dumpDate`: the date of the dump that has the row. */
export type Fingerprint = (row: RegisterRow, dumpDate: string) => string;

/**
 * Fingerprints of the rows of dumps with this classification. They cover the row's text, the codes,
 * labels and later editions of its activities, and whether its days are past at the date of the
 * dump. Rows with equal fingerprints give equal records, whichever dumps they come from.
 */
export function prepareFingerprint(classification: Classification): Fingerprint {
  const unlicensed = toDigests(
    classification.unlicensed,
    ({ code, label, edition = '' }) => `${code} ${label}${edition}`,
  );
  const licensed = toDigests(classification.licensed, (label) => label);
  return (row, dumpDate) => {
    const context =
      toSigns(row, dumpDate) +
      mixDigests(row.unlicensed, unlicensed) +
      mixDigests(row.licensed, licensed);
    return hash('sha256', toText(row) + context).slice(0, FINGERPRINT_LENGTH);
  };
}

/** The length precedes each cell, so that no two rows have the same text. */
function toText(row: RegisterRow): string {
  let text = '';
  for (const column of REGISTER_COLUMNS) {
    const cell = row[column];
    if (!OPTIONAL_COLUMNS.has(column)) text += frame(cell);
    // An empty one says nothing more than a layout without it.
    else if (cell !== null) text += column + frame(cell);
  }
  return text;
}

/** For each column of days `+` if the day is past; without the optional ones that a row lacks. */
function toSigns(row: RegisterRow, dumpDate: string): string {
  let signs = '';
  for (const column of DATE_COLUMNS) {
    const day = row[column];
    if (day === null && OPTIONAL_COLUMNS.has(column)) continue;
    signs += isPastOrNone(day, dumpDate) ? '+' : '-';
  }
  return signs;
}

function frame(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`;
}

function toDigests<Class>(
  classes: ReadonlyMap<number, Class>,
  toText: (one: Class) => string,
): ReadonlyMap<number, number> {
  const digests = new Map<number, number>();
  for (const [id, one] of classes) {
    digests.set(id, Number.parseInt(hash('sha256', toText(one)).slice(0, 8), 16));
  }
  return digests;
}

/** One digest of all classes that the cell's IDs stand for, in their order. */
function mixDigests(text: string | null, digests: ReadonlyMap<number, number>): string {
  let mixed = 0;
  for (const id of toActivityIds(text, digests)) {
    mixed = (Math.imul(mixed, 31) + (digests.get(id) ?? 1)) | 0;
  }
  return ` ${mixed}`;
}
