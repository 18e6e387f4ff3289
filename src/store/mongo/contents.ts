import type { Document } from 'mongodb';
import { ObjectId } from 'mongodb';
import type { Contents, Kind } from '../port/contents.ts';
import { toDocument } from './account-record.ts';
import type { Collections } from './collections.ts';
import { toChangeDocument, toCompanyDocument } from './company-record.ts';
import { toRejectDocument } from './imports.ts';
import { toPublicChangeDocument } from './public-changes.ts';

type Stored = Document & { _id: string };

/** The kinds have the names of the collections; each document is as the store would write it. */
export const TO_DOCUMENT: { [Of in Kind & keyof Collections]: (record: Contents[Of]) => Stored } = {
  classifications: ({ id, ...rest }) => ({ _id: id, ...rest }),
  imports: ({ id, ...rest }) => ({ _id: id, ...rest }),
  rejects: toRejectDocument,
  supplements: ({ idno, ...rest }) => ({ _id: idno, ...rest }),
  changes: toChangeDocument,
  publicChanges: toPublicChangeDocument,
  activities: ({ code, label }) => ({ _id: code, label }),
  companies: toCompanyDocument,
  audit: ({ id, place, ...rest }) => ({ _id: id, ...rest, order: toOrder(rest.atMs, place) }),
  accounts: ({ id, account, lastEventAtMs, limitNoticeAtMs, events }) => ({
    ...(account === null ? toDeleted(id) : toDocument(account, [])),
    ...(lastEventAtMs === null ? {} : { lastEventAtMs }),
    ...(limitNoticeAtMs === null ? {} : { limitNoticeAtMs }),
    events,
  }),
  sessions: ({ idHash, ...rest }) => ({ _id: idHash, ...rest }),
  browsers: ({ accountId, deviceHash, lastSeenAtMs }) => {
    return { _id: `${accountId} ${deviceHash}`, accountId, lastSeenAtMs };
  },
  links: ({ tokenHash, ...rest }) => ({ _id: tokenHash, ...rest }),
  usage: ({ accountId, day, ...requests }) => {
    return { _id: `${accountId} ${day}`, accountId, day, ...requests, batches: ['copy'] };
  },
};

/** Its events remain, so that a repeated event does not create the account again. */
function toDeleted(_id: string): Stored {
  return { _id, createdAtMs: 0, deletedAtMs: 0, subscription: null, apiKey: null };
}

/** Equal in each copy, and in the order of the positions within a millisecond. */
function toOrder(atMs: number, place: number): ObjectId {
  const seconds = Math.floor(atMs / 1_000) % 2 ** 32;
  return new ObjectId(toHex(seconds, 8) + toHex(place, 16));
}

function toHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
