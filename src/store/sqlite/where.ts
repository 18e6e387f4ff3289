import type { SQLInputValue } from 'node:sqlite';
import {
  assertPath,
  type Query,
  type Scalar,
  toAlternatives,
  toBounds,
  type Where,
} from '../port/documents.ts';

/** A part of a statement, with the values of its `?`. */
export interface Sql {
  text: string;
  values: SQLInputValue[];
}

const COLUMNS: ReadonlySet<string> = new Set(['id', 'version']);

/** SQL for a field of a row (`document-collection.ts`). Indexes are on the same texts. */
export function toFieldSql(path: string): string {
  assertPath(path);
  return COLUMNS.has(path) ? path : `document ->> '$.${path}'`;
}

/** True where any of the alternatives holds. */
export function toWhereSql(where: Query['where']): Sql {
  return join(toAlternatives(where).map(toConditionsSql), 'OR', 'FALSE');
}

/** The rows behind the one with these values. */
export function toAfterSql({ by, descending, after }: Query): Sql {
  if (after == null) return { text: 'TRUE', values: [] };
  if (after.length !== by.length) {
    throw new RangeError(
      `a position has a value for each of ${by.join(', ')}, got ${after.length}`,
    );
  }
  const marks = after.map(() => '?').join(', ');
  const fields = by.map(toFieldSql).join(', ');
  return { text: `(${fields}) ${descending ? '<' : '>'} (${marks})`, values: [...after] };
}

export function toOrderSql({ by, descending }: Query): string {
  return by.map((path) => toFieldSql(path) + (descending ? ' DESC' : '')).join(', ');
}

/** True where all of these hold. */
export function toAllSql(...conditions: readonly Sql[]): Sql {
  return join(conditions, 'AND', 'TRUE');
}

function toValue(scalar: Scalar): SQLInputValue {
  return typeof scalar === 'boolean' ? Number(scalar) : scalar;
}

function toConditionsSql(where: Where): Sql {
  const all = Object.entries(where).flatMap(([path, condition]) => {
    if (condition === undefined) return [];
    const field = toFieldSql(path);
    const bounds = toBounds(condition);
    if (bounds === null) return [toComparison(field, 'IS', condition as Scalar)];
    return Object.entries(bounds).map(([name, value]) => {
      return toBoundSql(field, name as keyof typeof COMPARISONS, value);
    });
  });
  return join(all, 'AND', 'TRUE');
}

const COMPARISONS = {
  from: '>=',
  after: '>',
  to: '<=',
  before: '<',
  not: 'IS NOT',
  in: 'IN',
  contains: 'instr',
} as const;

function toBoundSql(field: string, name: keyof typeof COMPARISONS, value: unknown): Sql {
  if (value === undefined) return { text: 'TRUE', values: [] };
  if (name === 'in') {
    const list = (value as Scalar[]).map(toValue);
    return { text: `${field} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(list)] };
  }
  if (name === 'contains') return { text: `instr(${field}, ?) > 0`, values: [String(value)] };
  return toComparison(field, COMPARISONS[name], value as Scalar);
}

function toComparison(field: string, comparison: string, value: Scalar): Sql {
  return { text: `${field} ${comparison} ?`, values: [toValue(value)] };
}

function join(parts: readonly Sql[], operator: 'AND' | 'OR', none: 'TRUE' | 'FALSE'): Sql {
  if (parts.length === 0) return { text: none, values: [] };
  return {
    text: parts.map(({ text }) => `(${text})`).join(` ${operator} `),
    values: parts.flatMap(({ values }) => values),
  };
}
