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
  /** Those behind `after`, in one order on both stores. */
  list(store: WholeStore, after: Stored | null, first: number): Promise<Stored[]>;
  /** Those that are missing, and on all but the counts also those that differ. */
  write(store: WholeStore, records: readonly Stored[]): Promise<void>;
  toKey(record: Stored): string;
  /** Of two with one key. */
  isSame(one: Stored, other: Stored): boolean;
}

/** The numbers of records of one kind. */
interface CopyCount {
  kind: string;
  /** In the store that is copied. */
  read: number;
  /** The others were already in the new store, and equal. */
  written: number;
}

/** Bounds the memory, and the time of one write. */
const RECORDS_PER_PAGE = 500;
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
  write: ({ companies }, records) => companies.recordActivities(records),
  toKey: ({ code }) => code,
  // Companies have had different labels for one code, and each is right.
  isSame: () => true,
};

const COMPANIES: Kind<StoredCompany> = {
  name: 'companies',
  async list({ companies }, after, first) {
    const idnos = await companies.listIdnos(after?.company.idno ?? null, first);
    return (await companies.findRecords(idnos)).flatMap((one) => one ?? []);
  },
  write: ({ companies }, records) => companies.write(records, []),
  toKey: ({ company }) => company.idno,
  isSame: isDeepStrictEqual,
};

const USAGE: Kind<UsageCount> = {
  name: 'usage',
  list: ({ counters }, after, first) => counters.listAll(after, first),
  write: ({ counters }, records) => counters.add(records),
  toKey: ({ accountId, day }) => `${accountId} ${day}`,
  isSame: isDeepStrictEqual,
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
    write: (store, records) => collectionOf(store).restore(records),
    toKey: ({ id }) => id,
    isSame: isDeepStrictEqual,
  };
}

/** Written as imports write them, with what former names are found by. */
const HISTORY: Kind<Documents['history']> = {
  ...toDocumentKind('history'),
  write: ({ companies }, records) => companies.write([], records.map(toChange)),
};

const NAMES = Object.keys(LAYOUT) as (keyof Documents)[];

const KINDS = [
  toCopied(ACTIVITIES),
  toCopied(COMPANIES),
  toCopied(USAGE),
  ...NAMES.flatMap((name) => {
    if (name === 'copies') return [];
    return name === 'history' ? toCopied(HISTORY) : toCopied(toDocumentKind(name));
  }),
];

/**
 * Copies all records into an empty store and checks each of them there. The next copy continues an
 * interrupted one. A finished copy is only checked, since servers may have changed it. Throws a
 * one-line Error if the new store contains other data, or a different or surplus record.
 */
export async function copyStore(
  from: WholeStore,
  to: WholeStore,
  nowMs: () => number,
  onCopied: (count: CopyCount) => void,
): Promise<void> {
  const { copies } = to.documents;
  const earlier = await findOne(copies, COPY_ID);
  if (earlier === null) await requireEmpty(to);
  const begun = earlier ?? (await begin(to, nowMs()));
  for (const { copy } of KINDS) onCopied(await copy(from, to, begun.finishedAtMs !== null));
  if (begun.finishedAtMs === null) await copies.replace({ ...begun, finishedAtMs: nowMs() });
}

async function requireEmpty(to: WholeStore): Promise<void> {
  for (const { name, isEmpty } of KINDS) {
    if (await isEmpty(to)) continue;
    throw new Error(
      `the new store has ${name} that no copy has brought: name an empty one, so that nothing is ` +
        'overwritten',
    );
  }
}

async function begin({ documents: { copies } }: WholeStore, startedAtMs: number) {
  const document = { id: COPY_ID, version: 0, startedAtMs, finishedAtMs: null };
  const begun = await copies.replace(document);
  if (begun !== null) return begun;
  throw new Error('another copy into the new store has begun: wait for its end');
}

/** The copy of one kind, of whose records no other has to know the type. */
function toCopied<Stored>({ name, list, write, toKey, isSame }: Kind<Stored>) {
  /** Those of a page that the new store has not, or not as they are. */
  async function findMissing(
    records: readonly Stored[],
    to: WholeStore,
    after: Stored | null,
  ): Promise<Stored[]> {
    const copied = await list(to, after, records.length);
    const byKey = new Map(copied.map((one) => [toKey(one), one]));
    return records.filter((record) => {
      const one = byKey.get(toKey(record));
      return one === undefined || !isSame(one, record);
    });
  }

  /** Returns how many records it wrote. */
  async function copyPage(
    records: readonly Stored[],
    to: WholeStore,
    after: Stored | null,
    isFinished: boolean,
  ): Promise<number> {
    const missing = await findMissing(records, to, after);
    if (missing.length === 0) return 0;
    if (isFinished) throw toCopyError(name, missing, 'has changed since the copy was finished');
    await write(to, missing);
    await to.companies.flush();
    const wrong = await findMissing(records, to, after);
    if (wrong.length === 0) return missing.length;
    throw toCopyError(name, wrong, 'is not what was written, or one is surplus');
  }

  return {
    name,
    isEmpty: async (store: WholeStore) => (await list(store, null, 1)).length === 0,
    async copy(from: WholeStore, to: WholeStore, isFinished: boolean): Promise<CopyCount> {
      let [read, written] = [0, 0];
      let after: Stored | null = null;
      for (;;) {
        const records: Stored[] = await list(from, after, RECORDS_PER_PAGE);
        const last = records.at(-1);
        if (last === undefined) break;
        written += await copyPage(records, to, after, isFinished);
        read += records.length;
        after = last;
      }
      if ((await list(to, after, 1)).length === 0) return { kind: name, read, written };
      throw new Error(`the new store has more ${name} than the old one: copy into an empty one`);
    },
  };
}

/** Does not name the records, as their ids may identify sessions. */
function toCopyError(name: string, { length }: readonly unknown[], problem: string): Error {
  return new Error(`of the ${name} in the new store one or more (${length} at once) ${problem}`);
}
