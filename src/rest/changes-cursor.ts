import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CHANGES_CURSOR_LENGTH } from '../domain/company/public-changes.ts';
import type { ChangePlace } from '../store/port/public-changes.ts';

/** An opaque text. */
export function toChangesCursor({ importMs, idno }: ChangePlace): string {
  return Buffer.from(JSON.stringify([importMs, idno])).toString('base64url');
}

/** Null for a text that is no cursor of changes. */
export function readChangesCursor(cursor: string): ChangePlace | null {
  if (cursor.length > MAX_CHANGES_CURSOR_LENGTH) return null;
  const [importMs, idno] = parse(cursor);
  const isPlace =
    typeof importMs === 'number' &&
    Number.isSafeInteger(importMs) &&
    importMs >= 0 &&
    (idno === null || (typeof idno === 'string' && isStoredIdno(idno)));
  if (!isPlace) return null;
  // Encoding it again must give the same text, or it is a search's or nobody's.
  return toChangesCursor({ importMs, idno }) === cursor ? { importMs, idno } : null;
}

function parse(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
