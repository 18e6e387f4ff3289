import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type {
  CompanyChange,
  StoredCompany,
  StoredSupplement,
} from '../../src/store/port/companies.ts';
import type { TestStore } from '../support/stores.ts';

type TestStores = Pick<TestStore, 'companies' | 'imports'>;

const PAGE = 1_000;
const MAX_CHANGES = 1_000;
/** How many histories are requested at once. */
const HISTORIES = 25;
const MAX_RUNS = 10_000;

export interface CompanyWithHistory {
  record: StoredCompany | null;
  /** With the file that brought each change in place of the run, of which there may be several. */
  changes: (Omit<CompanyChange, 'importId'> & { from: string })[];
  supplement: Pick<StoredSupplement, 'values'> | null;
}

/** All that a store holds of companies, by number, without the records of the runs themselves. */
export async function* listState({ companies, imports }: TestStores) {
  const runs = await imports.list(MAX_RUNS);
  const fileOf = new Map(runs.map(({ id, kind, fileHash }) => [id, `${kind} ${fileHash}`]));
  let after: string | null = null;
  for (;;) {
    const idnos: string[] = await companies.listIdnos(after, PAGE);
    after = idnos.at(-1) ?? null;
    if (after === null) return;
    const records = await companies.findRecords(idnos);
    const supplements = await companies.findSupplements(idnos);
    const histories = await listHistories(companies, idnos);
    for (const [index, changes] of histories.entries()) {
      const state: CompanyWithHistory = {
        record: records[index] ?? null,
        changes: changes.map(({ importId, ...change }) => ({
          ...change,
          from: fileOf.get(importId) ?? 'no run',
        })),
        supplement: supplements[index] ? { values: supplements[index].values } : null,
      };
      yield state;
    }
  }
}

async function listHistories(companies: TestStores['companies'], idnos: string[]) {
  const histories: CompanyChange[][] = [];
  for (let from = 0; from < idnos.length; from += HISTORIES) {
    const some = idnos.slice(from, from + HISTORIES);
    histories.push(...(await companies.listHistories(some, MAX_CHANGES)));
  }
  return histories;
}

export async function readState(store: TestStores): Promise<CompanyWithHistory[]> {
  const states: CompanyWithHistory[] = [];
  for await (const state of listState(store)) states.push(state);
  return states;
}

/** Of thousands of companies the matcher's own comparison takes longer than their import. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
