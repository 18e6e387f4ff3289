import type { Document } from 'mongodb';
import {
  assertPath,
  type Query,
  type Scalar,
  toAlternatives,
  toBounds,
  type Where,
} from '../port/documents.ts';

/** Removed documents whose entries are not in their logs yet have a version below 0. */
const IS_STORED = { version: { $gt: 0 } };

/** The field of a stored document (`document-collection.ts`). */
export function toField(path: string): string {
  assertPath(path);
  if (path === 'id') return '_id';
  return path === 'version' ? path : `document.${path}`;
}

/** Matches where any of the alternatives holds. */
export function toFilter(where: Query['where']): Document {
  const alternatives = toAlternatives(where).map(toConditions);
  const [first] = alternatives;
  // MongoDB takes no empty list.
  if (first === undefined) return { _id: { $in: [] } };
  if (alternatives.length === 1) return { $and: [IS_STORED, ...first] };
  return { $and: [IS_STORED, { $or: alternatives.map(toAll) }] };
}

export function toQueryFilter({ where, by, descending, after }: Query): Document {
  const filter = toFilter(where);
  if (after == null) return filter;
  if (after.length !== by.length) {
    throw new RangeError(
      `a position has a value for each of ${by.join(', ')}, got ${after.length}`,
    );
  }
  const [beyond, upTo] = descending ? (['$lt', '$lte'] as const) : (['$gt', '$gte'] as const);
  const fields = by.map(toField);
  const isBehind = fields.map((field, index) => {
    const equal = fields.slice(0, index).map((one, place) => [one, after[place]]);
    return { ...Object.fromEntries(equal), [field]: { [beyond]: after[index] } };
  });
  // The first bound alone says nothing more, and is a range of the index.
  const [first = '_id'] = fields;
  return { $and: [filter, { [first]: { [upTo]: after[0] } }, { $or: isBehind }] };
}

export function toSort({ by, descending }: Query): Record<string, 1 | -1> {
  return Object.fromEntries(by.map((path) => [toField(path), descending ? -1 : 1]));
}

function toConditions(where: Where): Document[] {
  return Object.entries(where).flatMap(([path, condition]) => {
    if (condition === undefined) return [];
    const field = toField(path);
    const bounds = toBounds(condition);
    if (bounds === null) return [{ [field]: toEqual(condition as Scalar) }];
    return Object.entries(bounds).flatMap(([name, value]) =>
      value === undefined ? [] : [toBound(field, name as keyof typeof OPERATORS, value)],
    );
  });
}

/** With its type: a partial index of texts is only used by a query that repeats its condition. */
export function toEqual(value: Scalar): Document {
  return typeof value === 'string' ? { $eq: value, $type: 'string' } : { $eq: value };
}

const OPERATORS = {
  from: '$gte',
  after: '$gt',
  to: '$lte',
  before: '$lt',
  not: '$ne',
  in: '$in',
  contains: '$indexOfBytes',
} as const;

function toBound(field: string, name: keyof typeof OPERATORS, value: unknown): Document {
  if (name !== 'contains') return { [field]: { [OPERATORS[name]]: value } };
  // A plain text, so that no character needs escaping as in a regular expression.
  return { $expr: { $gte: [{ $indexOfBytes: [`$${field}`, { $literal: value }] }, 0] } };
}

function toAll(conditions: readonly Document[]): Document {
  return conditions.length === 0 ? {} : { $and: conditions };
}
