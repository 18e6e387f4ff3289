import type { IndexDescription } from 'mongodb';
import type { Collections } from './collections.ts';

const EVERY_STRING = (field: string) => ({ [field]: { $type: 'string' } });

/** What the look-ups and the upkeep go by, beside `_id`. */
export const INDEXES: Partial<Record<keyof Collections, IndexDescription[]>> = {
  companies: [{ name: 'sample', key: { sample: 1 }, partialFilterExpression: { sample: true } }],
  changes: [{ name: 'idno', key: { idno: 1, revision: -1 } }],
  accounts: [
    // Partial: plain unique indexes hold that two accounts without a value have the same one.
    { name: 'key', key: { 'apiKey.hash': 1 }, ...unique('apiKey.hash') },
    { name: 'email', key: { emailFolded: 1 }, ...unique('emailFolded') },
    { name: 'event', key: { 'events.id': 1 }, sparse: true },
    { name: 'eventTime', key: { 'events.receivedAtMs': 1 }, sparse: true },
    { name: 'outbox', key: { 'outbox._id': 1 }, sparse: true },
    { name: 'deleted', key: { deletedAtMs: 1 }, sparse: true },
  ],
  audit: [
    { name: 'account', key: { accountId: 1, atMs: -1, order: -1 } },
    { name: 'address', key: { atMs: 1 }, partialFilterExpression: EVERY_STRING('address') },
  ],
  sessions: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'idleEnd', key: { idleEndsAtMs: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  browsers: [{ name: 'account', key: { accountId: 1, lastSeenAtMs: -1 } }],
  links: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  usage: [{ name: 'account', key: { accountId: 1, day: 1 } }],
  usageBatches: [{ name: 'account', key: { 'counts.accountId': 1 } }],
  imports: [{ name: 'started', key: { startedAtMs: -1 } }],
};

function unique(field: string): Omit<IndexDescription, 'key'> {
  return { unique: true, partialFilterExpression: EVERY_STRING(field) };
}
