import { isWithoutValue } from '../../domain/register/cell.ts';
import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
  type RegisterRow,
} from '../../domain/register/columns.ts';
import { isDamaged, mayBeConverted } from '../../domain/register/conversion.ts';
import { isPlaceholder } from '../../domain/register/placeholder.ts';
import { hasLetter } from '../../domain/register/text.ts';
import { toCalendarDate } from '../../domain/time/calendar-date.ts';
import type { ColumnContents, DumpContents } from '../../store/port/imports.ts';
import { quote } from '../quote.ts';

/** There are 37 districts, some 30 legal forms and 60 letters; further groups are not counted. */
const MAX_GROUPS = 200;
/** A dump has about 13,000 different days. */
const MAX_REPEATED = 32_768;

/** Cells of one kind, with the first of them. */
export interface CellCount {
  count: number;
  /** Quoted, with its row. */
  example: string;
}

interface Counter extends Omit<ColumnContents, 'groups' | 'errors'> {
  groups: Map<string, number>;
  errors: CellCount;
  /** For columns that repeat few texts: each is looked at once, when all are counted. */
  repeated: Map<string, RepeatedText> | null;
}

interface RepeatedText {
  count: number;
  /** The first row with it. */
  row: number;
}

/** Counts what the columns of a dump contain, from the cells as they stand in its rows. */
export class ContentCounter {
  /** Days with the time of day of a local midnight that was written in UTC. */
  readonly shiftedDays: CellCount = { count: 0, example: '' };
  /** Texts of which a conversion has lost letters. */
  readonly damagedTexts: CellCount = { count: 0, example: '' };
  #rows = 0;
  readonly #counters: readonly Counter[];

  constructor(hasColumn: (column: RegisterColumn) => boolean) {
    this.#counters = REGISTER_COLUMNS.filter(hasColumn).map((column) => {
      const { isDate, isRepeated } = COLUMN_DEFINITIONS[column];
      const errors = { count: 0, example: '' };
      const repeated = isDate || isRepeated ? new Map() : null;
      return { column, readable: 0, length: 0, errors, groups: new Map(), repeated };
    });
  }

  addRow(number: number, row: RegisterRow): void {
    this.#rows++;
    for (const counter of this.#counters) {
      const text = row[counter.column];
      if (text === null) continue;
      const { repeated } = counter;
      const known = repeated?.get(text);
      if (known !== undefined) known.count++;
      else if (repeated !== null && repeated.size < MAX_REPEATED) {
        repeated.set(text, { count: 1, row: number });
      } else this.#addCells(counter, text, number, 1);
    }
  }

  /** Looks at the repeated texts; call this once, when all rows are added. */
  finish(): void {
    for (const counter of this.#counters) {
      for (const [text, { count, row }] of counter.repeated ?? []) {
        this.#addCells(counter, text, row, count);
      }
      counter.repeated = null;
    }
  }

  /** A new object at each call. */
  toContents(): DumpContents {
    const columns = this.#counters.map(({ errors, groups, repeated, ...counts }) => {
      return { ...counts, errors: errors.count, groups: [...groups] };
    });
    return { rows: this.#rows, columns };
  }

  get rows(): number {
    return this.#rows;
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

  #addCells(counter: Counter, text: string, row: number, count: number): void {
    if (isWithoutValue(text)) addTo(counter.errors, text, row, count);
    else if (COLUMN_DEFINITIONS[counter.column].isDate) this.#addDays(counter, text, row, count);
    else {
      if (mayBeConverted(text) && isDamaged(text)) addTo(this.damagedTexts, text, row, count);
      addTexts(counter, text, count);
    }
  }

  #addDays(counter: Counter, text: string, row: number, count: number): void {
    const parsed = toCalendarDate(text);
    if ('fault' in parsed) {
      if (parsed.fault === 'day_shifted') addTo(this.shiftedDays, text, row, count);
    } else if (parsed.value !== null) counter.readable += count;
  }
}

function addTexts(counter: Counter, text: string, count: number): void {
  const { readable, isList, groups } = COLUMN_DEFINITIONS[counter.column];
  const isReadable = readable?.test(text) ?? (hasLetter(text) && !isPlaceholder(text));
  if (!isReadable) return;
  counter.readable += count;
  if (isList) counter.length += text.length * count;
  const group = groups?.toGroup(text) ?? null;
  if (group === null) return;
  const known = counter.groups.get(group);
  if (known !== undefined || counter.groups.size < MAX_GROUPS) {
    counter.groups.set(group, (known ?? 0) + count);
  }
}

function addTo(cells: CellCount, text: string, row: number, count: number): void {
  if (cells.count === 0) cells.example = `${quote(text)} in row ${row}`;
  cells.count += count;
}
