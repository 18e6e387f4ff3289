/** An opaque text with these values. */
export function encodeCursor(values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values of a cursor, not yet checked; none of a text that is too long or no cursor. */
export function decodeCursor(cursor: string, maxLength: number): readonly unknown[] {
  if (cursor.length > maxLength) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
