import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { withLock } from './lock.ts';

const FOUNDERS = toLists('company', 'founders', ['name', 'share', 'type']);
const DIRECTORS = toLists('details', 'directors', ['name', 'role']);

/** The rows of a file from before they were packed are objects; see `packed-company.ts`. */
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

/** Packs the companies of an older file. Throws if a server or an import is using the folder. */
export function packCompanies(db: DatabaseSync): void {
  const objects = db.prepare(`SELECT 1 FROM companies WHERE ${ARE_OBJECTS} LIMIT 1`);
  if (objects.get() === undefined) return;
  const dataDir = dirname(db.location() ?? '');
  // Earlier versions would neither understand the rows nor write new ones in this form.
  withLock(dataDir, 'server', () => withLock(dataDir, 'import', () => db.exec(PACK)));
}

/** SQL for the values of each object of a list, without their names. */
function toLists(column: string, list: string, names: readonly string[]): string {
  const values = names.map((name) => `value -> '${name}'`).join(', ');
  return `(SELECT json_group_array(json_array(${values}) ORDER BY key)
    FROM json_each(companies.${column}, '$.${list}'))`;
}
