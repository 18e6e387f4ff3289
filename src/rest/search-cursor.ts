import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CURSOR_LENGTH } from '../domain/company/search-parameters.ts';
import type { SearchPlace } from '../store/port/search-reads.ts';
import { decodeCursor, encodeCursor } from './cursor-text.ts';

/** An opaque text with a place and the list that it is in. */
export function toCursor(list: string, { rank, length, name, idno }: SearchPlace): string {
  return encodeCursor([list, rank, length, name, idno]);
}

/** Null for a text that is no cursor of this list. */
export function readCursor(list: string, cursor: string): SearchPlace | null {
  const [, rank, length, name, idno] = decodeCursor(cursor, MAX_CURSOR_LENGTH);
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
