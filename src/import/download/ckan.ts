import { ImportRefusal } from '../../domain/errors.ts';
import { describeAddress, requireAllowed } from './address.ts';

/** Where CKAN, the software of open data portals, describes a data set: `…/package_show?id=…`. */
const PACKAGE_SHOW = /\/api\/(?:\d\/)?action\/package_show$/;
/** The description of a data set with thousands of files. */
export const MAX_DESCRIPTION_BYTES = 2 ** 24;

export function isDataSet({ pathname }: URL): boolean {
  return PACKAGE_SHOW.test(pathname);
}

/** The address of the newest XLSX file of a data set. Throws ImportRefusal. */
export function findNewestWorkbook(dataSet: URL, description: string): URL {
  const address = describeAddress(dataSet);
  const workbooks = listResources(address, description).filter(isWorkbook);
  // Timestamps of one portal have one form; of equal ones the last in the list counts.
  const newest = workbooks.reduce<Resource | undefined>(
    (best, one) => (best === undefined || toTime(one) >= toTime(best) ? one : best),
    undefined,
  );
  const url = URL.parse(String(newest?.url), dataSet);
  if (newest !== undefined && url !== null) return requireAllowed(url);
  throw new ImportRefusal(`the data set at ${address} has no XLSX file: give the file's address`);
}

/** A file of a data set. Only the parts that are read; each may have any value. */
interface Resource {
  url?: unknown;
  format?: unknown;
  last_modified?: unknown;
  created?: unknown;
}

function listResources(address: string, description: string): Resource[] {
  const resources: unknown = parseJson(description)?.result?.resources;
  if (Array.isArray(resources)) return resources.filter((one) => typeof one?.url === 'string');
  throw new ImportRefusal(`${address} does not describe a data set: give the address of a file`);
}

function parseJson(text: string): { result?: { resources?: unknown } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isWorkbook({ url, format }: Resource): boolean {
  return /xlsx/i.test(String(format ?? '')) || /\.xlsx$/i.test(String(url).split(/[?#]/)[0] ?? '');
}

function toTime({ last_modified, created }: Resource): string {
  return String(last_modified ?? created ?? '');
}
