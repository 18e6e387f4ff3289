import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import type { SearchFilter } from '../../src/domain/company/search-parameters.ts';
import { rankName, toNameSearch } from '../../src/domain/company/search-text.ts';
import type { SearchPosition } from '../../src/store/port/search-position.ts';
import type { FoundCompany, NameKind, SearchReads } from '../../src/store/port/search-reads.ts';
import type { QueryReads } from '../../src/store/query-reads.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import type { TestStore } from '../support/stores.ts';

const MAX_FIRST = 51;
/** Of all lengths to beyond the one up to which the embedded store looks for short names first. */
const MANY = 400;

/** The order that `SearchReads` states, of ASCII names. */
function compareNames(one: string, other: string, typed: string): number {
  const rank = (name: string) => rankName({ name, words: name.split(' ') }, typed) ?? 0;
  const byName = one < other ? -1 : Number(one > other);
  return rank(one) - rank(other) || one.length - other.length || byName;
}

/** What every store promises of the search by name. `open` gives an empty one. */
export function describeSearchReads(
  open: () => Promise<{ store: TestStore; reads: SearchReads & Pick<QueryReads, 'countNames'> }>,
): void {
  /** Companies by serial number: their names in the order in which they had them. */
  async function openWith(
    companies: Readonly<Record<number, readonly string[]>>,
    more: Readonly<Record<number, Partial<Company>>> = {},
  ) {
    const opened = await open();
    const { store } = opened;
    for (const [serial, names] of Object.entries(companies)) {
      const idno = toIdno(Number(serial));
      for (const [index, name] of names.entries()) {
        const company = { ...COMPANY, ...more[Number(serial)], idno, name };
        const before = names[index - 1];
        const revision = index + 1;
        const change = { idno, revision: index, importId: 'one', dumpDate: null };
        await store.companies.write(
          [{ ...toStored(company), revision }],
          before === undefined ? [] : [{ ...change, previous: { company: { name: before } } }],
        );
      }
    }
    return opened;
  }

  async function search(reads: SearchReads, typed: string, filter: SearchFilter = {}) {
    const text = toNameSearch(typed);
    const found = await reads.searchNames({ text, filter, after: null, first: MAX_FIRST });
    return found.map(toShort);
  }

  const toShort = ({ company, formerName }: FoundCompany) => {
    const serial = Number(company.idno.slice(-4));
    return formerName === null ? serial : [serial, formerName];
  };

  /** All pages of this size. */
  async function readAll(reads: SearchReads, typed: string, size: number) {
    const pages: ReturnType<typeof toShort>[][] = [];
    for (let after: SearchPosition | null = null; ; ) {
      const text = toNameSearch(typed);
      const found: FoundCompany[] = await reads.searchNames({
        text,
        filter: {},
        after,
        first: size,
      });
      if (found.length === 0) return pages;
      pages.push(found.map(toShort));
      after = found.at(-1)?.position ?? null;
    }
  }

  describe('a search of the API', () => {
    it('finds by a former name what the current one does not, in the same order', async () => {
      const { reads } = await openWith({
        1: ['LUX NOU'],
        2: ['LUX', 'ALTA'],
        3: ['ALFA LUX', 'BETA'],
        4: ['LUX VECHI', 'LUX ACTUAL SI LUNG'],
        5: ['SRL "LUX UNU"', 'LUX DOI', 'GAMA'],
        6: ['LUX', 'DELTA', 'LUX', 'OMEGA'],
      });
      expect(await search(reads, 'lux')).toEqual([
        [2, 'LUX'],
        [6, 'LUX'],
        [5, 'LUX DOI'],
        1,
        4,
        [3, 'ALFA LUX'],
      ]);
      expect(await search(reads, 'lux unu')).toEqual([[5, 'SRL "LUX UNU"']]);
      expect(await search(reads, 'actual lux')).toEqual([4]);
      expect(await search(reads, 'vechi')).toEqual([[4, 'LUX VECHI']]);
      expect(await search(reads, '')).toEqual([]);
    });

    it('finds names that are typed without diacritics or hyphens', async () => {
      const { reads } = await openWith({
        1: ['SÂNGEREI-LUX SRL'],
        2: ['PÂINE DIN SÎNGEREI'],
        3: ['AGRO-COM', 'ALTA'],
        4: ['ROMÂN-VÎNT'],
        5: ['PAINE'],
        6: ['SÂNGEREI', 'SÂNGE NOU'],
      });
      for (const typed of ['sângerei', 'sîngerei', 'singerei']) {
        expect(await search(reads, typed)).toEqual([[6, 'SÂNGEREI'], 1, 2]);
      }
      expect(await search(reads, 'sangerei')).toEqual([[6, 'SÂNGEREI'], 1]);
      expect(await search(reads, 'sanger')).toEqual([[6, 'SÂNGEREI'], 1]);
      expect(await search(reads, 'sange')).toEqual([6, 1]);
      expect(await search(reads, 'lux sangerei')).toEqual([1]);
      expect(await search(reads, 'sangereilux')).toEqual([1]);
      expect(await search(reads, 'singereilux')).toEqual([1]);
      expect(await search(reads, 'paine')).toEqual([5, 2]);
      expect(await search(reads, 'pâine')).toEqual([2]);
      expect(await search(reads, 'paine din')).toEqual([2]);
      for (const typed of ['agrocom', 'agro-com', 'agro com', 'com agro']) {
        expect(await search(reads, typed)).toEqual([[3, 'AGRO-COM']]);
      }
      expect(await search(reads, 'romanvint')).toEqual([4]);
      expect(await readAll(reads, 'sangerei', 1)).toEqual([[[6, 'SÂNGEREI']], [1]]);
    });

    it('finds names that are typed without apostrophes', async () => {
      const { reads } = await openWith({
        1: ["SRL L'ORIZONT"],
        2: ['D’ARTE', 'ALTA'],
        3: ["CAFE D'OR SRL"],
        4: ['D`OR-COM'],
        5: ['ORIZONT'],
      });
      expect(await search(reads, 'lorizont')).toEqual([1]);
      expect(await search(reads, 'lori')).toEqual([1]);
      for (const typed of ["l'orizont", 'l’orizont', 'l orizont']) {
        expect(await search(reads, typed)).toEqual([1]);
      }
      expect(await search(reads, 'orizont')).toEqual([5, 1]);
      expect(await search(reads, 'darte')).toEqual([[2, 'D’ARTE']]);
      for (const typed of ['cafe dor', 'cafe d', 'cafe do', "cafe d'or"]) {
        expect(await search(reads, typed)).toEqual([3]);
      }
      for (const typed of ['dor com', 'dorcom', 'orcom']) {
        expect(await search(reads, typed)).toEqual([4]);
      }
    });

    it('finds Latin names by Cyrillic letters, and the reverse', async () => {
      const { reads } = await openWith({
        1: ['AGRO-LUX SRL'],
        2: ['SRL "\u0410GROPRIM"'],
        3: ['ООО «АГРОСТРОЙ»'],
        4: ['KVINT', 'ALTA'],
        5: ['CHIȘINĂU-GAZ'],
        6: ['MAXIM'],
        7: ['КОЛОС'],
        8: ['ФАКЕЛ ЧУК'],
        9: ['СТАРЫЙ КВИНТ'],
      });
      for (const typed of ['агро', 'agro', 'АГРО', '\u0430gro']) {
        expect(await search(reads, typed)).toEqual([1, 2, 3]);
      }
      expect(await search(reads, 'agroprim')).toEqual([2]);
      expect(await search(reads, 'агроприм')).toEqual([2]);
      expect(await search(reads, 'agrostroi')).toEqual([3]);
      expect(await search(reads, 'срл агро лукс')).toEqual([1]);
      expect(await search(reads, 'квинт')).toEqual([[4, 'KVINT'], 9]);
      expect(await search(reads, 'kvint')).toEqual([[4, 'KVINT'], 9]);
      for (const typed of ['kolos', 'colos', 'колос']) {
        expect(await search(reads, typed)).toEqual([7]);
      }
      for (const typed of ['fakel ciuk', 'fachel ciuc', 'факел']) {
        expect(await search(reads, typed)).toEqual([8]);
      }
      expect(await search(reads, 'кишинэу')).toEqual([5]);
      expect(await search(reads, 'максим')).toEqual([6]);
      for (const typed of ['agro', 'агро']) {
        expect((await readAll(reads, typed, 1)).flat()).toEqual([1, 2, 3]);
      }
    });

    it.each(['rau', 'ra', 'r'])('finds names without diacritics by "lux %s" too', async (last) => {
      const { reads } = await openWith({
        1: ['LUX RÂU'],
        2: ['LUX RÂURI', 'ALTCEVA'],
        3: ['LUX ARA'],
      });
      expect(await search(reads, `lux ${last}`)).toEqual([1, [2, 'LUX RÂURI']]);
    });

    it.each(['eco', 'ec', 'e'])('finds names without hyphens by "lux %s" too', async (last) => {
      const { reads } = await openWith({ 1: ['LUX E-COMERȚ'], 2: ['LUX E-CO', 'ALTCEVA'] });
      expect(await search(reads, `lux ${last}`)).toEqual([[2, 'LUX E-CO'], 1]);
    });

    it('has the fields of the company as they are now', async () => {
      const { reads } = await openWith({ 1: ['VECHI', 'NOU'] });
      const query = { text: 'vechi', filter: {}, after: null, first: 1 };
      expect(await reads.searchNames(query)).toEqual([
        {
          company: {
            idno: toIdno(1),
            name: 'NOU',
            legalForm: COMPANY.legalForm,
            status: COMPANY.status,
            region: COMPANY.region,
          },
          formerName: 'VECHI',
          position: { rank: 0, length: 5, name: 'vechi', idno: toIdno(1) },
        },
      ]);
    });

    it('forgets the former names of removed samples', async () => {
      const { store, reads } = await openWith({ 1: ['VECHI', 'NOU'] });
      const sample = { ...toStored({ ...COMPANY, idno: toIdno(1), name: 'NOU' }), sample: true };
      await store.companies.write([{ ...sample, revision: 2 }], []);
      await store.companies.removeSamples();
      expect(await search(reads, 'vechi')).toEqual([]);
    });

    it('replaces a former name that an interrupted import wrote', async () => {
      const { store, reads } = await openWith({ 1: ['VECHI', 'NOU'] });
      const change = { idno: toIdno(1), revision: 1, importId: 'two', dumpDate: null };
      await store.companies.write([], [{ ...change, previous: { company: { name: 'ALT' } } }]);
      expect(await search(reads, 'vechi')).toEqual([]);
      expect(await search(reads, 'alt')).toEqual([[1, 'ALT']]);
      await store.companies.write([], [{ ...change, previous: { goneSince: null } }]);
      expect(await search(reads, 'alt')).toEqual([]);
    });

    it.each([1, 2, 3, 7])('is read whole in pages of %s', async (size) => {
      const names = ['lux', 'lux b', 'lux a', 'alfa lux', 'lux aa', 'luxor', 'a luxor', 'luz', 'l'];
      const long = `lux ${'ă'.repeat(300)}`;
      const { reads } = await openWith({
        ...Object.fromEntries([...names, 'LUX', long].map((name, serial) => [serial + 10, [name]])),
        30: ['lux c', 'nou'],
        31: ['beta lux', 'nou'],
        32: ['lux a', 'nou'],
      });
      for (const typed of ['lux', 'l', 'lu', 'lux a']) {
        const whole = await search(reads, typed);
        expect(whole.length).toBeGreaterThan(2);
        expect((await readAll(reads, typed, size)).flat()).toEqual(whole);
      }
    });

    it('puts the shortest of many names first, page by page', async () => {
      const { store, reads } = await open();
      const endings = Array.from({ length: MANY }, (_, n) =>
        'abcdefghijk'.repeat(3).slice(0, n % 31),
      );
      const names = endings.map((ending, n) => `lux ${ending}${n % 7}${n % 3 === 0 ? ' tur' : ''}`);
      const companies = names.map((name, n) => toStored({ ...COMPANY, idno: toIdno(n), name }));
      await store.companies.write(companies, []);
      for (const typed of ['lux', 'lu', 'l', 'lux a', 'lux ab', 'lux t', 'lux abc6 tur']) {
        const expected = names
          .map((name, n) => ({ name, n }))
          .filter(({ name }) => rankName({ name, words: name.split(' ') }, typed) !== null)
          .sort((one, other) => compareNames(one.name, other.name, typed) || one.n - other.n)
          .map(({ n }) => n);
        const pages = await readAll(reads, typed, MAX_FIRST);
        expect({ typed, found: pages.flat() }).toEqual({ typed, found: expected });
      }
    });

    it.each([
      ['Latin', 'x'],
      ['of two units, one of them cut off', '𐐨'],
    ])('continues after a position whose name was too long for it: %s', async (_what, letter) => {
      const toLong = (end: string) => `LUX Y${letter.repeat(300)}${end}`;
      const { reads } = await openWith({
        1: [toLong('c')],
        2: [toLong('a')],
        3: [toLong('d'), 'OTHER'],
        4: [toLong('b')],
        5: [toLong('b')],
        6: [toLong('')],
      });
      expect((await readAll(reads, 'lux', 1)).flat()).toEqual([6, 2, 4, 5, 1, [3, toLong('d')]]);
    });

    it('leaves out no name after a position whose company has been renamed', async () => {
      const toLong = (end: string) => `LUX Y${'x'.repeat(300)}${end}`;
      const { store, reads } = await openWith({
        1: [toLong('c')],
        2: [toLong('a')],
        3: [toLong('b')],
      });
      const list = (after: SearchPosition | null, first: number) =>
        reads.searchNames({ text: 'lux', filter: {}, after, first });
      const [found] = await list(null, 1);
      await store.companies.write(
        [toStored({ ...COMPANY, idno: toIdno(2), name: toLong('zz') })],
        [],
      );
      const rest = await list(found?.position ?? null, 9);
      expect(rest.map(({ company }) => company.idno)).toEqual([3, 1, 2].map(toIdno));
    });

    it('matches every given filter, by current and former names', async () => {
      const { reads } = await openWith(
        { 1: ['LUX'], 2: ['LUX'], 3: ['LUX', 'NOU'], 4: ['LUX', 'NOU'] },
        {
          2: { status: 'lichidata', region: '0300', legalForm: 'S.A.' },
          4: { region: '0300', caem: [{ code: '01.11', label: 'x', main: true }] },
        },
      );
      expect(await search(reads, 'lux', { status: 'lichidata' })).toEqual([2]);
      expect(await search(reads, 'lux', { region: '0300' })).toEqual([2, [4, 'LUX']]);
      expect(await search(reads, 'lux', { district: '03' })).toEqual([2, [4, 'LUX']]);
      expect(await search(reads, 'lux', { district: '30' })).toEqual([]);
      expect(await search(reads, 'l', { caem: '01.11' })).toEqual([[4, 'LUX']]);
      expect(await search(reads, 'lux', { legalForm: 'S.A.', status: 'activa' })).toEqual([]);
    });

    it('finds by one kind of names, and counts what it would find', async () => {
      const { reads } = await openWith({
        1: ['LUX'],
        2: ['LUX', 'NOU'],
        3: ['ALFA LUX', 'BETA LUX'],
        4: ['LUX VECHI', 'ALTA'],
      });
      const list = async (names: NameKind | undefined, after: SearchPosition | null = null) => {
        const query = { text: 'lux', names, filter: { vatPayer: true }, after, first: 9 };
        return await reads.searchNames(query);
      };
      const kinds = {
        current: [1, 3],
        former: [
          [2, 'LUX'],
          [4, 'LUX VECHI'],
        ],
      } as const;
      for (const names of ['current', 'former'] as const) {
        const found = await list(names);
        expect(found.map(toShort)).toEqual(kinds[names]);
        expect((await list(names, found[0]?.position)).map(toShort)).toEqual(kinds[names].slice(1));
      }
      const count = (names: NameKind | undefined, max: number) =>
        reads.countNames({ text: 'lux', names, filter: { vatPayer: true } }, max);
      expect(await count(undefined, 4)).toBe(4);
      expect(await count(undefined, 3)).toBe(null);
      expect(await count('former', 3)).toBe(2);
      expect(await reads.countNames({ text: 'lux', filter: { vatPayer: false } }, 9)).toBe(0);
    });

    it('lists by IDNO what matches a filter alone', async () => {
      const { reads } = await openWith(
        { 3: ['C'], 1: ['A'], 2: ['B'] },
        { 2: { status: 'lichidata' } },
      );
      const list = async (filter: SearchFilter, after: string | null, first: number) =>
        (await reads.listMatching(filter, after, first)).map(({ name }) => name);
      expect(await list({ status: 'activa' }, null, MAX_FIRST)).toEqual(['A', 'C']);
      expect(await list({ status: 'activa' }, toIdno(1), MAX_FIRST)).toEqual(['C']);
      expect(await list({ region: '0120' }, null, 2)).toEqual(['A', 'B']);
    });
  });
}
