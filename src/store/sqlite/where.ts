import type { SQLInputValue } from 'node:sqlite';
import {
  assertPath,
  type Comparison,
  type Query,
  type Scalar,
  toAlternatives,
  toComparisons,
  toPosition,
  type Where,
} from '../port/documents.ts';

/** A part of a statement, with the values of its `?`. */
interface Sql {
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

/**
 * The query for the rows where any of the alternatives holds, each once. A query of its own for each
 * uses its index, which the planner does not do for ranges that are joined by OR.
 */
export function toRowsSql(table: string, where: Query['where']): Sql {
  const parts = toAlternatives(where).map(toConditionsSql);
  const all = parts.length === 0 ? [NOTHING] : parts;
  const rows = all.map(({ text }) => `SELECT rowid FROM ${table} WHERE ${text}`);
  const union = rows.join(' UNION ALL ');
  return {
    text: rows.length === 1 ? union : `SELECT DISTINCT rowid FROM (${union})`,
    values: all.flatMap(({ values }) => values),
  };
}

/** The rows behind the one with these values. */
export function toAfterSql(query: Query): Sql {
  const { by, descending } = query;
  const values = toPosition(query);
  if (values === null) return { text: 'TRUE', values: [] };
  const operator = descending ? '<' : '>';
  const marks = values.map(() => '?').join(', ');
  const fields = by.map(toFieldSql);
  // The first bound alone says nothing more, and is a range of the index.
  const text = `${fields[0]} ${operator}= ? AND (${fields.join(', ')}) ${operator} (${marks})`;
  return { text, values: [values[0] ?? null, ...values] };
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
  return join(toComparisons(where).map(toComparisonSql), 'AND', 'TRUE');
}

const OPERATORS = {
  equal: 'IS',
  not: 'IS NOT',
  from: '>=',
  after: '>',
  to: '<=',
  before: '<',
} as const;

function toComparisonSql({ path, operator, value }: Comparison): Sql {
  const field = toFieldSql(path);
  if (operator === 'contains') return { text: `instr(${field}, ?) > 0`, values: [String(value)] };
  if (operator !== 'in') {
    return { text: `${field} ${OPERATORS[operator]} ?`, values: [toValue(value as Scalar)] };
  }
  const list = JSON.stringify((value as readonly Scalar[]).map(toValue));
  return { text: `${field} IN (SELECT value FROM json_each(?))`, values: [list] };
}

const NOTHING: Sql = { text: 'FALSE', values: [] };

function join(parts: readonly Sql[], operator: 'AND' | 'OR', none: 'TRUE' | 'FALSE'): Sql {
  if (parts.length === 0) return { text: none, values: [] };
  return {
    text: parts.map(({ text }) => `(${text})`).join(` ${operator} `),
    values: parts.flatMap(({ values }) => values),
  };
}
