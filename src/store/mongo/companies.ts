import { withDelisting } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import { createHistoryReads, toHistoryDocument, toHistoryRange } from '../imports/history.ts';
import { toPublicChangeDocument } from '../imports/public-changes.ts';
import { createRunReads } from '../imports/runs.ts';
import { createFindSupplements, toSupplementDocument } from '../imports/supplements.ts';
import {
  assertWriteSize,
  type CompanyReads,
  type CompanyState,
  type CompanyWrites,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
} from '../port/companies.ts';
import { createRecordActivities, listActivities } from './activities.ts';
import { inOrder, type StoreCollection } from './collection.ts';
import type { Collections } from './collections.ts';
import { toCompanyDocument, toFormerNameDocument, toStoredCompany } from './company-record.ts';
import { createDataVersion } from './data-version.ts';
import { toUpserted } from './document-collection.ts';

/** States are small, so a page fits into one response of the server. */
const STATES_PER_PAGE = 5_000;
/** About 300 kB of companies in one bulk write. */
const WRITES_PER_CALL = 100;

export function createCompanyReads(collections: Collections): CompanyReads {
  const { companies, documents } = collections;
  return {
    async findByIdnos(idnos) {
      const projection = { company: 1, goneSince: 1 };
      const found = await companies.lookUp(byIdnos(idnos), { projection });
      return inOrder(idnos, found, ({ company, goneSince }) => withDelisting(company, goneSince));
    },
    readDataVersion: createDataVersion(collections),
    ...createRunReads(documents),
    ...createHistoryReads(documents, (idnos) => findRecords(idnos, collections)),
    count: () => companies.count(),
    listActivities: () => listActivities(collections),
    listIdnos: (after, first) =>
      companies.findIds({ _id: { $gt: after ?? '' } }, { sort: { _id: 1 }, limit: first }),
  };
}

export function createCompanyWrites(collections: Collections): CompanyWrites {
  const { companies, history, publicChanges, supplements, documents } = collections;
  const recordActivities = createRecordActivities(collections);

  async function scanPage(after: string): Promise<CompanyState[]> {
    const projection = { fingerprint: 1, goneSince: 1, sample: 1 };
    const options = { projection, sort: { _id: 1 }, limit: STATES_PER_PAGE } as const;
    const found = await companies.find({ _id: { $gt: after } }, options);
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
    collection: StoreCollection<Doc>,
    documents: readonly Doc[],
  ): Promise<void> {
    const writes: Promise<void>[] = [];
    for (let from = 0; from < documents.length; from += WRITES_PER_CALL) {
      writes.push(collection.replaceAll(documents.slice(from, from + WRITES_PER_CALL)));
    }
    await Promise.all(writes);
  }

  return {
    scanStates,
    findRecords: (idnos) => findRecords(idnos, collections),
    async findRevisions(idnos) {
      const found = await companies.find(byIdnos(idnos), { projection: { revision: 1 } });
      return inOrder(idnos, found, ({ revision }) => revision);
    },
    findSupplements: createFindSupplements(documents),
    /**
     * Without transactions the order matters. Changes come first: if an import is interrupted after
     * them, its repetition finds the old companies and writes the same changes again; those for
     * clients are deleted before (`tidyChanges`). Supplements come last: as long as one is missing,
     * a repetition treats its row as new.
     */
    async write(records, changes, supplementRecords = [], published = []) {
      for (const rows of [records, changes, supplementRecords, published]) {
        assertWriteSize(rows.length);
      }
      await replaceAll(
        publicChanges,
        published.map((one) => toUpserted(toPublicChangeDocument(one))),
      );
      await replaceAll(
        history,
        changes.map((one) => toFormerNameDocument(toHistoryDocument(one))),
      );
      await recordActivities(records.flatMap(({ company }) => company.caem));
      await replaceAll(companies, records.map(toCompanyDocument));
      await replaceAll(
        supplements,
        supplementRecords.map((one) => toUpserted(toSupplementDocument(one))),
      );
    },
    recordActivities,
    /** Nothing to do: a write resolves only when a majority has acknowledged it. */
    async flush() {},
    /** The companies come last: while they exist, a repeated call finds their other documents. */
    async removeSamples() {
      const limit = MAX_RECORDS_PER_WRITE;
      const idnos = await companies.findIds({ sample: true }, { limit });
      if (idnos.length === 0) return 0;
      await supplements.deleteEach(idnos);
      await history.deleteMany({ $or: idnos.map(toHistoryFilter) });
      await companies.deleteEach(idnos);
      return idnos.length;
    },
  };
}

export async function findRecords(
  idnos: readonly string[],
  { companies }: Collections,
): Promise<(StoredCompany | null)[]> {
  const found = await companies.find(byIdnos(idnos), { projection: { search: 0 } });
  return inOrder(idnos, found, toStoredCompany);
}

/** Texts that are not IDNOs match no document and may be long, so they are left out. */
function byIdnos(idnos: readonly string[]) {
  return { _id: { $in: idnos.filter(isStoredIdno) } };
}

function toHistoryFilter(idno: string) {
  const { after, before } = toHistoryRange(idno);
  return { _id: { $gt: after, $lt: before } };
}
