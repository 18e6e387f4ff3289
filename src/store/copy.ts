import { isDeepStrictEqual } from 'node:util';
import type { ActivityClass } from '../domain/register/activities.ts';
import { toChange } from './imports/history.ts';
import type { StoredCompany } from './port/companies.ts';
import { type Collection, findOne } from './port/documents.ts';
import { type Documents, LAYOUT } from './port/layout.ts';
import type { UsageCount } from './port/usage.ts';
import type { WholeStore } from './store.ts';

/** How both stores read and write the records of one kind. */
interface Kind<Stored> {
  name: string;
  /** Those after `after`, in one order on both stores. */
  list(store: WholeStore, after: Stored | null, first: number): Promise<Stored[]>;
  toKey(record: Stored): string;
  /** Of two with one key. */
  isSame(one: Stored, other: Stored): boolean;
  /** Inserts them, and replaces those with their keys. */
  write(store: WholeStore, records: readonly Stored[]): Promise<void>;
}

type CopyStep = 'written' | 'checked';

/** Bounds the memory: the largest watch lists of a page take some 100 MB. */
const RECORDS_PER_PAGE = 250;
const COPY_ID = 'copy';

const ACTIVITIES: Kind<ActivityClass> = {
  name: 'activities',
  async list({ companies }, after, first) {
    const all = await companies.listActivities();
    return all
      .filter(({ code }) => after === null || code > after.code)
      .sort((one, other) => (one.code < other.code ? -1 : 1))
      .slice(0, first);
  },
  toKey: ({ code }) => code,
  // Of the labels that companies have had with a code, a store may list any.
  isSame: () => true,
  write: ({ companies }, records) => companies.recordActivities(records),
};

const COMPANIES: Kind<StoredCompany> = {
  name: 'companies',
  async list({ companies }, after, first) {
    const idnos = await companies.listIdnos(after?.company.idno ?? null, first);
    const records = await companies.findRecords(idnos);
    return records.map((record, index) => {
      if (record !== null) return record;
      throw new Error(`the company ${idnos[index]} is listed and cannot be read: copy again`);
    });
  },
  toKey: ({ company }) => company.idno,
  isSame: isDeepStrictEqual,
  write: ({ companies }, records) => companies.write(records, []),
};

const USAGE: Kind<UsageCount> = {
  name: 'usage',
  list: ({ counters }, after, first) => counters.listAll(after, first),
  toKey: ({ accountId, day }) => `${accountId} ${day}`,
  isSame: isDeepStrictEqual,
  // Adding to counts that are there would not replace them: the check finds those that differ.
  async write({ counters }, records) {
    const missing = Map.groupBy(records, ({ accountId }) => accountId);
    const added = Array.from(missing, async ([accountId, days]) => {
      const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
      const known = new Set((await counters.list(accountId, first, last)).map(({ day }) => day));
      return days.filter(({ day }) => !known.has(day));
    });
    await counters.add((await Promise.all(added)).flat());
  },
};

type CopiedDocuments = Omit<Documents, 'copies'>;

function toDocumentKind<Name extends keyof CopiedDocuments>(name: Name): Kind<Documents[Name]> {
  // The compiler cannot infer that a name and its collection have one type.
  const collectionOf = ({ documents }: WholeStore) =>
    documents[name] as unknown as Collection<Documents[Name]>;
  return {
    name,
    list: (store, after, first) =>
      collectionOf(store).find({ by: ['id'], after: after && [after.id], first }),
    toKey: ({ id }) => id,
    isSame: isDeepStrictEqual,
    write: (store, records) => collectionOf(store).restore(records),
  };
}

/** Written as imports write them, with what former names are found by. */
const HISTORY: Kind<Documents['history']> = {
  ...toDocumentKind('history'),
  write: ({ companies }, records) => companies.write([], records.map(toChange)),
};

const NAMES = Object.keys(LAYOUT) as (keyof Documents)[];

const KINDS = [
  toSteps(ACTIVITIES),
  toSteps(COMPANIES),
  toSteps(USAGE),
  ...NAMES.flatMap((name) => {
    if (name === 'copies') return [];
    return name === 'history' ? toSteps(HISTORY) : toSteps(toDocumentKind(name));
  }),
];

/**
 * Copies all records into an empty store, and then checks that both stores have the same ones. The
 * next copy continues an interrupted one; a finished one is only checked, since servers may use the
 * new store. Throws a one-line Error if the new store has other data or the stores differ.
 */
export async function copyStore(
  from: WholeStore,
  to: WholeStore,
  nowMs: () => number,
  onStep: (step: CopyStep, kind: string, records: number) => void,
): Promise<void> {
  const { copies } = to.documents;
  const earlier = await findOne(copies, COPY_ID);
  if (earlier === null) await requireEmpty(to);
  const copy = earlier ?? { id: COPY_ID, version: 1, startedAtMs: nowMs(), finishedAtMs: null };
  if (copy.finishedAtMs === null) {
    await copies.restore([copy]);
    for (const { name, write } of KINDS) onStep('written', name, await write(from, to));
    await to.companies.flush();
  }
  for (const { name, check } of KINDS) onStep('checked', name, await check(from, to));
  if (copy.finishedAtMs === null) await copies.restore([{ ...copy, finishedAtMs: nowMs() }]);
}

async function requireEmpty(to: WholeStore): Promise<void> {
  for (const { name, isEmpty } of KINDS) {
    if (await isEmpty(to)) continue;
    throw new Error(
      `the store to copy to is not empty, it has ${name}: choose an empty one, so that nothing is ` +
        'overwritten',
    );
  }
}

/** The steps of one kind, which hide the type of its records. */
function toSteps<Stored>({ name, list, toKey, isSame, write }: Kind<Stored>) {
  async function* listPages(store: WholeStore): AsyncGenerator<[Stored | null, Stored[]]> {
    for (let after: Stored | null = null; ; ) {
      const records: Stored[] = await list(store, after, RECORDS_PER_PAGE);
      yield [after, records];
      const last = records.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  const isEqual = (one: Stored | undefined, other: Stored) =>
    one !== undefined && toKey(one) === toKey(other) && isSame(one, other);

  return {
    name,
    isEmpty: async (store: WholeStore) => (await list(store, null, 1)).length === 0,
    /** Writes what is missing or different in the new store, and returns how many records. */
    async write(from: WholeStore, to: WholeStore): Promise<number> {
      let written = 0;
      for await (const [after, records] of listPages(from)) {
        const copied = await list(to, after, records.length);
        const byKey = new Map(copied.map((one) => [toKey(one), one]));
        const missing = records.filter((record) => !isEqual(byKey.get(toKey(record)), record));
        if (missing.length > 0) await write(to, missing);
        written += missing.length;
      }
      return written;
    },
    /** Returns how many records both have. Throws a one-line Error if they are not the same. */
    async check(from: WholeStore, to: WholeStore): Promise<number> {
      let checked = 0;
      for await (const [after, records] of listPages(from)) {
        // After the last page there must be nothing.
        const copied = await list(to, after, Math.max(records.length, 1));
        const isWhole = copied.length === records.length;
        if (!isWhole || !records.every((record, index) => isEqual(copied[index], record))) {
          // Does not name the records, as their ids may identify sessions.
          throw new Error(
            `the stores differ in ${name}: one of them has changed since it was copied; copy into an ` +
              'empty store',
          );
        }
        checked += records.length;
      }
      return checked;
    },
  };
}
