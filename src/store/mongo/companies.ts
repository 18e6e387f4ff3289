import type { AnyBulkWriteOperation, Collection, Filter, WithoutId } from 'mongodb';
import { isStoredIdno } from '../../domain/company/idno.ts';
import {
  assertWriteSize,
  type CompanyReads,
  type CompanyState,
  type CompanyWrites,
  MAX_RECORDS_PER_WRITE,
} from '../port/companies.ts';
import type { Calls } from './calls.ts';
import type {
  ChangeDocument,
  Collections,
  CompanyDocument,
  SupplementDocument,
} from './collections.ts';
import { toCompanyDocument, toStored } from './company-record.ts';

/** A page is one answer of the server, as states are small. */
const STATES_PER_PAGE = 5_000;
/** Some 300 kB of companies in one bulk. */
const WRITES_PER_CALL = 100;

export function createCompanyReads({ companies }: Collections, calls: Calls): CompanyReads {
  return {
    async findByIdnos(idnos) {
      const found = await calls.lookUp((limits) =>
        companies.find(byIdnos(idnos), { projection: { company: 1 }, ...limits }).toArray(),
      );
      return inOrder(idnos, found, ({ company }) => company);
    },
    // Asking whether something has changed would be a call that takes as long as the read itself.
    readDataVersion: null,
    count: () => calls.read((limits) => companies.countDocuments({}, limits)),
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
  };
}

export function createCompanyWrites(collections: Collections, calls: Calls): CompanyWrites {
  const { companies, changes, supplements } = collections;

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

  /** In parallel calls, as each document is written atomically by itself. */
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
    scanStates,
    async findRecords(idnos) {
      const found = await calls.read((limits) =>
        companies.find(byIdnos(idnos), { projection: { search: 0 }, ...limits }).toArray(),
      );
      return inOrder(idnos, found, toStored);
    },
    async findSupplements(idnos) {
      const found = await calls.read((limits) =>
        supplements.find(byIdnos(idnos), limits).toArray(),
      );
      return inOrder(idnos, found, ({ _id: idno, ...rest }) => ({ idno, ...rest }));
    },
    /**
     * There are no transactions here, so the order matters. Changes first: an import interrupted
     * after them finds the old companies when it is repeated, and replaces the changes with the
     * same ones. Supplements last: while one is missing, its row counts as new and is repeated.
     */
    async write(records, history, supplementRecords = []) {
      for (const rows of [records, history, supplementRecords]) assertWriteSize(rows.length);
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
        supplementRecords.map(({ idno, ...rest }) => replacing<SupplementDocument>(idno, rest)),
      );
    },
    /** Nothing to do: each write has been acknowledged by a majority when it resolves. */
    async flush() {},
    async markGone(idnos, goneSince) {
      assertWriteSize(idnos.length);
      await calls.write(() => companies.updateMany(byIdnos(idnos), { $set: { goneSince } }));
    },
    /** The companies last: while they exist, a repeated call finds what belongs to them. */
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

/** Texts that are no IDNO match no document and may be long, so they are left out. */
export function byIdnos(idnos: readonly string[]) {
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
