import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import {
  type CompanyChange,
  type CompanyState,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
  type StoredSupplement,
} from '../../src/store/port/companies.ts';
import { COMPANY, IDNO, makeBare, toIdno, toStored } from '../support/companies.ts';
import type { TestStore } from '../support/stores.ts';

/** Texts that stores have been seen to change. */
const ODD_TEXTS = [
  '',
  ' two  spaces ',
  'ȘȚ şţ ÎÂ',
  'ТОВ «ЮГ»',
  'a\u0000b',
  '\u{1f3e2} 𠀀',
  'e\u0301 é',
  '\ufeffbom',
  '"quotes" \'and\' \\ back\\slashes',
  'line\r\nend',
  '$where {$gt: ""} a.b',
  'x'.repeat(30_000),
];

function makeStored(serial: number, replaced: Partial<StoredCompany> = {}): StoredCompany {
  return { ...toStored({ ...COMPANY, idno: toIdno(serial) }), ...replaced };
}

function makeChange(replaced: Partial<CompanyChange>): CompanyChange {
  const company = { name: 'before' };
  return {
    idno: IDNO,
    revision: 1,
    importId: 'one',
    dumpDate: '2026-09-14',
    previous: { company },
    ...replaced,
  };
}

/** What every store promises of companies. `open` gives an empty one that closes with the test. */
export function describeCompanyStore(open: () => Promise<TestStore>): void {
  async function openWith(...companies: StoredCompany[]) {
    const store = await open();
    await store.companies.write(companies, []);
    return store.companies;
  }

  async function scan(companies: TestStore['companies']): Promise<CompanyState[]> {
    const states: CompanyState[] = [];
    for await (const page of companies.scanStates()) states.push(...page);
    return states.sort((first, second) => first.idno.localeCompare(second.idno));
  }

  describe('companies that are found', () => {
    it('come in the order of the numbers, null where there is none, twice where asked', async () => {
      const companies = await openWith(makeStored(1), makeStored(2), makeStored(3));
      const asked = [toIdno(3), toIdno(9), toIdno(1), toIdno(3)];
      const found = await companies.findByIdnos(asked);
      expect(found.map((one) => one?.idno ?? null)).toEqual([
        toIdno(3),
        null,
        toIdno(1),
        toIdno(3),
      ]);
      expect(await companies.findByIdnos([])).toEqual([]);
    });

    it.each(['', '1', 'abc', `0${IDNO}`, `${IDNO}0`, ' 1099600000018', '1e12', '9'.repeat(5_000)])(
      'are null for a text that is no number: %s',
      async (text) => {
        const companies = await openWith(toStored(COMPANY));
        expect(await companies.findByIdnos([text, IDNO])).toEqual([null, COMPANY]);
        expect(await companies.findRecords([text])).toEqual([null]);
        expect(await companies.findSupplements([text])).toEqual([null]);
      },
    );

    it('keep a number that begins with zeros', async () => {
      const companies = await openWith(toStored({ ...COMPANY, idno: '0000000000123' }));
      expect(await companies.listIdnos(null, 9)).toEqual(['0000000000123']);
      expect(await companies.findByIdnos(['0000000000123', '123'])).toMatchObject([
        { idno: '0000000000123' },
        null,
      ]);
    });

    it('are what was written, unit by unit, with the fields in their order', async () => {
      const company: Company = {
        ...COMPANY,
        founders: ODD_TEXTS.map((name) => ({ name, share: null, type: 'grup' })),
        admins: ODD_TEXTS,
        caem: ODD_TEXTS.map((label, at) => ({ code: `${at}`, label, main: at === 4 })),
      };
      const stored = toStored(company);
      const companies = await openWith(stored);
      const [found] = await companies.findByIdnos([IDNO]);
      expect(JSON.stringify(found)).toBe(JSON.stringify(company));
      expect(await companies.findRecords([IDNO])).toEqual([stored]);
    });

    it('keep cells that are served as they are, and those that are served otherwise', async () => {
      const same = makeStored(1);
      const { raw } = makeStored(2);
      const other = makeStored(2, {
        raw: { ...raw, idno: null, name: ' "A"  SRL', address: null },
      });
      const companies = await openWith(same, other);
      const found = await companies.findRecords([toIdno(1), toIdno(2)]);
      expect(found).toEqual([same, other]);
    });

    it('keep every null and every empty list', async () => {
      const empty = makeBare(COMPANY);
      const companies = await openWith({ ...toStored(empty), directors: [], flags: ['text_cut'] });
      expect(await companies.findByIdnos([IDNO])).toEqual([empty]);
      expect(await companies.findRecords([IDNO])).toMatchObject([
        { directors: [], flags: ['text_cut'], liquidatedOn: null, goneSince: null },
      ]);
    });
  });

  describe('a write', () => {
    it('replaces a company whole', async () => {
      const companies = await openWith(makeStored(1), makeStored(2));
      const next = makeStored(1, { revision: 2, goneSince: '2026-09-21', fingerprint: 'b' });
      next.company = { ...next.company, caem: [], caemMain: null };
      await companies.write([next], []);
      expect(await companies.findRecords([toIdno(1), toIdno(2)])).toEqual([next, makeStored(2)]);
      expect(await companies.count()).toBe(2);
    });

    it('of the most records is taken whole, and of one more is refused whole', async () => {
      const companies = await openWith();
      const most = Array.from({ length: MAX_RECORDS_PER_WRITE }, (_, serial) => makeStored(serial));
      await expect(companies.write([...most, makeStored(5_000)], [])).rejects.toThrow(RangeError);
      expect(await companies.count()).toBe(0);
      await companies.write(most, []);
      expect(await companies.count()).toBe(MAX_RECORDS_PER_WRITE);
    });

    it('of nothing changes nothing', async () => {
      const companies = await openWith(makeStored(1));
      await companies.write([], []);
      expect(await companies.count()).toBe(1);
    });
  });

  describe('states', () => {
    it('name every company once', async () => {
      const companies = await openWith(
        makeStored(1, { fingerprint: '0123456789abc', sample: true }),
        makeStored(2, { fingerprint: 'fffffffffffff', goneSince: '2026-09-14' }),
      );
      expect(await scan(companies)).toEqual([
        { idno: toIdno(1), fingerprint: '0123456789abc', goneSince: null, sample: true },
        { idno: toIdno(2), fingerprint: 'fffffffffffff', goneSince: '2026-09-14', sample: false },
      ]);
    });

    it('of more companies than a page holds are all there', async () => {
      const companies = await openWith();
      // One page has 5,000 on the embedded store.
      const count = 6_000;
      for (let from = 0; from < count; from += 1_000) {
        await companies.write(
          Array.from({ length: 1_000 }, (_, at) => makeStored(from + at)),
          [],
        );
      }
      const states = await scan(companies);
      expect(new Set(states.map(({ idno }) => idno)).size).toBe(count);
      expect(states).toHaveLength(count);
    });

    it('of a store without companies are none', async () => {
      expect(await scan(await openWith())).toEqual([]);
    });
  });

  it('lists numbers in ascending order, page by page', async () => {
    const companies = await openWith(...[5, 3, 9, 1].map((serial) => makeStored(serial)));
    expect(await companies.listIdnos(null, 3)).toEqual([1, 3, 5].map(toIdno));
    expect(await companies.listIdnos(toIdno(5), 3)).toEqual([toIdno(9)]);
    expect(await companies.listIdnos(toIdno(9), 3)).toEqual([]);
  });

  it('lists every code that a company has or had, each once, with its label', async () => {
    const withCodes = (...codes: string[]) =>
      toStored({
        ...COMPANY,
        caem: codes.map((code) => ({ code, label: `label of ${code}`, main: false })),
      });
    const companies = await openWith(withCodes('62.01', '46327'));
    await companies.write([withCodes('62.01', '01.11')], []);
    const listed = await companies.listActivities();
    expect(listed.toSorted((one, other) => (one.code < other.code ? -1 : 1))).toEqual(
      ['01.11', '46327', '62.01'].map((code) => ({ code, label: `label of ${code}` })),
    );
  });

  it('keeps changes newest first, and one for each revision that was replaced', async () => {
    const companies = await openWith(toStored(COMPANY));
    const first = makeChange({});
    const second = makeChange({ revision: 2, importId: 'two', dumpDate: null });
    await companies.write([], [first, second, makeChange({ idno: toIdno(1) })]);
    expect(await companies.listChanges(IDNO, 9)).toEqual([second, first]);
    expect(await companies.listChanges(IDNO, 1)).toEqual([second]);
    const again = { ...first, importId: 'three' };
    await companies.write([], [again]);
    expect(await companies.listChanges(IDNO, 9)).toEqual([second, again]);
  });

  it('keeps supplements by number, whether there is such a company or not', async () => {
    const companies = await openWith();
    const supplement: StoredSupplement = {
      idno: IDNO,
      values: { capital: '5400.00', vatPayer: false, caemMain: { code: '62.01' } },
      origins: { capital: { importId: 'one', fileName: 'capital.csv' } },
    };
    await companies.write([], [], [supplement]);
    expect(await companies.findSupplements([toIdno(1), IDNO])).toEqual([null, supplement]);
    const next = { ...supplement, values: { vatPayer: true } };
    await companies.write([], [], [next]);
    expect(await companies.findSupplements([IDNO])).toEqual([next]);
    expect(await companies.count()).toBe(0);
  });

  it('removes the bundled companies with all that belongs to them, and no others', async () => {
    const real = makeStored(1);
    const companies = await openWith(real, makeStored(2, { sample: true }));
    const changes = [1, 2].map((serial) => makeChange({ idno: toIdno(serial) }));
    const supplements = [1, 2].map((serial) => ({ idno: toIdno(serial), values: {}, origins: {} }));
    await companies.write([], changes, supplements);
    expect(await companies.removeSamples()).toBe(1);
    expect(await companies.removeSamples()).toBe(0);
    expect(await companies.findRecords([toIdno(1), toIdno(2)])).toEqual([real, null]);
    expect(await companies.listChanges(toIdno(2), 9)).toEqual([]);
    expect(await companies.listChanges(toIdno(1), 9)).toHaveLength(1);
    expect(await companies.findSupplements([toIdno(1), toIdno(2)])).toEqual([supplements[0], null]);
  });
}
