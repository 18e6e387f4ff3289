import { isWithoutValue } from '../../domain/register/cell.ts';
import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
  type RegisterRow,
} from '../../domain/register/columns.ts';
import { isPlaceholder } from '../../domain/register/placeholder.ts';
import type { ColumnContents, DumpContents } from '../../store/port/imports.ts';
import { quote } from '../quote.ts';

/** There are 37 districts, about 30 legal forms and 60 letters; rows of further groups are not counted. */
const MAX_GROUPS = 200;

interface Counter extends Omit<ColumnContents, 'groups'> {
  groups: Map<string, number>;
  /** The first of the spreadsheet's errors, with its row. */
  errorExample: string;
}

/** Counts what the columns of a dump contain, from the cells as they stand in its rows. */
export class ContentCounter {
  #rows = 0;
  readonly #counters: readonly Counter[];

  constructor(hasColumn: (column: RegisterColumn) => boolean) {
    this.#counters = REGISTER_COLUMNS.filter(hasColumn).map((column) => {
      const counts = { readable: 0, errors: 0, length: 0 };
      return { column, ...counts, groups: new Map(), errorExample: '' };
    });
  }

  addRow(number: number, row: RegisterRow): void {
    this.#rows++;
    for (const counter of this.#counters) {
      const text = row[counter.column];
      if (text !== null) addCell(counter, text, number);
    }
  }

  /** A new object at each call. */
  toContents(): DumpContents {
    const columns = this.#counters.map(({ errorExample, groups, ...counts }) => {
      return { ...counts, groups: [...groups] };
    });
    return { rows: this.#rows, columns };
  }

  /** A line for each column that has a spreadsheet's errors. */
  describeErrors(): string[] {
    return this.#counters.flatMap(({ column, errors, errorExample }) => {
      if (errors === 0) return [];
      const title = quote(COLUMN_DEFINITIONS[column].title);
      return [
        `${errors} cells of the column ${title} have an error of a spreadsheet or a formula ` +
          `instead of a value, such as ${errorExample}: they are unreadable`,
      ];
    });
  }
}

function addCell(counter: Counter, text: string, row: number): void {
  const { readable, isList, groups } = COLUMN_DEFINITIONS[counter.column];
  if (isWithoutValue(text)) {
    if (counter.errors === 0) counter.errorExample = `${quote(text)} in row ${row}`;
    counter.errors++;
    return;
  }
  if (!readable.test(text) || isPlaceholder(text)) return;
  counter.readable++;
  if (isList) counter.length += text.length;
  const group = groups?.toGroup(text) ?? null;
  if (group === null) return;
  const count = counter.groups.get(group);
  if (count !== undefined || counter.groups.size < MAX_GROUPS) {
    counter.groups.set(group, (count ?? 0) + 1);
  }
}
