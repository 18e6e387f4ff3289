import { MAX_CURSOR_LENGTH } from '../domain/company/search-parameters.ts';
import { readPlace, type SearchPlace } from '../store/port/search-reads.ts';
import { decodeCursor, encodeCursor } from './cursor-text.ts';

/** An opaque text with a place and the list that it is in. */
export function toCursor(list: string, { rank, length, name, idno }: SearchPlace): string {
  return encodeCursor([list, rank, length, name, idno]);
}

/** Null for a text that is no cursor of this list. */
export function readCursor(list: string, cursor: string): SearchPlace | null {
  const [, ...values] = decodeCursor(cursor, MAX_CURSOR_LENGTH);
  const place = readPlace(values);
  // Encoding it again must give the same text, or it is another list's or nobody's.
  return place !== null && toCursor(list, place) === cursor ? place : null;
}
