import type { AnyBulkWriteOperation, Collection, Filter, WithoutId } from 'mongodb';
import { withDelisting } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import {
  assertWriteSize,
  type CompanyReads,
  type CompanyState,
  type CompanyWrites,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
} from '../port/companies.ts';
import { findDataDate, findLastImportMs } from '../port/imports.ts';
import { createRecordActivities, listActivities } from './activities.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { toChangeDocument, toCompanyDocument, toStoredCompany } from './company-record.ts';
import { findAll, findIds } from './find.ts';
import { createFindLastRun, findDelisting } from './imports.ts';
import { toPublicChangeDocument } from './public-changes.ts';

/** States are small, so a page fits into one response of the server. */
const STATES_PER_PAGE = 5_000;
/** About 300 kB of companies in one bulk write. */
const WRITES_PER_CALL = 100;

export function createCompanyReads(collections: Collections, calls: Calls): CompanyReads {
  const { companies } = collections;
  const findLastRun = createFindLastRun(collections, calls);
  return {
    async findByIdnos(idnos) {
      const found = await calls.lookUp((limits) =>
        companies
          .find(byIdnos(idnos), { projection: { company: 1, goneSince: 1 }, ...limits })
          .toArray(),
      );
      return inOrder(idnos, found, ({ company, goneSince }) => withDelisting(company, goneSince));
    },
    // A call that asks for a version would take as long as the read itself.
    readDataVersion: null,
    findDataDate: () => findDataDate(findLastRun),
    findDelisting: (idno) => findDelisting(idno, collections, calls),
    findLastImportMs: () => findLastImportMs(findLastRun),
    count: () => calls.read((limits) => companies.countDocuments({}, limits)),
    listActivities: () => listActivities(collections, calls),
    listIdnos: (after, first) =>
      findIds(calls, companies, { _id: { $gt: after ?? '' } }, { sort: { _id: 1 }, limit: first }),
  };
}

export function createCompanyWrites(collections: Collections, calls: Calls): CompanyWrites {
  const { companies, changes, publicChanges, supplements } = collections;
  const recordActivities = createRecordActivities(collections, calls);

  async function scanPage(after: string): Promise<CompanyState[]> {
    const projection = { fingerprint: 1, goneSince: 1, sample: 1 };
    const options = { projection, sort: { _id: 1 }, limit: STATES_PER_PAGE } as const;
    const found = await findAll(calls, companies, { _id: { $gt: after } }, options);
    return found.map(({ _id: idno, fingerprint, goneSince, sample }) => {
      return { idno, fingerprint, goneSince, sample };
    });
  }

  async function* scanStates(): AsyncGenerator<CompanyState[]> {
    for (let after = ''; ; ) {
      const page = await scanPage(after);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.idno;
      yield page;
    }
  }

  /** Uses parallel calls, as each document is written atomically on its own. */
  async function replaceAll<Doc extends { _id: string }>(
    collection: Collection<Doc>,
    documents: readonly Doc[],
  ): Promise<void> {
    const operations = documents.map(({ _id, ...replacement }): AnyBulkWriteOperation<Doc> => {
      const filter = { _id } as Filter<Doc>;
      return { replaceOne: { filter, replacement: replacement as WithoutId<Doc>, upsert: true } };
    });
    const writes: Promise<unknown>[] = [];
    for (let from = 0; from < operations.length; from += WRITES_PER_CALL) {
      const chunk = operations.slice(from, from + WRITES_PER_CALL);
      writes.push(calls.write(() => collection.bulkWrite(chunk, { ordered: false })));
    }
    await Promise.all(writes);
  }

  return {
    scanStates,
    findRecords: (idnos) => findRecords(idnos, collections, calls),
    async findSupplements(idnos) {
      const found = await findAll(calls, supplements, byIdnos(idnos));
      return inOrder(idnos, found, ({ _id: idno, ...rest }) => ({ idno, ...rest }));
    },
    /**
     * Without transactions the order matters. Changes come first: if an import is interrupted after
     * them, its repetition finds the old companies and writes the same changes again; those for
     * clients are deleted before (`tidyChanges`). Supplements come last: as long as one is missing,
     * a repetition treats its row as new.
     */
    async write(records, history, supplementRecords = [], published = []) {
      for (const rows of [records, history, supplementRecords, published]) {
        assertWriteSize(rows.length);
      }
      await replaceAll(publicChanges, published.map(toPublicChangeDocument));
      await replaceAll(changes, history.map(toChangeDocument));
      await recordActivities(records);
      await replaceAll(companies, records.map(toCompanyDocument));
      await replaceAll(
        supplements,
        supplementRecords.map(({ idno, ...rest }) => ({ _id: idno, ...rest })),
      );
    },
    /** Nothing to do: a write resolves only when a majority has acknowledged it. */
    async flush() {},
    /** The companies come last: while they exist, a repeated call finds their other documents. */
    async removeSamples() {
      const limit = MAX_RECORDS_PER_WRITE;
      const idnos = await findIds(calls, companies, { sample: true }, { limit });
      if (idnos.length === 0) return 0;
      await calls.write(() => supplements.deleteMany({ _id: { $in: idnos } }));
      await calls.write(() => changes.deleteMany({ idno: { $in: idnos } }));
      await calls.write(() => companies.deleteMany({ _id: { $in: idnos } }));
      return idnos.length;
    },
  };
}

export async function findRecords(
  idnos: readonly string[],
  { companies }: Collections,
  calls: Calls,
): Promise<(StoredCompany | null)[]> {
  const found = await findAll(calls, companies, byIdnos(idnos), { projection: { search: 0 } });
  return inOrder(idnos, found, toStoredCompany);
}

/** Texts that are not IDNOs match no document and may be long, so they are left out. */
function byIdnos(idnos: readonly string[]) {
  return { _id: { $in: idnos.filter(isStoredIdno) } };
}

export function inOrder<Doc extends { _id: string }, Result>(
  ids: readonly string[],
  found: readonly Doc[],
  toResult: (document: Doc) => Result,
): (Result | null)[] {
  const byId = new Map(found.map((document) => [document._id, document]));
  return ids.map((id) => {
    const document = byId.get(id);
    return document === undefined ? null : toResult(document);
  });
}
