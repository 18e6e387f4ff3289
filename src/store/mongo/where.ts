import type { Document } from 'mongodb';
import {
  assertPath,
  type Comparison,
  type Query,
  toAlternatives,
  toComparisons,
  toPosition,
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

export function toQueryFilter(query: Query): Document {
  const { by, descending } = query;
  const filter = toFilter(query.where);
  const after = toPosition(query);
  if (after === null) return filter;
  const [beyond, upTo] = descending ? (['$lt', '$lte'] as const) : (['$gt', '$gte'] as const);
  const fields = by.map(toField);
  const isBehind = fields.map((field, index) => {
    const equal = fields.slice(0, index).map((one, place) => [one, after[place]]);
    return { ...Object.fromEntries(equal), [field]: { [beyond]: after[index] } };
  });
  // The first bound alone says nothing more, and is a range of the index.
  const [first = '_id'] = fields;
  return { $and: [filter, { [first]: withType(upTo, after[0]) }, { $or: isBehind }] };
}

export function toSort({ by, descending }: Query): Record<string, 1 | -1> {
  return Object.fromEntries(by.map((path) => [toField(path), descending ? -1 : 1]));
}

function toConditions(where: Where): Document[] {
  return toComparisons(where).map(toCondition);
}

const OPERATORS = {
  equal: '$eq',
  not: '$ne',
  from: '$gte',
  after: '$gt',
  to: '$lte',
  before: '$lt',
  in: '$in',
} as const;

function toCondition({ path, operator, value }: Comparison): Document {
  const field = toField(path);
  if (operator === 'contains') {
    // A plain text, so that no character needs escaping as in a regular expression.
    return { $expr: { $gte: [{ $indexOfBytes: [`$${field}`, { $literal: value }] }, 0] } };
  }
  const compared = { [OPERATORS[operator]]: value };
  return { [field]: operator === 'not' ? compared : withType(OPERATORS[operator], value) };
}

/** A text with its type: a partial index of texts is only used by a query that repeats its condition. */
function withType(operator: string, value: unknown): Document {
  return { [operator]: value, ...(typeof value === 'string' && { $type: 'string' }) };
}

function toAll(conditions: readonly Document[]): Document {
  return conditions.length === 0 ? {} : { $and: conditions };
}
