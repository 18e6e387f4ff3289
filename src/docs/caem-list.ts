import type { ActivityClass } from '../domain/register/activities.ts';
import { listCaemCodes } from '../domain/register/caem/tables.ts';
import { type CodeList, toCodeList } from './code-lists.ts';

export const CAEM_LIST_PATH = '/codes/caem.json';
/** How old the list may be: a flood of requests costs the store one read in that time. */
const MAX_AGE_MS = 60_000;

export interface ActivityReads {
  /** The activities of all stored companies. Rejects with Unavailable. */
  listActivities(): Promise<readonly ActivityClass[]>;
}

/**
 * Reads every code of activities that an answer can contain: those of the tables and those of
 * companies. All requests share a read that still runs.
 */
export function createReadCaemList(
  companies: ActivityReads,
  elapsedMs: () => number,
): () => Promise<CodeList> {
  let list: Promise<CodeList> | null = null;
  let readAtMs = 0;

  function refresh(): Promise<CodeList> {
    const reading = companies
      .listActivities()
      .then((activities) => toCodeList('caem', listCaemCodes(activities)));
    // After a failure the next request reads it again.
    reading.catch(() => {
      if (list === reading) list = null;
    });
    return reading;
  }

  return () => {
    if (list === null || elapsedMs() - readAtMs >= MAX_AGE_MS) {
      readAtMs = elapsedMs();
      list = refresh();
    }
    return list;
  };
}
