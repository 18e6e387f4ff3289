import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CHANGES_CURSOR_LENGTH } from '../domain/company/public-changes.ts';
import type { ChangePlace } from '../store/port/public-changes.ts';
import { decodeCursor, encodeCursor } from './cursor-text.ts';

/** An opaque text. */
export function toChangesCursor({ importMs, idno }: ChangePlace): string {
  return encodeCursor([importMs, idno]);
}

/** Null for a text that is no cursor of changes. */
export function readChangesCursor(cursor: string): ChangePlace | null {
  const [importMs, idno] = decodeCursor(cursor, MAX_CHANGES_CURSOR_LENGTH);
  const isPlace =
    typeof importMs === 'number' &&
    Number.isSafeInteger(importMs) &&
    importMs >= 0 &&
    (idno === null || (typeof idno === 'string' && isStoredIdno(idno)));
  if (!isPlace) return null;
  // Encoding it again must give the same text, or it is a search's or nobody's.
  return toChangesCursor({ importMs, idno }) === cursor ? { importMs, idno } : null;
}
