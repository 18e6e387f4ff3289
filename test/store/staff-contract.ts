import { describe, expect, it } from 'vitest';
import type { ChangeKind } from '../../src/domain/company/public-changes.ts';
import { toNameSearch, toPersonSearch } from '../../src/domain/company/search-text.ts';
import { foldCompanyName } from '../../src/domain/register/company-name.ts';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import type { RecordedChange } from '../../src/store/port/public-changes.ts';
import type { CompanyFilter } from '../../src/store/port/search-reads.ts';
import type { QueryReads } from '../../src/store/query-reads.ts';
import { COMPANY, delist, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import { searchCurrentNames } from '../support/search.ts';
import type { TestStore } from '../support/stores.ts';

export interface StaffStore {
  store: TestStore;
  reads: QueryReads;
}

type Change = Partial<StoredCompany> & { name?: string };

function make(serial: number, { name, ...change }: Change = {}): StoredCompany {
  const company = { ...COMPANY, ...change.company, idno: toIdno(serial), founders: [], admins: [] };
  const stored = toStored({ ...company, ...change.company, idno: toIdno(serial) });
  return { ...stored, ...change, company: { ...stored.company, ...(name && { name }) } };
}

function withCompany(serial: number, company: Partial<StoredCompany['company']>): StoredCompany {
  const plain = make(serial);
  return { ...plain, company: { ...plain.company, ...company } };
}

/** What every store promises of the reads of companies and imports for staff. `open` gives an empty one. */
export function describeQueryReads(open: () => Promise<StaffStore>): void {
  async function openWith(...companies: StoredCompany[]) {
    const opened = await open();
    await opened.store.companies.write(companies, []);
    return opened;
  }

  describe('a search by name', () => {
    const search = searchCurrentNames;

    it('finds by letters with or without their signs, in any case, the form left aside', async () => {
      const { reads } = await openWith(
        make(4, { name: 'Grădinița și Școala "NOUĂ"' }),
        make(3, { name: 'S.R.L. „ȘCOALA MICĂ”' }),
        make(2, { name: 'Societatea cu Răspundere Limitată "ŞCOALA"' }),
        make(1, { name: 'LICEUL TEST' }),
      );
      const typed = ['şcoala', 'școala', 'SCOALA', 'Şcoala S.R.L.', ' „ŞCOALA” ', 'scoal'];
      for (const one of typed) {
        expect(await search(reads, one), one).toEqual([2, 3, 4].map(toIdno));
      }
    });

    it('finds Cyrillic names by Cyrillic letters in any case', async () => {
      const { reads } = await openWith(
        make(1, { name: 'ТОВ «ЮГ-ТЕСТ»' }),
        make(2, { name: 'ООО СЕВЕР' }),
        make(3, { name: 'TOB SRL' }),
      );
      expect(await search(reads, 'ТОВ')).toEqual([toIdno(1)]);
      expect(await search(reads, 'юг те')).toEqual([toIdno(1)]);
      expect(await search(reads, 'север')).toEqual([toIdno(2)]);
    });

    it('takes signs of query languages as text alone', async () => {
      const { reads } = await openWith(make(1, { name: 'b' }), make(2, { name: 'x y' }));
      const signs = ['', ' ', '"', '*', '" OR "', 'a" OR name:"b', '\0', 'NEAR(', '-', '%', '_'];
      for (const typed of [...signs, '.*', '$', '^b', '\\', '{"$gt":""}']) {
        expect(await search(reads, typed), typed).toEqual(typed === '^b' ? [toIdno(1)] : []);
      }
    });

    it('follows a changed name and forgets a removed company', async () => {
      const { store, reads } = await openWith(
        make(1, { name: 'VECHI' }),
        make(2, { name: 'VECHI PROBA', sample: true }),
      );
      await store.companies.write([make(1, { name: 'NOU', revision: 2 })], []);
      expect(await search(reads, 'vechi')).toEqual([toIdno(2)]);
      expect(await search(reads, 'nou')).toEqual([toIdno(1)]);
      await store.companies.removeSamples();
      expect(await search(reads, 'vechi')).toEqual([]);
    });
  });

  it('lists by number, page by page, what fits all of a filter', async () => {
    const { store, reads } = await openWith(
      withCompany(5, { legalForm: 'S.A.', status: 'lichidata', region: '0300' }),
      withCompany(3, { caem: [{ code: '01.11', label: 'x', main: true }] }),
      withCompany(9, { regDate: '1999-01-02', vatPayer: false }),
      { ...make(1), flags: ['text_cut', 'region_unknown'] },
      withCompany(7, { regDate: null, vatPayer: null, legalForm: null, region: null }),
    );
    await delist(store.companies, [toIdno(9)], '2026-09-21');
    const list = async (filter: Parameters<QueryReads['listCompanies']>[0]) =>
      (await reads.listCompanies(filter, null, 9)).map((idno) => Number(idno.slice(-2)));
    expect(await list({})).toEqual([1, 3, 5, 7, 9]);
    expect(await list({ legalForm: 'S.A.' })).toEqual([5]);
    expect(await list({ status: 'lichidata', region: '0300' })).toEqual([5]);
    expect(await list({ status: 'lichidata', region: '0120' })).toEqual([]);
    expect(await list({ caem: '01.11' })).toEqual([3]);
    expect(await list({ caem: '1.11' })).toEqual([]);
    expect(await list({ registeredTo: '1999-01-02' })).toEqual([9]);
    expect(await list({ registeredFrom: '2009-03-17' })).toEqual([1, 3, 5]);
    expect(await list({ vatPayer: false })).toEqual([9]);
    expect(await list({ flag: 'region_unknown' })).toEqual([1]);
    expect(await list({ gone: true })).toEqual([9]);
    expect(await list({ gone: false })).toEqual([1, 3, 5, 7]);
    expect(await reads.listCompanies({}, toIdno(3), 2)).toEqual([5, 7].map(toIdno));
    expect(await reads.listCompanies({ gone: false }, toIdno(3), 1)).toEqual([toIdno(5)]);
    expect(await reads.countCompanies({}, 9)).toBe(5);
    expect(await reads.countCompanies({ gone: false, legalForm: 'S.R.L.' }, 2)).toBe(2);
    expect(await reads.countCompanies({ status: 'in_lichidare' }, 9)).toBe(0);
    expect(await reads.countCompanies({}, 4)).toBe(null);
  });

  it('lists what is rare behind a thousand companies, and continues there', async () => {
    const count = 2_100;
    const region = (serial: number) => (serial % 500 === 499 ? '0300' : '0120');
    const { store, reads } = await open();
    for (let from = 0; from < count; from += 1_000) {
      const companies = Array.from({ length: Math.min(1_000, count - from) }, (_, at) =>
        withCompany(from + at, { region: region(from + at) }),
      );
      await store.companies.write(companies, []);
    }
    const rare = { region: '0300' };
    const found = [499, 999, 1_499, 1_999].map(toIdno);
    expect(await reads.listCompanies(rare, null, 9)).toEqual(found);
    expect(await reads.listCompanies(rare, null, 2)).toEqual(found.slice(0, 2));
    expect(await reads.listCompanies(rare, null, 3)).toEqual(found.slice(0, 3));
    expect(await reads.listCompanies(rare, toIdno(999), 2)).toEqual(found.slice(2));
    expect(await reads.listCompanies(rare, toIdno(1_500), 2)).toEqual(found.slice(3));
    const matching = await reads.listMatching(rare, toIdno(499), 2);
    expect(matching.map(({ idno }) => idno)).toEqual(found.slice(1, 3));
    const [common] = await reads.listCompanies({ region: '0120' }, toIdno(998), 1);
    expect(common).toBe(toIdno(1_000));
  });

  it('finds where one person has all the words, founder or administrator', async () => {
    const founded = (name: string) => ({
      founders: [{ name, share: null, type: 'persoana_fizica' as const }],
    });
    const { reads } = await openWith(
      withCompany(4, { admins: ['PRUNARU-TEST ION', 'CIREȘ MARIA'] }),
      withCompany(2, founded('ION PRUNARU TEST')),
      withCompany(3, { admins: ['ION CIREȘ', 'PRUNARU VASILE'] }),
      withCompany(5, founded('СЕРГЕЙ РЯБОВ')),
    );
    const find = (typed: string, after: string | null = null, first = 9) =>
      reads.listByPerson(toPersonSearch(typed), after, first);
    expect(await find('prunaru ion')).toEqual([2, 4].map(toIdno));
    expect(await find('Ion Pru')).toEqual([2, 4].map(toIdno));
    expect(await find('ion')).toEqual([2, 3, 4].map(toIdno));
    expect(await find('cires')).toEqual([3, 4].map(toIdno));
    expect(await find('ion', toIdno(2), 1)).toEqual([toIdno(3)]);
    expect(await find('Прунару Ион')).toEqual([2, 4].map(toIdno));
    expect(await find('ștrengarul')).toEqual([]);
    expect(await find('reabov serghei')).toEqual([toIdno(5)]);
    expect(await find('')).toEqual([]);
    const count = (typed: string, max: number) => reads.countByPerson(toPersonSearch(typed), max);
    expect(await count('prunaru ion', 2)).toBe(2);
    expect(await count('ion', 2)).toBe(null);
    expect(await count('', 2)).toBe(0);
  });

  it('tells namesakes and whom a founder founded, also after a change', async () => {
    const byFounder = (serial: number, name: string, raw: string | null = null) => {
      const founders = [{ name, share: null, type: 'persoana_juridica' as const }];
      const stored = withCompany(serial, { founders });
      return { ...stored, raw: { ...stored.raw, founders: raw } };
    };
    const { store, reads } = await openWith(
      make(1, { name: 'IZVOR-TEST SRL' }),
      make(2, { name: 'Societatea pe acțiuni „Izvor Test”' }),
      make(3, { name: 'IZVOR TEST DOI SRL' }),
      byFounder(4, 'COMPANIA "IZVOR TEST DOI" SRL'),
      byFounder(5, '"IZVOR TEST DOI" SRL', '"IZVOR TEST DOI" SRL, IDNO 1099600000018 (1,00%)'),
      byFounder(6, 'S.A. "IZVOR-TEST"'),
    );
    const names = ['IZVOR TEST', 'IZVOR TEST DOI SRL', 'NIMENI'].map(foldCompanyName);
    expect(await reads.findNamesakes(names)).toEqual([[1, 2].map(toIdno), [toIdno(3)], []]);
    const founded = () =>
      reads.listFounded(['izvor test', '1099600000018', 'compania izvor test doi'], 9);
    expect(await founded()).toEqual([[toIdno(6)], [toIdno(5)], [toIdno(4)]]);
    await store.companies.write([{ ...make(6), revision: 2 }], []);
    expect(await founded()).toEqual([[], [toIdno(5)], [toIdno(4)]]);
  });

  it('answers batches in order, with null and nothing where there is nothing', async () => {
    const { store, reads } = await openWith(make(1), make(2));
    const change = { idno: toIdno(2), revision: 1, importId: 'one', dumpDate: null, previous: {} };
    const second = { ...change, revision: 2 };
    await store.companies.write([], [change, second]);
    const asked = [toIdno(2), toIdno(7), toIdno(1), 'abc'];
    const found = await reads.findCompanies(asked);
    expect(found).toEqual([make(2), null, make(1), null]);
    expect(await reads.listChanges(asked, 9)).toEqual([[second, change], [], [], []]);
    expect(await reads.listChanges([toIdno(2)], 1)).toEqual([[second]]);
  });

  it('counts companies by value, the most first, those without one last among equals', async () => {
    const { store, reads } = await openWith(
      withCompany(1, { region: '0300' }),
      withCompany(2, { region: null }),
      withCompany(3, { region: '0120', legalForm: null }),
      withCompany(4, { region: '0120', status: 'lichidata' }),
    );
    await delist(store.companies, [toIdno(4)], '2026-09-21');
    expect(await reads.countByValue({})).toEqual({
      companies: 4,
      gone: 1,
      regions: [
        { value: '0120', count: 2 },
        { value: '0300', count: 1 },
        { value: null, count: 1 },
      ],
      legalForms: [
        { value: 'S.R.L.', count: 3 },
        { value: null, count: 1 },
      ],
      statuses: [
        { value: 'activa', count: 3 },
        { value: 'lichidata', count: 1 },
      ],
    });
    expect(await reads.countByValue({ region: '0120', gone: false })).toEqual({
      companies: 1,
      gone: 0,
      regions: [{ value: '0120', count: 1 }],
      legalForms: [{ value: null, count: 1 }],
      statuses: [{ value: 'activa', count: 1 }],
    });
  });

  it('counts the companies that are there, whatever became of the last import', async () => {
    const { store, reads } = await open();
    const count = async () => (await reads.countByValue({})).companies;
    const outcomes = ['completed', 'interrupted', 'failed', 'completed', 'completed'] as const;
    for (const [at, outcome] of outcomes.entries()) {
      const run = makeRun({ id: `run ${at}`, startedAtMs: 2 * at });
      await store.imports.record({ ...run, outcome: 'running' });
      expect(await count()).toBe(at);
      await store.companies.write([make(at)], []);
      expect(await count()).toBe(at + 1);
      await store.imports.record({ ...run, outcome });
      expect(await count()).toBe(at + 1);
      const refused = makeRun({ id: `refused ${at}`, startedAtMs: 2 * at + 1, outcome: 'refused' });
      await store.imports.record(refused);
      expect(await count()).toBe(at + 1);
    }
  });

  it('stores the rows that an import rejected and replaces the earlier ones', async () => {
    const { store, reads } = await open();
    const reject = (row: number, reason = 'idno_malformed') => {
      return { row, column: 'idno', value: 'x', reason };
    };
    const rows = [reject(5), reject(6, 'name_missing'), reject(7)] as const;
    await store.imports.saveRejects(
      'one',
      [1, 2, 3, 4].map((row) => reject(row)),
    );
    await store.imports.saveRejects('one', rows);
    const indexed = rows.map((row, index) => ({ ...row, index }));
    const one = { importId: 'one' };
    expect(await reads.listRejects(one, 0, 2)).toEqual(indexed.slice(0, 2));
    expect(await reads.listRejects(one, 2, 2)).toEqual(indexed.slice(2));
    expect(await reads.listRejects({ importId: 'two' }, 0, 2)).toEqual([]);
    const malformed = { ...one, reason: 'idno_malformed' };
    expect(await reads.listRejects(malformed, 1, 2)).toEqual(indexed.slice(2));
    expect(await reads.countRejects(malformed, 2)).toBe(2);
    expect(await reads.countRejects(one, 2)).toBe(null);
    expect(await reads.countRejects({ ...one, reason: 'none' }, 2)).toBe(0);
    expect(await reads.listImports(9)).toEqual([]);
  });

  it('lists what an import did to companies, by IDNO and kind, and filters by it', async () => {
    const { store, reads } = await open();
    const companies = [1, 2, 3].map((serial) => make(serial));
    const change = (serial: number, kind: ChangeKind, importMs = 10): RecordedChange => ({
      ...{ importMs, idno: toIdno(serial), revision: 1, kind, fields: [] },
      ...{ cause: 'register', dataDate: '2026-09-14' },
    });
    const changes = [change(1, 'created'), change(2, 'removed'), change(3, 'created')];
    for (const startedAtMs of [9, 10, 11]) {
      await store.imports.record(makeRun({ id: `run ${startedAtMs}`, startedAtMs }));
    }
    expect(await reads.findImports(['run 11', 'run 8', 'run 9'])).toEqual([
      makeRun({ id: 'run 11', startedAtMs: 11 }),
      null,
      makeRun({ id: 'run 9', startedAtMs: 9 }),
    ]);
    await store.companies.write(companies, [], [], [...changes, change(1, 'created', 9)]);
    const previousName = {
      ...{ revision: 1, importId: 'run 10', dumpDate: null },
      previous: { company: { name: COMPANY.name } },
    };
    const one = { importId: 'run 10' };
    expect(await reads.listImportChanges(one, null, 9)).toEqual(changes);
    expect(await reads.listImportChanges(one, toIdno(1), 1)).toEqual(changes.slice(1, 2));
    const created = { ...one, kind: 'created' as const };
    expect(await reads.listImportChanges(created, toIdno(1), 9)).toEqual(changes.slice(2));
    expect(await reads.countImportChanges(created, 2)).toBe(2);
    expect(await reads.countImportChanges(one, 2)).toBe(null);
    const two = { importId: 'run 9' };
    expect(await reads.listCompanies(one, null, 9)).toEqual([1, 2, 3].map(toIdno));
    expect(await reads.listCompanies(one, toIdno(1), 1)).toEqual([toIdno(2)]);
    expect(await reads.listCompanies({ ...one, legalForm: 'S.A.' }, null, 9)).toEqual([]);
    expect(await reads.countCompanies(one, 3)).toBe(3);
    expect(await reads.countCompanies(one, 2)).toBe(null);
    expect(await reads.countByValue(two)).toMatchObject({
      companies: 1,
      statuses: [{ value: 'activa', count: 1 }],
    });
    const text = toNameSearch(COMPANY.name);
    const find = async (filter: CompanyFilter) =>
      (await reads.searchNames({ text, filter, after: null, first: 9 })).map(
        ({ company }) => company.idno,
      );
    expect(await find(one)).toEqual([1, 2, 3].map(toIdno));
    expect(await find({ ...two, status: 'activa' })).toEqual([toIdno(1)]);
    await store.companies.write(
      [make(3, { name: 'ALTUL', revision: 2 })],
      [{ ...previousName, idno: toIdno(3) }],
    );
    expect(await find(one)).toEqual([1, 2, 3].map(toIdno));
    expect(await find(two)).toEqual([toIdno(1)]);
    for (const importId of ['run 11', 'none']) {
      expect(await reads.listCompanies({ importId }, null, 9)).toEqual([]);
      expect(await reads.countCompanies({ importId }, 9)).toBe(0);
      expect(await reads.listImportChanges({ importId }, null, 9)).toEqual([]);
      expect(await reads.countImportChanges({ importId }, 9)).toBe(0);
    }
  });
}
