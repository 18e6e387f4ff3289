import type { Delisting } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import type { CompanyChange, CompanyReads, CompanyWrites } from '../port/companies.ts';
import type { Stored } from '../port/documents.ts';
import { MAX_READ_RUNS } from '../port/imports.ts';
import { type HistoryDocument, type ImportCollections, NEWEST_RUN_FIRST } from '../port/layout.ts';
import {
  type CompanyHistory,
  MAX_HISTORY_CHANGES,
  type StaffCompanyReads,
} from '../port/query-reads.ts';

/** The digits of a revision, so that the order of texts is that of revisions. */
const REVISION_DIGITS = 9;
const NEWEST_FIRST = { by: ['id'], descending: true } as const;

/** The previous values of companies, and what follows from them. */
export function createHistoryReads(
  { history, imports }: Pick<ImportCollections, 'history' | 'imports'>,
  findRecords: CompanyWrites['findRecords'],
): Pick<CompanyReads, 'findDelisting' | 'hasChanged'> {
  /** The date of the last full dump with a company that one of this date lacks. */
  async function findLastDumpDate(before: string, sample: boolean): Promise<string> {
    const where = { kind: 'full', outcome: 'completed', sample, dumpDate: { before } };
    const [last] = await imports.find({ where, by: ['dumpDate'], descending: true, first: 1 });
    return last?.dumpDate ?? '';
  }

  return {
    async findDelisting(idno): Promise<Delisting | null> {
      const [record = null] = await findRecords([idno]);
      if (record === null || record.goneSince === null) return null;
      const { goneSince: since, sample, source } = record;
      const lastDate = await findLastDumpDate(since, sample);
      return { since, dataDate: lastDate > source.dumpDate ? lastDate : source.dumpDate };
    },
    async hasChanged(idno) {
      if (!isStoredIdno(idno)) return false;
      return (await history.count({ id: toHistoryRange(idno) }, 0)) === null;
    },
  };
}

export function createHistoryQueries(
  { history, imports }: Pick<ImportCollections, 'history' | 'imports'>,
  { findCompanies }: Pick<StaffCompanyReads, 'findCompanies'>,
) {
  async function listOf(idno: string, first: number): Promise<CompanyChange[]> {
    const where = { id: toHistoryRange(idno) };
    return (await history.find({ where, ...NEWEST_FIRST, first })).map(toChange);
  }

  return {
    /** For each company its changes, newest first. */
    listChanges: (idnos: readonly string[], first: number) =>
      Promise.all(idnos.map((idno) => listOf(idno, first))),
    /** Null if there is no such company. */
    async readHistory(idno: string): Promise<CompanyHistory | null> {
      const [record = null] = await findCompanies([idno]);
      if (record === null) return null;
      const { company, goneSince, sample, firstDumpDate } = record;
      const [changes, runs] = await Promise.all([
        listOf(idno, MAX_HISTORY_CHANGES),
        imports.find({ where: { sample }, ...NEWEST_RUN_FIRST, first: MAX_READ_RUNS }),
      ]);
      return {
        company,
        goneSince,
        firstDumpDate,
        changes,
        runs: runs.map(({ id, kind, outcome, startedAtMs, dumpDate }) => ({
          id,
          kind,
          outcome,
          startedAtMs,
          dumpDate,
        })),
      };
    },
  };
}

/** The ids of a company's changes. */
export function toHistoryRange(idno: string) {
  // The semicolon comes after the colon.
  return { after: `${idno}:`, before: `${idno};` };
}

export function toHistoryDocument({ idno, revision, ...change }: CompanyChange): HistoryDocument {
  const id = `${idno}:${String(revision).padStart(REVISION_DIGITS, '0')}`;
  return { id, version: 0, ...change };
}

export function toChange({ id, version, ...change }: HistoryDocument): CompanyChange {
  return { ...readHistoryId(id), ...change };
}

/** The company and the revision of a change. */
export function readHistoryId(id: Stored['id']): Pick<CompanyChange, 'idno' | 'revision'> {
  const [idno = '', revision] = id.split(':');
  return { idno, revision: Number(revision) };
}
