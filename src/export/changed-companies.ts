import { readChangesCursor, toChangesCursor } from '../answers/changes.ts';
import { MAX_CHANGES_LIMIT } from '../domain/company/public-changes.ts';
import type { ChangePage, ChangePlace } from '../store/port/public-changes.ts';
import type { CompanySnapshot } from '../store/port/store.ts';

/** Changes behind a place, and the companies that they name. */
export interface ChangedCompanies {
  /** In ascending order, each once. */
  idnos: string[];
  /** The cursor behind these changes. */
  next: string;
}

/** The place of a cursor that a person gave. Throws an Error of one line. */
export function toSince(cursor: string): ChangePlace {
  const place = readChangesCursor(cursor);
  if (place !== null) return place;
  throw new Error(
    '--since is no cursor: give that of an earlier export, or next of /api/v1/changes',
  );
}

/** The cursor of the newest change. */
export async function findPresent({ changes }: CompanySnapshot): Promise<string> {
  const query = { start: null, first: 1, keptFromMs: 0 };
  const page = await changes.readChanges(query);
  if (page === null) throw new Error('the changes of the store cannot be read');
  return toChangesCursor(page.next);
}

/** Rejects with an Error of one line if some of the changes are no longer kept. */
export async function findChanged(
  { changes }: CompanySnapshot,
  since: ChangePlace,
  keptFromMs: number,
): Promise<ChangedCompanies> {
  const idnos = new Set<string>();
  for (let start = since; ; ) {
    const query = { start, first: MAX_CHANGES_LIMIT, keptFromMs };
    const page: ChangePage | null = await changes.readChanges(query);
    if (page === null) {
      throw new Error(
        'some changes since this cursor are no longer kept: export all companies, without --since',
      );
    }
    for (const { idno } of page.changes) idnos.add(idno);
    if (!page.more) return { idnos: [...idnos].sort(), next: toChangesCursor(page.next) };
    start = page.next;
  }
}
