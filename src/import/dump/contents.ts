import { toActivityIds } from '../../domain/register/activities.ts';
import { isWithoutValue } from '../../domain/register/cell.ts';
import {
  COLUMN_DEFINITIONS,
  type RegisterColumn,
  type RegisterRow,
  type ValueGroups,
} from '../../domain/register/columns.ts';
import { isDamaged, undoConversion } from '../../domain/register/conversion.ts';
import { beginsWithName, saysNoValue } from '../../domain/register/placeholder.ts';
import type { RecordContext } from '../../domain/register/record.ts';
import { hasLetter } from '../../domain/register/text.ts';
import { toPastDate, toPastSerial } from '../../domain/time/calendar-date.ts';
import type { ColumnContents, DumpContents } from '../../store/port/imports.ts';
import { quote } from '../quote.ts';

/** There are 37 districts, some 30 legal forms and 60 letters; further groups are not counted. */
const MAX_GROUPS = 200;
/** A dump has about 1,000 different territorial units. */
const MAX_REPEATED = 10_000;
/** A file that was damaged is damaged in most rows: after the first ones each 16th is looked at. */
const FIRST_ROWS = 1_000;
const SAMPLED = 16;

/** Cells of one kind, with the first of them. */
export interface CellCount {
  count: number;
  /** Quoted, with its row. */
  example: string;
}

interface Counter extends Omit<ColumnContents, 'groups' | 'errors'> {
  /** As in COLUMN_DEFINITIONS. */
  pattern: RegExp | undefined;
  /** By the IDs that a column of activities has; null for other columns, and where none are known. */
  classes: ReadonlyMap<number, unknown> | null;
  isDate: boolean;
  isList: boolean;
  groups: ValueGroups | undefined;
  rowsByGroup: Map<string, number>;
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
  #sampledRows = 0;
  readonly #counters: readonly Counter[];
  readonly #dumpDate: string;

  constructor(columns: readonly RegisterColumn[], { classification, dumpDate }: RecordContext) {
    this.#dumpDate = dumpDate;
    this.#counters = columns.map((column) => {
      const classes = isActivityColumn(column) ? classification[column] : null;
      const definition = COLUMN_DEFINITIONS[column];
      const { readable: pattern, groups, isDate = false, isList = false, isRepeated } = definition;
      const repeated = isRepeated ? new Map<string, RepeatedText>() : null;
      const counts = { readable: 0, length: 0, errors: { count: 0, example: '' } };
      return {
        column,
        pattern,
        classes: classes?.size === 0 ? null : classes,
        isDate,
        isList,
        groups,
        ...counts,
        rowsByGroup: new Map(),
        repeated,
      };
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
    if (this.#rows <= FIRST_ROWS || this.#rows % SAMPLED === 0) this.#addSample(number, row);
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
  toContents(): Omit<DumpContents, 'sheets'> {
    const columns = this.#counters.map(({ column, readable, errors, length, rowsByGroup }) => {
      return { column, readable, errors: errors.count, length, groups: [...rowsByGroup] };
    });
    return { rows: this.#rows, columns };
  }

  /** The rows whose texts were looked at for damage. */
  get sampledRows(): number {
    return this.#sampledRows;
  }

  /** Days that can be read, in all columns. */
  countDays(): number {
    const counters = this.#counters.filter(({ isDate }) => isDate);
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

  #addSample(number: number, row: RegisterRow): void {
    this.#sampledRows++;
    for (const { column } of this.#counters) {
      const text = row[column];
      if (text !== null && isDamaged(text)) addTo(this.damagedTexts, text, number, 1);
    }
  }

  #addCells(counter: Counter, text: string, row: number, count: number): void {
    if (this.#isPlainly(counter, text)) addReadable(counter, text, count);
    else this.#addOthers(counter, undoConversion(text), row, count);
  }

  /** A fast check, true for most cells: a day, or a text that is readable by its beginning. */
  #isPlainly({ isDate, pattern, classes }: Counter, text: string): boolean {
    if (isDate) return toPastSerial(text, this.#dumpDate) !== null;
    if (classes !== null) return classes.has(Number.parseInt(text, 10));
    if (pattern === undefined) return beginsWithName(text);
    const code = text.charCodeAt(0);
    return code >= 0x31 && code <= 0x39;
  }

  #addOthers(counter: Counter, text: string, row: number, count: number): void {
    if (isWithoutValue(text)) addTo(counter.errors, text, row, count);
    else if (counter.isDate) this.#addDays(counter, text, row, count);
    else if (isReadable(counter, text)) addReadable(counter, text, count);
  }

  #addDays(counter: Counter, text: string, row: number, count: number): void {
    const parsed = toPastDate(text, this.#dumpDate);
    if ('fault' in parsed) {
      if (parsed.fault === 'day_shifted') addTo(this.shiftedDays, text, row, count);
    } else if (parsed.value !== null) counter.readable += count;
  }
}

function isActivityColumn(column: RegisterColumn): column is 'unlicensed' | 'licensed' {
  return column === 'unlicensed' || column === 'licensed';
}

function isReadable({ pattern, classes }: Counter, text: string): boolean {
  if (classes !== null) return toActivityIds(text, classes).some((id) => classes.has(id));
  return pattern?.test(text) ?? (hasLetter(text) && !saysNoValue(text));
}

function addReadable(counter: Counter, text: string, count: number): void {
  const { isList, groups } = counter;
  counter.readable += count;
  if (isList) counter.length += text.length * count;
  const group = groups?.toGroup(text) ?? null;
  if (group === null) return;
  const known = counter.rowsByGroup.get(group);
  if (known !== undefined || counter.rowsByGroup.size < MAX_GROUPS) {
    counter.rowsByGroup.set(group, (known ?? 0) + count);
  }
}

function addTo(cells: CellCount, text: string, row: number, count: number): void {
  if (cells.count === 0) cells.example = `${quote(text)} in row ${row}`;
  cells.count += count;
}
