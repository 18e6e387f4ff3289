import { DatabaseSync } from 'node:sqlite';
import type { Company } from '../../src/domain/company/company.ts';
import { COMPANY, makeBare } from './companies.ts';

/** The last version of `companies.db` with companies as objects. */
const UNPACKED_VERSION = 6;

/** What companies had then, in the order in which it is stored now. */
const FIELDS = [
  'caem',
  'idno',
  'name',
  'legalForm',
  'status',
  'regDate',
  'address',
  'region',
  'capital',
  'vatPayer',
  'caemMain',
  'founders',
  'admins',
];
const FOUNDER = ['name', 'share', 'type'];
const DIRECTOR = ['name', 'role'];

/** A company without the fields that were added since then. */
export const OLDER_COMPANY: Company = {
  ...makeBare(COMPANY),
  ...Object.fromEntries(Object.entries(COMPANY).filter(([name]) => FIELDS.includes(name))),
};

/** Rewrites companies as they were stored before they were packed. */
export function storeAsObjects(path: string): void {
  const db = new DatabaseSync(path);
  db.function('to_company', (column) => toCompany(JSON.parse(String(column))));
  db.function('to_details', (column) => toDetails(JSON.parse(String(column))));
  db.exec(`
    UPDATE companies SET company = to_company(company), details = to_details(details);
    PRAGMA user_version = ${UNPACKED_VERSION};
  `);
  db.close();
}

function toCompany(values: unknown[]): string {
  const company = toObject(FIELDS, values);
  const founders = company['founders'] as unknown[][];
  return JSON.stringify({ ...company, founders: founders.map((one) => toObject(FOUNDER, one)) });
}

function toDetails([
  directors,
  licensedActivities,
  liquidatedOn,
  flags,
  ...more
]: unknown[]): string {
  const [dumpDate, classificationId, raw] = more;
  return JSON.stringify({
    directors: (directors as unknown[][]).map((one) => toObject(DIRECTOR, one)),
    licensedActivities,
    liquidatedOn,
    flags,
    source: { dumpDate, classificationId },
    raw,
  });
}

function toObject(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, place) => [name, values[place]]));
}
