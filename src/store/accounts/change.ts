import { Unavailable } from '../../domain/errors.ts';
import { type Collection, type Entries, findOne, type Stored } from '../port/documents.ts';

/** Enough for the servers and commands that change one document at the same time. */
const MAX_ATTEMPTS = 20;

/** The changes of one document that wait for each other in this process. */
const MAX_WAITING = 200;

/** What becomes of a stored document. */
interface Change<Doc extends Stored, Result> {
  result: Result;
  /** Null removes the document; by default it stays as it is. */
  next?: Doc | null;
  entries?: Entries;
}

/**
 * Changes the document with this id as `decide` says. When another process has written it meanwhile,
 * `decide` is called again with what is stored then. Rejects with a ValueTaken if another document has
 * a value of a unique index.
 */
type ChangeDocument<Doc extends Stored> = <Result>(
  id: string,
  decide: (stored: Doc | null) => Change<Doc, Result> | Promise<Change<Doc, Result>>,
) => Promise<Result>;

/** Another document has a value that must be unique. */
export class ValueTaken extends Error {}

/**
 * Changes of one document by this process wait for each other, so that none fails another. When the
 * store is Unavailable to one, those that wait for it are rejected too.
 */
export function createChanges<Doc extends Stored>(
  collection: Collection<Doc>,
): ChangeDocument<Doc> {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

  function write(stored: Doc | null, { next, entries }: Change<Doc, unknown>) {
    if (next) return collection.replace({ ...next, version: stored?.version ?? 0 }, entries);
    return stored === null || collection.remove(stored, entries);
  }

  const changeNow: ChangeDocument<Doc> = async (id, decide) => {
    let stored = await findOne(collection, id);
    let refused = 0;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const change = await decide(stored);
      if (change.next === undefined || (await write(stored, change))) return change.result;
      const found = await findOne(collection, id);
      // Once, it may have been inserted and removed meanwhile.
      refused = found?.version === stored?.version ? refused + 1 : 0;
      if (refused > 1) throw new ValueTaken(`another document has a value of ${id}`);
      stored = found;
    }
    throw new Unavailable(
      `the store: ${id} was changed by others in all of ${MAX_ATTEMPTS} attempts`,
    );
  };

  return async (id, decide) => {
    const queue = queues.get(id) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) {
      throw new Unavailable(`the store: ${MAX_WAITING} changes of ${id} wait already`);
    }
    queues.set(id, queue);
    queue.waiting++;
    const changed = queue.last.then(
      () => changeNow(id, decide),
      (error: unknown) => {
        if (error instanceof Unavailable) throw error;
        return changeNow(id, decide);
      },
    );
    queue.last = changed;
    try {
      return await changed;
    } finally {
      if (--queue.waiting === 0) queues.delete(id);
    }
  };
}
