import type { AnyBulkWriteOperation, Collection, Filter, WithoutId } from 'mongodb';
import { isStoredIdno } from '../../domain/company/idno.ts';
import { type CompanyState, type CompanyStore, MAX_RECORDS_PER_WRITE } from '../port/companies.ts';
import { assertWriteSize } from '../port/write-size.ts';
import type { Calls } from './calls.ts';
import type {
  ChangeDocument,
  Collections,
  CompanyDocument,
  SupplementDocument,
} from './collections.ts';
import { toCompanyDocument, toStored } from './company-record.ts';

/** States are small: a page of so many is one answer. */
const STATES_PER_PAGE = 5_000;
/** Of one bulk: some 300 kB of companies. */
const WRITES_PER_CALL = 100;

export function createCompanyStore(collections: Collections, calls: Calls): CompanyStore {
  const { companies, changes, supplements } = collections;

  async function findCompanies(idnos: readonly string[]) {
    const found = await calls.lookUp((limits) =>
      companies.find(named(idnos), { projection: { company: 1 }, ...limits }).toArray(),
    );
    return inOrder(idnos, found, ({ company }) => company);
  }

  async function scanPage(after: string): Promise<CompanyState[]> {
    const projection = { fingerprint: 1, goneSince: 1, sample: 1 };
    const found = await calls.read((limits) =>
      companies
        .find({ _id: { $gt: after } }, { projection, ...limits })
        .sort({ _id: 1 })
        .limit(STATES_PER_PAGE)
        .toArray(),
    );
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

  /** In calls of their own, which may run side by side: each document is a write by itself. */
  async function writeAll<Doc extends { _id: string }>(
    collection: Collection<Doc>,
    operations: AnyBulkWriteOperation<Doc>[],
  ): Promise<void> {
    const parts: Promise<unknown>[] = [];
    for (let from = 0; from < operations.length; from += WRITES_PER_CALL) {
      const part = operations.slice(from, from + WRITES_PER_CALL);
      parts.push(calls.write(() => collection.bulkWrite(part, { ordered: false })));
    }
    await Promise.all(parts);
  }

  return {
    findByIdnos: findCompanies,
    // To ask whether something has changed is a call like any other, and takes as long.
    readDataVersion: null,
    count: () => calls.read((limits) => companies.countDocuments({}, limits)),

    scanStates,
    async findRecords(idnos) {
      const found = await calls.read((limits) =>
        companies.find(named(idnos), { projection: { search: 0 }, ...limits }).toArray(),
      );
      return inOrder(idnos, found, toStored);
    },
    async findSupplements(idnos) {
      const found = await calls.read((limits) => supplements.find(named(idnos), limits).toArray());
      return inOrder(idnos, found, ({ _id: idno, ...rest }) => ({ idno, ...rest }));
    },
    /**
     * There are no transactions here, so the order counts. Changes first: an import that is cut
     * after them finds the old companies when it is run again, and replaces the changes by the
     * same ones. Supplements last: while one is missing its row counts as new and is done again.
     */
    async write(records, history, said = []) {
      for (const rows of [records, history, said]) assertWriteSize(rows.length);
      await writeAll(
        changes,
        history.map((change) =>
          replacing<ChangeDocument>(`${change.idno}:${change.revision}`, { ...change }),
        ),
      );
      await writeAll(
        companies,
        records.map((record) => {
          const { _id, ...replacement } = toCompanyDocument(record);
          return replacing<CompanyDocument>(_id, replacement);
        }),
      );
      await writeAll(
        supplements,
        said.map(({ idno, ...rest }) => replacing<SupplementDocument>(idno, rest)),
      );
    },
    /** Each write is acknowledged by a majority before it ends. */
    async flush() {},
    async listIdnos(after, first) {
      const found = await calls.read((limits) =>
        companies
          .find({ _id: { $gt: after ?? '' } }, { projection: { _id: 1 }, ...limits })
          .sort({ _id: 1 })
          .limit(first)
          .toArray(),
      );
      return found.map(({ _id }) => _id);
    },
    async markGone(idnos, goneSince) {
      assertWriteSize(idnos.length);
      await calls.write(() => companies.updateMany(named(idnos), { $set: { goneSince } }));
    },
    async listChanges(idno, first) {
      const found = await calls.read((limits) =>
        changes.find({ idno }, limits).sort({ revision: -1 }).limit(first).toArray(),
      );
      return found.map(({ _id, ...change }) => change);
    },
    /** The companies last: as long as they are there, what belongs to them is found again. */
    async removeSamples() {
      const found = await calls.read((limits) =>
        companies
          .find({ sample: true }, { projection: { _id: 1 }, ...limits })
          .limit(MAX_RECORDS_PER_WRITE)
          .toArray(),
      );
      const idnos = found.map(({ _id }) => _id);
      if (idnos.length === 0) return 0;
      await calls.write(() => supplements.deleteMany({ _id: { $in: idnos } }));
      await calls.write(() => changes.deleteMany({ idno: { $in: idnos } }));
      await calls.write(() => companies.deleteMany({ _id: { $in: idnos } }));
      return idnos.length;
    },
  };
}

/** Texts that are no number of the register are in no document, and may be long. */
export function named(idnos: readonly string[]) {
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

function replacing<Doc extends { _id: string }>(
  _id: string,
  replacement: WithoutId<Doc>,
): AnyBulkWriteOperation<Doc> {
  return { replaceOne: { filter: { _id } as Filter<Doc>, replacement, upsert: true } };
}
