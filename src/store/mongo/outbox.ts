import type { Filter } from 'mongodb';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { AccountDocument, AuditDocument, SessionDocument } from './documents.ts';
import { findAll } from './find.ts';

/** The most documents that one call reads. */
const MAX_DOCUMENTS = 500;
const OUTBOX_ONLY = { projection: { outbox: 1 }, limit: MAX_DOCUMENTS };

/**
 * A transactional outbox for the audit log. A change and its entry belong together but are in two
 * collections, and there are no transactions. The write that makes the change therefore puts the
 * entry into the changed document's outbox. Draining moves it to the log under its own id, so a
 * repetition has no effect.
 */
export interface Outbox {
  /** For an entry that stays in the log even if the write that follows it fails. */
  insert(entries: readonly AuditDocument[]): Promise<void>;
  /** Moves the entries of the account and its sessions to the log. */
  drainAccount(accountId: string): Promise<void>;
  /** Moves the entries of at most MAX_DOCUMENTS accounts and as many sessions. */
  drainBatch(): Promise<void>;
  /** Use this after a successful change. If it fails, a later call moves the entries. */
  tryDrainAccount(accountId: string): Promise<void>;
}

export function createOutbox({ accounts, sessions, audit }: Collections, calls: Calls): Outbox {
  async function insert(entries: readonly AuditDocument[]): Promise<void> {
    if (entries.length === 0) return;
    const upserts = entries.map(({ _id, ...entry }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: entry }, upsert: true },
    }));
    await calls.write(() => audit.bulkWrite(upserts, { ordered: false }));
  }

  async function drainAccounts(filter: Filter<AccountDocument>): Promise<void> {
    const found = await findAll(calls, accounts, { ...filter, ...HAS_OUTBOX }, OUTBOX_ONLY);
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

  /** A session with an outbox has ended, so the session is deleted with it. */
  async function drainSessions(filter: Filter<SessionDocument>): Promise<void> {
    const ended = { ...filter, outbox: { $exists: true } };
    const found = await findAll(calls, sessions, ended, OUTBOX_ONLY);
    if (found.length === 0) return;
    await insert(found.flatMap(({ outbox = [] }) => outbox));
    const ids = found.map(({ _id }) => _id);
    await calls.write(() => sessions.deleteMany({ _id: { $in: ids } }));
  }

  async function drainAccount(accountId: string): Promise<void> {
    await drainAccounts({ _id: accountId });
    await drainSessions({ accountId });
  }

  return {
    insert,
    drainAccount,
    async drainBatch() {
      await drainAccounts({});
      await drainSessions({ idleEndsAtMs: 0 });
    },
    tryDrainAccount: (accountId) => drainAccount(accountId).catch(() => {}),
  };
}

const HAS_OUTBOX = { 'outbox._id': { $exists: true } };
