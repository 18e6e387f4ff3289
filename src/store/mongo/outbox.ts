import type { Filter } from 'mongodb';
import type { Calls } from './calls.ts';
import type {
  AccountDocument,
  AuditDocument,
  Collections,
  SessionDocument,
} from './collections.ts';

/** Documents that one call takes from. */
const MAX_DOCUMENTS = 500;

/**
 * The way of entries into the audit log. A change and its entry are in two collections, and there
 * are no transactions, so an entry that must not be without its change, nor the change without it,
 * is written into the changed document's outbox by the same write, and brought from there into the
 * log under its own id: as often as need be, since a second time does nothing.
 */
export interface Outbox {
  /** For an entry that may stand alone if what comes after it fails: an attempt is worth noting. */
  insert(entries: readonly AuditDocument[]): Promise<void>;
  /** Brings in what the account and its sessions hold. */
  settleAccount(accountId: string): Promise<void>;
  /** Brings in what MAX_DOCUMENTS of each kind hold. */
  settleSome(): Promise<void>;
  /** After a change that succeeded: what fails now is brought in by a later call. */
  settleLater(accountId: string): Promise<void>;
}

export function createOutbox({ accounts, sessions, audit }: Collections, calls: Calls): Outbox {
  async function insert(entries: readonly AuditDocument[]): Promise<void> {
    if (entries.length === 0) return;
    const upserts = entries.map(({ _id, ...entry }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: entry }, upsert: true },
    }));
    await calls.write(() => audit.bulkWrite(upserts, { ordered: false }));
  }

  async function settleAccounts(filter: Filter<AccountDocument>): Promise<void> {
    const found = await calls.read((limits) =>
      accounts
        .find({ ...filter, ...HAS_OUTBOX }, { projection: { outbox: 1 }, ...limits })
        .limit(MAX_DOCUMENTS)
        .toArray(),
    );
    if (found.length === 0) return;
    await insert(found.flatMap(({ outbox = [] }) => outbox));
    const pulls = found.map(({ _id, outbox = [] }) => {
      const ids = outbox.map((entry) => entry._id);
      return {
        updateOne: { filter: { _id }, update: { $pull: { outbox: { _id: { $in: ids } } } } },
      };
    });
    await calls.write(() => accounts.bulkWrite(pulls, { ordered: false }));
  }

  /** A session with an outbox is over, and goes with it. */
  async function settleSessions(filter: Filter<SessionDocument>): Promise<void> {
    const found = await calls.read((limits) =>
      sessions
        .find({ ...filter, outbox: { $exists: true } }, { projection: { outbox: 1 }, ...limits })
        .limit(MAX_DOCUMENTS)
        .toArray(),
    );
    if (found.length === 0) return;
    await insert(found.flatMap(({ outbox = [] }) => outbox));
    const ids = found.map(({ _id }) => _id);
    await calls.write(() => sessions.deleteMany({ _id: { $in: ids } }));
  }

  async function settleAccount(accountId: string): Promise<void> {
    await settleAccounts({ _id: accountId });
    await settleSessions({ accountId });
  }

  return {
    insert,
    settleAccount,
    async settleSome() {
      await settleAccounts({});
      await settleSessions({ idleEndsAtMs: 0 });
    },
    settleLater: (accountId) => settleAccount(accountId).catch(() => {}),
  };
}

const HAS_OUTBOX = { 'outbox._id': { $exists: true } };
