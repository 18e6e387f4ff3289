import { Unavailable } from '../domain/errors.ts';
import type { ActivityClass } from '../domain/register/activities.ts';
import { listCaemCodes } from '../domain/register/caem/tables.ts';
import { RETRY_AFTER_FAULT_SECONDS } from '../web/errors.ts';
import { type CodeList, toCodeList } from './code-lists.ts';

export const CAEM_LIST_PATH = '/codes/caem.json';
/** Between two reads: a flood of requests costs the store one in that time. */
const REFRESH_MS = 60_000;
/** Between a failed read and the next. */
const RETRY_MS = RETRY_AFTER_FAULT_SECONDS * 1_000;

export interface ActivityReads {
  /** The activities of all stored companies. Rejects with Unavailable. */
  listActivities(): Promise<readonly ActivityClass[]>;
}

/**
 * Reads every code of activities that an answer can contain: those of the tables and those of
 * companies. All requests share a read and its result; while the store is unavailable they get
 * the last list.
 */
export function createReadCaemList(
  companies: ActivityReads,
  elapsedMs: () => number,
): () => Promise<CodeList> {
  let last: CodeList | null = null;
  let reading: Promise<CodeList> | null = null;
  let nextReadMs = 0;

  async function read(): Promise<CodeList> {
    const startMs = elapsedMs();
    nextReadMs = Number.POSITIVE_INFINITY;
    try {
      last = toCodeList('caem', listCaemCodes(await companies.listActivities()));
      nextReadMs = startMs + REFRESH_MS;
      return last;
    } catch (error) {
      nextReadMs = elapsedMs() + RETRY_MS;
      if (last === null || !(error instanceof Unavailable)) throw error;
      return last;
    }
  }

  return () => {
    if (reading === null || elapsedMs() >= nextReadMs) reading = read();
    return reading;
  };
}
