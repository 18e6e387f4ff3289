import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CURSOR_LENGTH } from '../domain/company/search-parameters.ts';
import type { SearchPlace } from '../store/port/search-reads.ts';

/** An opaque text with a place and the list that it is in. */
export function toCursor(list: string, { rank, length, name, idno }: SearchPlace): string {
  return Buffer.from(JSON.stringify([list, rank, length, name, idno])).toString('base64url');
}

/** Null for a text that is no cursor of this list. */
export function readCursor(list: string, cursor: string): SearchPlace | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null;
  const [, rank, length, name, idno] = parse(cursor);
  const isPlace =
    (rank === 0 || rank === 1) &&
    Number.isSafeInteger(length) &&
    typeof name === 'string' &&
    typeof idno === 'string' &&
    isStoredIdno(idno);
  if (!isPlace) return null;
  const place: SearchPlace = { rank, length: Number(length), name, idno };
  // Encoding it again must give the same text, or it is another list's or nobody's.
  return toCursor(list, place) === cursor ? place : null;
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
