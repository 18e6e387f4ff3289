import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ChangePage,
  ChangePosition,
  ChangeQuery,
  PublicChange,
  RecordedChange,
} from '../../src/store/port/public-changes.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import type { TestStore } from '../support/stores.ts';

type Run = Parameters<typeof makeRun>[0];

const FIRST_DUMP_MS = 1;

function makeChange(importMs: number, serial: number, replaced: Partial<RecordedChange> = {}) {
  const change: RecordedChange = {
    importMs,
    idno: toIdno(serial),
    revision: 1,
    kind: 'created',
    fields: [],
    cause: 'register',
    dataDate: '2026-09-14',
  };
  return { ...change, ...replaced };
}

/** What every store promises of changes. `open` gives an empty store that closes with the test. */
export function describePublicChanges(open: () => Promise<TestStore>): void {
  async function openEmpty() {
    const store = await open();
    return {
      ...store,
      /** A run by the time at which it began; by default a completed dump. */
      record: (atMs: number, run: Run = {}) =>
        store.imports.record(
          makeRun({ id: `run ${atMs}`, recordsChanges: true, startedAtMs: atMs, ...run }),
        ),
      read: (start: ChangeQuery['start'], query: Partial<ChangeQuery> = {}) =>
        store.changes.readChanges({ start, first: 1_000, keptFromMs: 0, ...query }),
    };
  }

  /** Runs behind a first dump; changes with companies of their revision. */
  async function openWith(runs: Readonly<Record<number, Run>>, changes: RecordedChange[] = []) {
    const store = await openEmpty();
    const { record, read } = store;
    await record(FIRST_DUMP_MS);
    for (const [atMs, run] of Object.entries(runs)) await record(Number(atMs), run);
    const companies = changes.map(({ idno, revision, kind }) => ({
      ...toStored({ ...COMPANY, idno }),
      revision,
      goneSince: kind === 'removed' ? '2026-09-14' : null,
    }));
    await store.companies.write(companies, [], [], changes);
    return {
      ...store,
      /** Serial numbers of all changes after the start, read in pages. */
      async list(start: ChangeQuery['start'], size = 1_000) {
        const serials: number[] = [];
        for (let at = start; ; ) {
          const page: ChangePage | null = await read(at, { first: size });
          if (page === null) throw new Error('the position is not kept');
          serials.push(...page.changes.map(({ idno }) => Number(idno.slice(-4))));
          if (!page.more) return serials;
          expect(page.changes).toHaveLength(size);
          at = page.next;
        }
      },
      /** All changes of watched companies after the start, and how many pages they are. */
      async listWatched(start: ChangeQuery['start'], watched: readonly string[], first = 1_000) {
        const listed: PublicChange[] = [];
        let next: ChangePosition | null = null;
        for (let pages = 1; ; pages++) {
          const page: ChangePage | null = await read(next ?? start, { first, watched });
          if (page === null) throw new Error('the position is not kept');
          listed.push(...page.changes);
          if (!page.more) return { listed, pages, next: page.next };
          expect(page.next).not.toEqual(next);
          next = page.next;
        }
      },
    };
  }

  const behind = (importMs: number): ChangePosition => ({ importMs, idno: null });
  const START = behind(FIRST_DUMP_MS);

  describe('changes for clients', () => {
    it('are read as they were recorded, without what only the store needs', async () => {
      const changes = [
        makeChange(10, 1, { kind: 'removed' }),
        makeChange(10, 2, { kind: 'updated', fields: ['name', 'vatPayer'], cause: 'supplement' }),
        makeChange(10, 3, { kind: 'restored', dataDate: '2026-09-21' }),
      ];
      const { read } = await openWith({ 10: {} }, changes);
      const expected = changes.map(({ importMs, revision, ...change }) => change);
      expect(await read(START)).toMatchObject({ changes: expected, next: behind(10), more: false });
    });

    it.each([1, 2, 3, 7])('come by import, then by IDNO, in pages of %s', async (size) => {
      const changes = [
        [30, 1],
        [20, 9],
        [20, 3],
        [9, 5],
        [30, 2],
        [100, 4],
      ] as const;
      const { list } = await openWith(
        { 9: {}, 20: {}, 30: {}, 100: {} },
        changes.map(([importMs, serial]) => makeChange(importMs, serial)),
      );
      expect(await list(START, size)).toEqual([5, 3, 9, 1, 2, 4]);
      expect(await list({ importMs: 20, idno: toIdno(3) }, size)).toEqual([9, 1, 2, 4]);
      expect(await list(behind(20), size)).toEqual([1, 2, 4]);
    });

    it('end at 0 before the first dump, whatever else was imported', async () => {
      const { companies, record } = await openEmpty();
      expect(await companies.findChangesEndMs()).toBe(0);
      await record(3, { kind: 'supplement' });
      expect(await companies.findChangesEndMs()).toBe(0);
      await record(5);
      await record(7, { kind: 'supplement' });
      expect(await companies.findChangesEndMs()).toBe(7);
    });

    it('begin behind the first dump: positions before it are refused once it has completed', async () => {
      const { read, record } = await openEmpty();
      const empty = { changes: [], more: false };
      expect(await read(null)).toMatchObject({ ...empty, next: behind(0) });
      await record(10, { sample: true });
      await record(20, { kind: 'supplement', dumpDate: null });
      await record(30, { outcome: 'interrupted' });
      const before = [behind(0), behind(10), behind(20)];
      for (const position of before) {
        expect(await read(position)).toMatchObject({ ...empty, next: behind(20) });
      }
      await record(40, { kind: 'partial' });
      for (const position of before) expect(await read(position)).toBeNull();
      for (const start of [null, { from: '2026-09-01' }, { from: '2026-09-14' }, behind(40)]) {
        expect(await read(start)).toMatchObject({ ...empty, next: behind(40) });
      }
    });

    it('begin at the present', async () => {
      const { read, record, list, companies } = await openWith({});
      const empty = { changes: [], next: START, more: false };
      expect(await read(null)).toMatchObject({ ...empty, start: START });
      await record(10);
      await companies.write([], [], [], [makeChange(10, 1)]);
      expect(await read(null)).toMatchObject({ ...empty, next: behind(10) });
      expect(await list(START)).toEqual([1]);
    });

    it('appear when their import has completed, with those of interrupted ones before it', async () => {
      const running = { outcome: 'running' } as const;
      const { read, list, record } = await openWith({ 10: {}, 20: running }, [
        makeChange(20, 2),
        makeChange(30, 1),
      ]);
      const nothing = { changes: [], next: behind(10), more: false };
      expect(await read(behind(10))).toMatchObject(nothing);
      await record(20, { outcome: 'interrupted' });
      await record(30, running);
      expect(await read(behind(10))).toMatchObject(nothing);
      await record(30);
      expect(await list(behind(10), 1)).toEqual([2, 1]);
    });

    it('begin at the dumps of a day, with what was interrupted before', async () => {
      const { list, read } = await openWith(
        {
          10: { dumpDate: '2026-09-14' },
          20: { dumpDate: '2026-09-21', outcome: 'interrupted' },
          25: { dumpDate: null, kind: 'supplement' },
          30: { dumpDate: '2026-09-28', outcome: 'interrupted' },
          35: { dumpDate: '2026-12-31', outcome: 'refused' },
          38: { dumpDate: '2026-12-31', sample: true },
          40: { dumpDate: '2026-10-05' },
        },
        [10, 20, 25, 30, 40].map((ms) => makeChange(ms, ms)),
      );
      expect(await list({ from: '2026-09-01' })).toEqual([10, 20, 25, 30, 40]);
      expect(await list({ from: '2026-09-14' })).toEqual([10, 20, 25, 30, 40]);
      expect(await list({ from: '2026-09-15' })).toEqual([20, 25, 30, 40]);
      expect(await list({ from: '2026-09-22' })).toEqual([30, 40]);
      expect(await list({ from: '2026-10-01' })).toEqual([40]);
      expect((await read({ from: '2026-10-01' }))?.start).toEqual(behind(38));
      expect(await read({ from: '2026-10-06' })).toMatchObject({ changes: [], next: behind(40) });
    });

    it('are refused where some are not kept', async () => {
      const { read } = await openWith({ 10: {}, 20: {}, 30: {} }, [
        makeChange(20, 1),
        makeChange(20, 2),
      ]);
      const keptFromMs = 21;
      expect(await read(START, { keptFromMs })).toBeNull();
      expect(await read(behind(10), { keptFromMs })).toBeNull();
      expect(await read({ importMs: 20, idno: toIdno(1) }, { keptFromMs })).toBeNull();
      expect(await read({ from: '2026-09-14' }, { keptFromMs })).toBeNull();
      expect(await read(behind(20), { keptFromMs })).not.toBeNull();
      expect(await read(null, { keptFromMs: 99 })).not.toBeNull();
    });

    it('are refused behind imports that recorded none, refused ones excluded', async () => {
      const other = makeRun({ recordsChanges: false });
      const { imports, record, read } = await openWith({});
      await imports.record({ ...other, id: 'other', startedAtMs: 10 });
      await imports.record({ ...other, id: 'refused', startedAtMs: 15, outcome: 'refused' });
      expect(await read(null)).toMatchObject({ next: behind(10) });
      await record(20);
      expect(await read(START)).toBeNull();
      expect(await read(behind(10))).not.toBeNull();
    });

    it('are refused at a position of no import, as after a restored backup', async () => {
      const { read } = await openWith({ 10: {}, 20: { outcome: 'running' } });
      expect(await read(behind(9))).toBeNull();
      expect(await read(behind(20))).toBeNull();
      expect(await read({ importMs: 99, idno: toIdno(1) })).toBeNull();
      expect(await read(behind(10))).not.toBeNull();
    });

    it('are refused behind an import that was still running when it was backed up', async () => {
      const { read } = await openWith({ 10: {}, 20: { outcome: 'interrupted' }, 30: {} });
      expect(await read(behind(20))).toBeNull();
      // A page with changes of interrupted imports may have ended there.
      expect(await read({ importMs: 20, idno: toIdno(1) })).not.toBeNull();
    });

    it('are deleted when they are old, and while their company is not written', async () => {
      const { imports, companies, record, list } = await openWith(
        { 10: {}, 20: {}, 30: { outcome: 'interrupted' } },
        [
          makeChange(10, 1),
          makeChange(20, 2),
          makeChange(30, 3, { revision: 2, kind: 'updated', fields: ['name'] }),
          makeChange(30, 4, { kind: 'removed' }),
          makeChange(30, 5),
        ],
      );
      // Of companies that are as they were before: none, an older one, a listed one.
      const torn = [
        makeChange(20, 6),
        makeChange(30, 7),
        makeChange(30, 8, { revision: 2, kind: 'updated', fields: ['name'] }),
        makeChange(30, 9, { revision: 2, kind: 'removed' }),
      ];
      const listed = [8, 9].map((serial) => toStored({ ...COMPANY, idno: toIdno(serial) }));
      await companies.write(listed, [], [], torn);
      await imports.tidyChanges(20);
      await record(40);
      expect(await list(behind(10))).toEqual([2, 6, 3, 4, 5]);
    });

    it('are refused once they are deleted, by whatever clock', async () => {
      const { imports, read } = await openWith({ 10: {}, 20: {}, 30: {} }, [makeChange(20, 1)]);
      await imports.tidyChanges(30);
      const keptFromMs = 0;
      expect(await read(behind(10), { keptFromMs })).toBeNull();
      expect(await read({ importMs: 20, idno: toIdno(1) }, { keptFromMs })).toBeNull();
      expect(await read(behind(20), { keptFromMs })).toMatchObject({ next: behind(30) });
      expect(await imports.list(1)).toMatchObject([{ startedAtMs: 30, recordsChanges: true }]);
    });

    it('of watched companies are those of all companies without the others', async () => {
      const companies = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
      const imports = fc.array(
        fc.record({ outcome: fc.constantFrom('completed', 'interrupted'), changed: companies }),
        { maxLength: 8 },
      );
      const run = fc.record({ imports, watched: companies, first: fc.integer({ min: 1, max: 9 }) });
      const { record, read, companies: writes, listWatched } = await openWith({});
      let atMs = FIRST_DUMP_MS;
      let start = START;
      // Each run goes on where the one before it ended.
      await fc.assert(
        fc.asyncProperty(run, async ({ imports, watched, first }) => {
          const changes: RecordedChange[] = [];
          for (const { outcome, changed } of [...imports, { outcome: 'completed', changed: [] }]) {
            atMs++;
            await record(atMs, { outcome: outcome as 'completed' });
            changes.push(...changed.map((serial) => makeChange(atMs, serial)));
          }
          await writes.write([], [], [], changes);
          const idnos = watched.map(toIdno).sort();
          const all = await read(start);
          const expected = all?.changes.filter(({ idno }) => idnos.includes(idno));
          const { listed, next } = await listWatched(start, idnos, first);
          expect(listed).toEqual(expected);
          expect(next).toEqual(all?.next);
          // A cursor of either list holds for the other.
          const page = await read(start, { first, watched: idnos });
          const rest = await read(page?.next ?? null);
          const left = rest?.changes.filter(({ idno }) => idnos.includes(idno)) ?? [];
          expect([...(page?.changes ?? []), ...left]).toEqual(expected);
          start = next;
        }),
        { numRuns: 30 },
      );
    });

    it('of no watched companies are empty pages, whose position moves on', async () => {
      const { read } = await openWith({ 10: {} }, [makeChange(10, 1)]);
      const empty = { changes: [], next: behind(10), more: false };
      expect(await read(START, { watched: [] })).toMatchObject(empty);
      expect(await read(behind(9), { watched: [] })).toBeNull();
      expect(await read(START, { watched: [], keptFromMs: 11 })).toBeNull();
    });

    it('of many watched companies come in pages of bounded work, empty ones too', async () => {
      const watched = Array.from({ length: 10_000 }, (_, place) => toIdno(place * 3));
      const runs = Array.from({ length: 5 }, (_, place) => 10 + place);
      const { read, listWatched } = await openWith(
        Object.fromEntries(runs.map((atMs) => [atMs, {}])),
        [makeChange(11, 0), makeChange(11, 1), makeChange(14, 29_997), makeChange(14, 29_998)],
      );
      const { listed, pages, next } = await listWatched(START, watched);
      expect(listed.map(({ idno }) => idno)).toEqual([toIdno(0), toIdno(29_997)]);
      expect({ pages, next }).toEqual({ pages: 3, next: behind(14) });
      expect(await read(behind(11), { watched })).toMatchObject({
        changes: [],
        next: { importMs: 13, idno: toIdno(29_997) },
        more: true,
      });
    });

    it('keep a removal that a later interrupted import has undone', async () => {
      const { imports, companies, record, list } = await openWith({ 10: {} }, [
        makeChange(20, 1, { kind: 'removed' }),
      ]);
      const restored = { ...toStored({ ...COMPANY, idno: toIdno(1) }), revision: 2 };
      const change = makeChange(30, 1, { kind: 'restored', revision: 2 });
      await companies.write([restored], [], [], [change]);
      await imports.tidyChanges(0);
      await record(40);
      expect(await list(START)).toEqual([1, 1]);
    });
  });
}
