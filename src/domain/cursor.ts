/** How the positions of a list are written in its cursors, which are opaque to clients. */
export interface CursorForm<Position> {
  /** Tells the list from others, so that none accepts the cursor of another. */
  list: string;
  maxLength: number;
  positions: PositionForm<Position>;
}

export interface PositionForm<Position> {
  toText(position: Position): string;
  /** Null for a text of no position; cursors come from clients, which may forge them. */
  toPosition(text: string): Position | null;
}

export function toCursor<Position>(
  { list, positions }: CursorForm<Position>,
  position: Position,
): string {
  return Buffer.from(list + positions.toText(position)).toString('base64url');
}

/** Null for a text that is no cursor of the list. */
export function readCursor<Position>(form: CursorForm<Position>, cursor: string): Position | null {
  if (cursor.length > form.maxLength) return null;
  const text = Buffer.from(cursor, 'base64url').toString().slice(form.list.length);
  const position = form.positions.toPosition(text);
  // Writing it again must give the same text: otherwise it is another list's cursor, or forged.
  return position !== null && toCursor(form, position) === cursor ? position : null;
}

/** Positions that consist of several values. `check` returns null for values of no position. */
export function jsonPositions<Position>(
  toValues: (position: Position) => readonly unknown[],
  check: (values: readonly unknown[]) => Position | null,
): PositionForm<Position> {
  return {
    toText: (position) => JSON.stringify(toValues(position)),
    toPosition: (text) => check(parseList(text)),
  };
}

function parseList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
