import { isWithoutValue } from '../../domain/register/cell.ts';
import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
  type RegisterRow,
} from '../../domain/register/columns.ts';
import { isPlaceholder } from '../../domain/register/placeholder.ts';
import { hasLetter } from '../../domain/register/text.ts';
import { toCalendarDate } from '../../domain/time/calendar-date.ts';
import type { ColumnContents, DumpContents } from '../../store/port/imports.ts';
import { quote } from '../quote.ts';

/** There are 37 districts, some 30 legal forms and 60 letters; further groups are not counted. */
const MAX_GROUPS = 200;

/** Cells of one kind, with the first of them. */
export interface CellCount {
  count: number;
  /** Quoted, with its row. */
  example: string;
}

interface Counter extends Omit<ColumnContents, 'groups' | 'errors'> {
  groups: Map<string, number>;
  errors: CellCount;
}

/** Counts what the columns of a dump contain, from the cells as they stand in its rows. */
export class ContentCounter {
  /** Days with the time of day of a local midnight that was written in UTC. */
  readonly shiftedDays: CellCount = { count: 0, example: '' };
  #rows = 0;
  readonly #counters: readonly Counter[];

  constructor(hasColumn: (column: RegisterColumn) => boolean) {
    this.#counters = REGISTER_COLUMNS.filter(hasColumn).map((column) => {
      const errors = { count: 0, example: '' };
      return { column, readable: 0, length: 0, errors, groups: new Map() };
    });
  }

  addRow(number: number, row: RegisterRow): void {
    this.#rows++;
    for (const counter of this.#counters) {
      const text = row[counter.column];
      if (text === null) continue;
      if (isWithoutValue(text)) addTo(counter.errors, text, number);
      else if (COLUMN_DEFINITIONS[counter.column].isDate) this.#addDay(counter, text, number);
      else addText(counter, text);
    }
  }

  /** A new object at each call. */
  toContents(): DumpContents {
    const columns = this.#counters.map(({ errors, groups, ...counts }) => {
      return { ...counts, errors: errors.count, groups: [...groups] };
    });
    return { rows: this.#rows, columns };
  }

  /** Days that can be read, in all columns. */
  countDays(): number {
    const counters = this.#counters.filter(({ column }) => COLUMN_DEFINITIONS[column].isDate);
    return counters.reduce((sum, { readable }) => sum + readable, 0);
  }

  /** A line for each column that has a spreadsheet's errors. */
  describeErrors(): string[] {
    return this.#counters.flatMap(({ column, errors: { count, example } }) => {
      if (count === 0) return [];
      const title = quote(COLUMN_DEFINITIONS[column].title);
      return [
        `${count} cells of the column ${title} have an error of a spreadsheet or a formula ` +
          `instead of a value, such as ${example}: they are unreadable`,
      ];
    });
  }

  #addDay(counter: Counter, text: string, row: number): void {
    const parsed = toCalendarDate(text);
    if ('fault' in parsed) {
      if (parsed.fault === 'day_shifted') addTo(this.shiftedDays, text, row);
    } else if (parsed.value !== null) counter.readable++;
  }
}

function addText(counter: Counter, text: string): void {
  const { readable, isList, groups } = COLUMN_DEFINITIONS[counter.column];
  const isReadable = readable?.test(text) ?? (hasLetter(text) && !isPlaceholder(text));
  if (!isReadable) return;
  counter.readable++;
  if (isList) counter.length += text.length;
  const group = groups?.toGroup(text) ?? null;
  if (group === null) return;
  const count = counter.groups.get(group);
  if (count !== undefined || counter.groups.size < MAX_GROUPS) {
    counter.groups.set(group, (count ?? 0) + 1);
  }
}

function addTo(cells: CellCount, text: string, row: number): void {
  if (cells.count === 0) cells.example = `${quote(text)} in row ${row}`;
  cells.count++;
}
