import type { DatabaseSync } from 'node:sqlite';

const FOUNDERS = toLists('company', 'founders', ['name', 'share', 'type']);
const DIRECTORS = toLists('details', 'directors', ['name', 'role']);

/** The rows of a file from before they were packed are objects; see `company-record.ts`. */
const ARE_OBJECTS = "json_type(company) = 'object'";
const PACK = `
  UPDATE companies SET
    company = json_array(company -> 'caem', company -> 'idno', company -> 'name',
      company -> 'legalForm', company -> 'status', company -> 'regDate', company -> 'address',
      company -> 'region', company -> 'capital', company -> 'vatPayer', company -> 'caemMain',
      json(${FOUNDERS}), company -> 'admins'),
    details = json_array(json(${DIRECTORS}), details -> 'licensedActivities',
      details -> 'liquidatedOn', details -> 'flags', details -> '$.source.dumpDate',
      details -> '$.source.classificationId', details -> 'raw')
  WHERE ${ARE_OBJECTS}`;

/** Packs the companies of an older file. */
export function packCompanies(db: DatabaseSync): void {
  db.exec(PACK);
}

/** SQL for the values of each object of a list, without their names. */
function toLists(column: string, list: string, names: readonly string[]): string {
  const values = names.map((name) => `value -> '${name}'`).join(', ');
  return `(SELECT json_group_array(json_array(${values}) ORDER BY key)
    FROM json_each(companies.${column}, '$.${list}'))`;
}
