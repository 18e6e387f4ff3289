import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Collections,
  type Condition,
  type Layout,
  type Query,
  type Scalar,
  type Stored,
  toAlternatives,
  type Where,
} from '../../src/store/port/documents.ts';

interface Thing extends Stored {
  key: string | null;
  text: string | null;
  rank: number | null;
  isOn: boolean;
  inner: { rank: number; list: string[] } | null;
}

interface Note extends Stored {
  atMs: number;
  thingId: string;
}

export interface TestDocuments {
  things: Thing;
  notes: Note;
}

export const TEST_LAYOUT: Layout = {
  things: {
    indexes: [
      { by: ['key'], unique: true, cached: true },
      { by: ['rank', 'id'] },
      { by: ['inner.rank'] },
    ],
    hasEntries: true,
  },
  notes: { indexes: [{ by: ['atMs', 'id'] }], isLog: true },
};

type TestCollections = Collections<TestDocuments>;

const toThing = (id: string, fields: Partial<Thing> = {}): Thing => {
  return { id, version: 0, key: null, text: null, rank: null, isOn: false, inner: null, ...fields };
};
const toNote = (id: string, atMs = 1): Note => ({ id, version: 0, atMs, thingId: 'a' });

const ALL_NOTES = { by: ['atMs', 'id'], first: 1_000 };

/**
 * What both stores promise of documents. `open` gives empty collections of TEST_LAYOUT; `numRuns`:
 * how many queries are compared with a list.
 */
export function describeDocuments(open: () => Promise<TestCollections>, numRuns: number): void {
  async function openWith(...things: Thing[]) {
    const collections = await open();
    for (const thing of things) expect(await collections.things.replace(thing)).not.toBeNull();
    return collections;
  }

  const listNotes = async ({ notes }: TestCollections) =>
    (await notes.find(ALL_NOTES)).map(({ id }) => id);

  describe('a document', () => {
    it('is found as it was written, with its version', async () => {
      const inner = { rank: 1.5, list: ['ș', '\u2028"\\', ''] };
      const whole = toThing('a', { key: 'k', text: 'Ț\u0001', rank: -1, isOn: true, inner });
      const { things } = await openWith(whole, toThing('b'));
      expect(await things.getMany(['b', 'nobody', 'a', 'b'])).toEqual([
        { ...toThing('b'), version: 1 },
        null,
        { ...whole, version: 1 },
        { ...toThing('b'), version: 1 },
      ]);
      expect(await things.getMany([])).toEqual([]);
    });

    it('is replaced whole, if its version is the stored one', async () => {
      const { things } = await openWith(toThing('a', { text: 'one', rank: 1 }));
      const second = await things.replace({ ...toThing('a', { rank: 2 }), version: 1 });
      expect(second).toEqual({ ...toThing('a', { rank: 2 }), version: 2 });
      expect(await things.getMany(['a'])).toEqual([second]);
      for (const version of [0, 1, 3]) {
        expect(await things.replace({ ...toThing('a', { rank: 3 }), version })).toBeNull();
      }
      expect(await things.replace({ ...toThing('nobody'), version: 1 })).toBeNull();
      expect(await things.getMany(['a', 'nobody'])).toEqual([second, null]);
    });

    it('is replaced only where it matches further conditions', async () => {
      const { things } = await openWith(toThing('a', { rank: 1 }));
      const next = { ...toThing('a', { rank: 2 }), version: 1 };
      expect(await things.replace(next, {}, { where: { rank: 3 } })).toBeNull();
      expect(await things.replace(next, {}, { where: { rank: 1, text: null } })).toMatchObject({
        rank: 2,
      });
    });

    it('is removed, if its version is the stored one, and can be stored again', async () => {
      const { things } = await openWith(toThing('a', { key: 'k' }));
      expect(await things.remove({ id: 'a', version: 2 })).toBe(false);
      expect(await things.remove({ id: 'a', version: 1 })).toBe(true);
      expect(await things.remove({ id: 'a', version: 1 })).toBe(false);
      expect(await things.getMany(['a'])).toEqual([null]);
      expect(await things.replace(toThing('a', { key: 'k' }))).toMatchObject({ version: 1 });
    });

    it('has values of unique indexes that no other has, apart from null', async () => {
      const { things } = await openWith(
        toThing('a', { key: 'one' }),
        toThing('b', { key: 'two' }),
        toThing('c'),
        toThing('d'),
      );
      expect(await things.replace(toThing('e', { key: 'one' }))).toBeNull();
      expect(await things.replace({ ...toThing('b', { key: 'one' }), version: 1 })).toBeNull();
      expect(await things.getMany(['two', 'one', 'none'], 'key')).toMatchObject([
        { id: 'b', version: 1 },
        { id: 'a' },
        null,
      ]);
      // A cached look-up is never behind.
      await things.replace({ ...toThing('a', { key: 'new' }), version: 1 });
      expect(await things.getMany(['one', 'new'], 'key')).toMatchObject([null, { id: 'a' }]);
      expect(await things.replace(toThing('e', { key: 'one' }))).toMatchObject({ version: 1 });
      await expect(things.getMany(['x'], 'text')).rejects.toThrow(RangeError);
    });

    it('of a hundred simultaneous replacements takes one', async () => {
      const { things } = await openWith(toThing('a'));
      const written = await Promise.all(
        Array.from({ length: 100 }, (_, rank) =>
          things.replace({ ...toThing('a', { rank }), version: 1 }),
        ),
      );
      const won = written.filter((one) => one !== null);
      expect(won).toHaveLength(1);
      expect(await things.getMany(['a'])).toEqual(won);
    });

    it('of a hundred simultaneous insertions of one value is one', async () => {
      const { things } = await openWith();
      const written = await Promise.all(
        Array.from({ length: 100 }, (_, serial) =>
          things.replace(toThing(`${serial}`, { key: 'one' })),
        ),
      );
      expect(written.filter((one) => one !== null)).toHaveLength(1);
      expect(await things.count({}, 1_000)).toBe(1);
    });

    it('loses no change of a hundred that are repeated until they are done', async () => {
      const { things } = await openWith(toThing('a', { rank: 0 }));
      async function add(): Promise<void> {
        for (;;) {
          const [read] = await things.getMany(['a']);
          if (read == null) throw new Error('it is gone');
          if ((await things.replace({ ...read, rank: (read.rank ?? 0) + 1 })) !== null) return;
        }
      }
      await Promise.all(Array.from({ length: 20 }, add));
      expect(await things.getMany(['a'])).toMatchObject([{ rank: 20, version: 21 }]);
    });
  });

  describe('entries', () => {
    it('come with the write, once', async () => {
      const collections = await openWith();
      const { things } = collections;
      const written = await things.replace(toThing('a'), { notes: [toNote('1'), toNote('2')] });
      expect(written).toMatchObject({ version: 1 });
      expect(await listNotes(collections)).toEqual(['1', '2']);
      await things.replace({ ...toThing('a'), version: 1 }, { notes: [toNote('2'), toNote('3')] });
      expect(await listNotes(collections)).toEqual(['1', '2', '3']);
      expect(await collections.notes.getMany(['3'])).toEqual([{ ...toNote('3'), version: 1 }]);
      await things.remove({ id: 'a', version: 2 }, { notes: [toNote('4')] });
      expect(await listNotes(collections)).toEqual(['1', '2', '3', '4']);
      expect(await things.count({}, 9)).toBe(0);
      expect(await things.replace(toThing('a'))).toMatchObject({ version: 1 });
    });

    it('do not come with a write that is not done', async () => {
      const collections = await openWith(toThing('a', { key: 'k' }), toThing('b'));
      const { things } = collections;
      const entries = { notes: [toNote('1')] };
      expect(await things.replace(toThing('a'), entries)).toBeNull();
      expect(await things.replace({ ...toThing('a'), version: 5 }, entries)).toBeNull();
      expect(await things.replace(toThing('c', { key: 'k' }), entries)).toBeNull();
      expect(
        await things.replace({ ...toThing('b', { key: 'k' }), version: 1 }, entries),
      ).toBeNull();
      expect(await things.remove({ id: 'a', version: 5 }, entries)).toBe(false);
      expect(await things.remove({ id: 'nobody', version: 1 }, entries)).toBe(false);
      await expect(things.replace(toThing('d'), { nowhere: [] })).rejects.toThrow(RangeError);
      await expect(collections.notes.replace(toNote('2'), entries)).rejects.toThrow(RangeError);
      expect(await listNotes(collections)).toEqual([]);
      expect(await things.getMany(['a', 'b', 'c'])).toMatchObject([
        { key: 'k' },
        { key: null },
        null,
      ]);
    });

    it('of a hundred simultaneous writes come with the one that is done', async () => {
      const collections = await openWith(toThing('a'));
      const written = await Promise.all(
        Array.from({ length: 100 }, (_, serial) =>
          collections.things.replace(
            { ...toThing('a', { rank: serial }), version: 1 },
            { notes: [toNote(`${serial}`)] },
          ),
        ),
      );
      const won = written.flatMap((one) => (one === null ? [] : [`${one.rank}`]));
      expect(await listNotes(collections)).toEqual(won);
    });
  });

  describe('several documents', () => {
    it('are replaced where their versions are those that are stored', async () => {
      const { things } = await openWith(toThing('a', { text: 'first' }), toThing('b'));
      const written = await things.replaceEach([
        toThing('a', { text: 'second' }),
        { ...toThing('b', { text: 'next' }), version: 1 },
        toThing('c', { key: 'k' }),
        toThing('d', { key: 'k' }),
        { ...toThing('e'), version: 3 },
      ]);
      expect(written.slice(0, 2)).toEqual([
        null,
        { ...toThing('b', { text: 'next' }), version: 2 },
      ]);
      expect(written.slice(2).filter((one) => one !== null)).toHaveLength(1);
      expect(await things.replaceEach([])).toEqual([]);
      expect(await things.getMany(['a', 'b', 'c', 'd', 'e'])).toEqual([
        { ...toThing('a', { text: 'first' }), version: 1 },
        ...written.slice(1, 4),
        null,
      ]);
    });

    it('are restored with the versions that they have', async () => {
      const { things } = await openWith(toThing('a', { text: 'old' }));
      const a = { ...toThing('a', { text: 'restored' }), version: 7 };
      const b = { ...toThing('b', { key: 'k' }), version: 3 };
      await things.restore([a, b]);
      await things.restore([]);
      expect(await things.getMany(['a', 'b'])).toEqual([a, b]);
      expect(await things.replace(a)).toEqual({ ...a, version: 8 });
      await expect(things.restore([toThing('c', { key: 'k' })])).rejects.toThrow();
      expect(await things.getMany(['b', 'c'])).toEqual([b, null]);
    });

    it('are patched up to a maximum in each call, and then have another version', async () => {
      const ranks = [1, 2, 3, 4, 5];
      const inner = { rank: 0, list: ['kept'] };
      const { things } = await openWith(
        ...ranks.map((rank) => toThing(`${rank}`, { rank, text: 'x', inner })),
      );
      const isOld = { rank: { before: 5 }, text: { not: null } };
      const fields = { text: null, isOn: true, 'inner.rank': 7 };
      expect(await things.patchWhere(isOld, fields, 3)).toBe(3);
      expect(await things.patchWhere(isOld, fields, 3)).toBe(1);
      expect(await things.patchWhere(isOld, fields, 3)).toBe(0);
      const patched = { text: null, isOn: true, inner: { rank: 7, list: ['kept'] }, version: 2 };
      expect(await things.getMany(['1', '4', '5'])).toMatchObject([
        { ...patched, rank: 1 },
        { ...patched, rank: 4 },
        { text: 'x', version: 1 },
      ]);
      expect(await things.replace({ ...toThing('1'), version: 1 })).toBeNull();
    });

    it('are removed up to a maximum in each call', async () => {
      const { things } = await openWith(
        ...[1, 2, 3, 4].map((rank) => toThing(`${rank}`, { rank, key: `${rank}` })),
      );
      expect(await things.removeWhere({ rank: { from: 2 } }, 2)).toBe(2);
      expect(await things.removeWhere({ rank: { from: 2 } }, 2)).toBe(1);
      expect(await things.removeWhere({ rank: { from: 2 } }, 2)).toBe(0);
      expect(await things.count({}, 9)).toBe(1);
    });

    it('are counted up to a maximum', async () => {
      const { things } = await openWith(toThing('a'), toThing('b', { isOn: true }), toThing('c'));
      expect(await things.count({}, 3)).toBe(3);
      expect(await things.count({}, 2)).toBeNull();
      expect(await things.count({ isOn: true }, 1)).toBe(1);
      expect(await things.count([], 1)).toBe(0);
    });

    it('cannot be asked for by what is no path', async () => {
      const { things } = await openWith();
      for (const path of ["a' OR 1", '$where', 'a..b', '', 'a b']) {
        await expect(things.find({ where: { [path]: 1 }, by: ['id'], first: 1 })).rejects.toThrow();
        await expect(things.find({ by: [path], first: 1 })).rejects.toThrow(RangeError);
      }
      const after = ['x', 'y'];
      await expect(things.find({ by: ['id'], after, first: 1 })).rejects.toThrow(RangeError);
    });

    it('are found as in a list, by any conditions and in any order', async () => {
      const things = fc.sample(THINGS, { seed: 7, numRuns: 60 }).map((fields, serial) => {
        return toThing(`${serial % 10}-${serial}`, fields);
      });
      const { things: stored } = await openWith(...things);
      const property = fc.asyncProperty(QUERIES, async (query) => {
        const found = (await stored.find(query)).map(({ id }) => id);
        expect(found).toEqual(findInList(things, query).map(({ id }) => id));
        const matching = things.filter((thing) => matches(thing, query.where)).length;
        expect(await stored.count(query.where, 50)).toBe(matching > 50 ? null : matching);
      });
      await fc.assert(property, { numRuns });
    });
  });
}

const TEXTS = ['', 'a', 'ab', 'b', 'B', 'ș', 'a$b', 'é.*'];
const texts = fc.constantFrom(...TEXTS);
const ranks = fc.integer({ min: -2, max: 3 });

/** The fields of a document, apart from the key. */
const THINGS = fc.record({
  text: fc.option(texts),
  rank: fc.option(ranks),
  isOn: fc.boolean(),
  inner: fc.option(fc.record({ rank: ranks, list: fc.constant<string[]>([]) })),
});

function toConditions<Value extends Scalar>(values: fc.Arbitrary<Value>) {
  const range = fc.record(
    { from: values, after: values, to: values, before: values },
    { requiredKeys: [] },
  );
  return fc.oneof(
    fc.option(values),
    range,
    fc.record({ in: fc.array(values, { maxLength: 3 }) }),
    fc.record({ not: fc.option(values) }),
  ) as fc.Arbitrary<Condition>;
}

const WHERES: fc.Arbitrary<Where> = fc.record(
  {
    text: fc.oneof(toConditions(texts), fc.record({ contains: texts })),
    rank: toConditions(ranks),
    'inner.rank': toConditions(ranks),
    isOn: fc.boolean(),
    missing: fc.constantFrom<Condition>(null, 1, { not: null }, { not: 1 }),
  },
  { requiredKeys: [] },
);

const ORDERS: fc.Arbitrary<Pick<Query, 'by' | 'after'>> = fc.oneof(
  fc.record({ by: fc.constant(['rank', 'id']) }),
  fc.record({ by: fc.constant(['text', 'rank', 'id']) }),
  fc.record({
    by: fc.constant(['rank', 'id']),
    after: fc.tuple(ranks, fc.constantFrom('0', '3', '5-5', '9')),
  }),
  fc.record({ by: fc.constant(['id']), after: fc.tuple(fc.constantFrom('0', '3-13', '9')) }),
);

const QUERIES: fc.Arbitrary<Query> = fc
  .tuple(
    fc.option(fc.oneof(WHERES, fc.array(WHERES, { maxLength: 3 })), { nil: undefined }),
    ORDERS,
    fc.boolean(),
    fc.integer({ min: 1, max: 70 }),
  )
  .map(([where, order, descending, first]) => ({
    ...(where !== undefined && { where }),
    ...order,
    descending,
    first,
  }));

function readPath(document: object, path: string): Scalar {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], document);
  return (found ?? null) as Scalar;
}

function matches(document: Stored, where: Query['where']): boolean {
  return toAlternatives(where).some((one) =>
    Object.entries(one).every(
      ([path, condition]) => condition === undefined || holds(readPath(document, path), condition),
    ),
  );
}

function holds(value: Scalar, condition: Condition): boolean {
  if (typeof condition !== 'object' || condition === null) return value === condition;
  const { from, after, to, before, in: list, not, contains } = condition;
  const isOrdered = (bound: Scalar | undefined, test: (order: number) => boolean) =>
    bound === undefined || (value !== null && test(compare(value, bound)));
  return (
    isOrdered(from, (order) => order >= 0) &&
    isOrdered(after, (order) => order > 0) &&
    isOrdered(to, (order) => order <= 0) &&
    isOrdered(before, (order) => order < 0) &&
    (list === undefined || list.some((one) => one === value)) &&
    (!('not' in condition) || value !== not) &&
    (contains === undefined || (typeof value === 'string' && value.includes(contains)))
  );
}

function findInList(things: readonly Stored[], query: Query): Stored[] {
  const { where, by, after, descending, first } = query;
  const sign = descending ? -1 : 1;
  const toValues = (thing: Stored) => by.map((path) => readPath(thing, path));
  const compareAll = (one: readonly Scalar[], other: readonly Scalar[]) =>
    one.map((value, index) => compare(value, other[index] ?? null)).find((order) => order !== 0) ??
    0;
  return things
    .filter((thing) => matches(thing, where))
    .filter((thing) => {
      // Null is behind no value, in either direction.
      const values = toValues(thing);
      if (after == null) return true;
      if (values[0] === null) return false;
      return compareAll(values, after) * sign > 0;
    })
    .toSorted((one, other) => compareAll(toValues(one), toValues(other)) * sign)
    .slice(0, first);
}

/** Null first; texts by the bytes of UTF-8. */
function compare(one: Scalar, other: Scalar): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return Number(one) - Number(other);
}
