import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '../../domain/errors.ts';
import { MAX_DELETED } from '../port/documents.ts';
import { type AccountDocuments, type DocumentCollections, LAYOUT } from '../port/layout.ts';
import type { Counters } from '../port/usage.ts';

/** All that is stored of accounts. */
export interface AccountData {
  documents: DocumentCollections;
  counters: Counters;
}

type OwnedName = Exclude<keyof AccountDocuments, 'accounts' | 'audit' | 'events' | 'deletions'>;

/** How long a deletion is known: longer than a power cut may set `usage.db` back. */
const KEPT_MS = 86_400_000;
/** The most deletions that one call completes; the rest waits for the next. */
const MAX_FINISHED = 100;
/** Per call of `removeAll`; what remains after that goes with a later call. */
const MAX_BATCHES = 1_000;

/**
 * Removes what belongs to an account whose deletion is recorded. There are no transactions over several
 * documents, so this is no part of the deletion; `finishDeletions` completes it.
 */
export async function removeOwned(data: AccountData, accountId: string): Promise<void> {
  for (const name of Object.keys(LAYOUT) as (keyof AccountDocuments)[]) {
    if (LAYOUT[name].owner !== undefined) {
      await removeAll((max) => removeOf(data.documents, name as OwnedName, accountId, max));
    }
  }
  await removeAll((max) => data.counters.removeWhere({ accountId }, max));
  await data.documents.deletions.patchWhere({ id: accountId }, { isFinished: true }, 1);
}

/**
 * Completes deletions that were interrupted. After a day it removes once more what belongs to the
 * account, which a power cut or another process may have brought back, and forgets the deletion.
 */
export async function finishDeletions(data: AccountData, nowMs: number): Promise<void> {
  const { deletions } = data.documents;
  const isOld = { atMs: { before: nowMs - KEPT_MS } };
  const where = [{ isFinished: false }, isOld];
  for (const { id } of await deletions.find({ where, by: ['atMs', 'id'], first: MAX_FINISHED })) {
    await removeOwned(data, id);
    await deletions.removeWhere({ id, ...isOld }, 1);
  }
}

/**
 * Call it after a write of what belongs to accounts: the deletion of an account removes what it finds,
 * and this what was written later. Returns the accounts that do not exist.
 */
export async function removeIfDeleted(
  documents: DocumentCollections,
  name: OwnedName,
  accountIds: readonly string[],
): Promise<string[]> {
  const deleted = await listDeleted(documents, accountIds);
  for (const id of deleted) await removeAll((max) => removeOf(documents, name, id, max));
  return deleted;
}

/** Those of these accounts that do not exist, each once. */
export async function listDeleted(
  { accounts }: Pick<DocumentCollections, 'accounts'>,
  accountIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(accountIds)];
  if ((await accounts.count({ id: { in: ids } }, ids.length)) === ids.length) return [];
  const found = await accounts.getMany(ids);
  return ids.filter((_, index) => found[index] === null);
}

function removeOf(documents: DocumentCollections, name: OwnedName, id: string, max: number) {
  return documents[name].removeWhere({ [LAYOUT[name].owner ?? 'id']: id }, max);
}

/** Repeats a removal of at most `max` until there is nothing left, and returns of how many. */
export async function removeAll(removeSome: (max: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const some = await removeSome(MAX_DELETED);
    removed += some;
    if (some < MAX_DELETED) break;
    // Lets requests run in between.
    await setImmediate();
  }
  return removed;
}

/** For work that a later call of `finishDeletions` does again. */
export async function ignoreUnavailable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
}
