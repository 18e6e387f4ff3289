import type { DatabaseSync } from 'node:sqlite';
import { TIME_DIGITS } from '../imports/public-changes.ts';
import type { CompanyFilter } from '../port/search-reads.ts';

type FilterValue = string | number | boolean;

export interface Conditions {
  where: string;
  values: Record<string, string | number>;
}

/**
 * Joins the conditions of the fields that the filter gives; `1` if it gives none. Each condition
 * uses the parameter with the name of its field; `values` has the parameters.
 */
export function toConditions<Name extends string>(
  conditions: Readonly<Record<Name, string>>,
  filter: { readonly [Key in Name]?: FilterValue | undefined },
): Conditions {
  const given = (Object.keys(conditions) as Name[]).flatMap((name) => {
    const value: FilterValue | undefined = filter[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return {
    where: given.map(({ name }) => conditions[name]).join(' AND ') || '1',
    values: Object.fromEntries(
      given.map(({ name, value }) => [name, typeof value === 'boolean' ? Number(value) : value]),
    ),
  };
}

/** The beginning of the ids of an import's changes; see `public-changes.ts`. */
const IMPORT_TIME = `printf('%0${TIME_DIGITS}d', imports.document ->> '$.startedAtMs')`;

/** Conditions on the columns of `company_facets AS facets`. */
export const COMPANY_CONDITIONS: Readonly<Record<keyof CompanyFilter, string>> = {
  legalForm: 'legal_form = :legalForm',
  status: 'status = :status',
  region: 'region = :region',
  district: 'substr(region, 1, 2) = :district',
  caem: "instr(caem, ' ' || :caem || ' ') > 0",
  registeredFrom: 'reg_date >= :registeredFrom',
  registeredTo: 'reg_date <= :registeredTo',
  vatPayer: 'vat_payer = :vatPayer',
  flag: "instr(flags, ' ' || :flag || ' ') > 0",
  gone: 'gone = :gone',
  importId: `facets.idno IN (SELECT CAST(substr(change.id, ${TIME_DIGITS + 2}) AS INTEGER)
    FROM imports JOIN publicChanges AS change ON change.id > ${IMPORT_TIME} || ':'
      AND change.id < ${IMPORT_TIME} || ';'
    WHERE imports.id = :importId)`,
};

interface PageQuery {
  from: string;
  /** Default: all. */
  columns?: string;
  conditions: Conditions;
  /** The column that orders the rows, each with a value of its own. */
  by: string;
  /** The page begins after this value. */
  after: string | number;
  first: number;
}

/** A page of the rows that match. */
export function listRows(db: DatabaseSync, query: PageQuery): Record<string, unknown>[] {
  const { from, columns = '*', conditions, by, after, first } = query;
  const { where, values } = conditions;
  return db
    .prepare(
      `SELECT ${columns} FROM ${from} WHERE ${by} > :after AND ${where} ORDER BY ${by} LIMIT :first`,
    )
    .all({ ...values, after, first });
}

/** See `QueryReads`. */
export function countRows(
  db: DatabaseSync,
  table: string,
  { where, values }: Conditions,
  max: number,
): number | null {
  const rows = `SELECT 1 FROM ${table} WHERE ${where} LIMIT :limit`;
  const counted = db.prepare(`SELECT count(*) AS count FROM (${rows})`);
  const count = Number(counted.get({ ...values, limit: max + 1 })?.['count']);
  return count > max ? null : count;
}

/**
 * An FTS5 query for rows with all words in a column, the last one incomplete if it is being typed.
 * Words consist of letters and digits, so they need no escaping within the quotes.
 */
export function toMatch(column: string, words: readonly string[], isTyped: boolean): string {
  const quoted = words.map((word) => `"${word}"`);
  return `${column} : (${quoted.join(' AND ')}${isTyped ? ' *' : ''})`;
}
