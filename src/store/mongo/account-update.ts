import type { Filter, UpdateFilter } from 'mongodb';
import type { ApiKey, Identity, Role } from '../../domain/account/account.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import type { ReadKey, SubscriptionChange } from '../port/accounts.ts';
import type { AuditEntry } from '../port/audit.ts';
import { toSubscription } from './account-record.ts';
import { toAuditDocument } from './audit.ts';
import type { AccountDocument } from './documents.ts';

export type AccountUpdate = UpdateFilter<AccountDocument>;

/** Matches the account unless it is deleted. */
export function notDeleted(id: string): Filter<AccountDocument> {
  return { _id: id, deletedAtMs: { $exists: false } };
}

/** Matches if the account has this key; null stands for no key. */
export function expectKey(hash: string | null): Filter<AccountDocument> {
  return hash === null ? { apiKey: null } : { 'apiKey.hash': hash };
}

/** Matches if the key has not changed since it was read, and none was created and revoked since. */
export function expectRead({ apiKey, lastKeyId }: ReadKey): Filter<AccountDocument> {
  return { ...expectKey(apiKey?.hash ?? null), lastKeyId };
}

/** Documents of earlier versions have no role, which stands for `holder`. */
export function expectOtherRole(role: Role): Filter<AccountDocument> {
  return role === 'holder' ? { role: { $exists: true, $ne: role } } : { role: { $ne: role } };
}

/** Removing the key leaves the id of the last one. */
export function setKey(apiKey: ApiKey | null): AccountUpdate {
  return { $set: { apiKey, ...(apiKey === null ? {} : { lastKeyId: apiKey.id }) } };
}

/** Matches if the account has this identity; null stands for no identity. */
export function expectIdentity(expected: Identity | null): Filter<AccountDocument> {
  return expected === null ? { identity: null } : withIdentity(expected);
}

/** Includes the type: MongoDB uses a partial index only if the query repeats its condition. */
export function withEmail(emailFolded: string): Filter<AccountDocument> {
  return { emailFolded: { $eq: emailFolded, $type: 'string' } };
}

/** Includes the type as `withEmail` does. */
export function withKeys(keyHashes: readonly string[]): Filter<AccountDocument> {
  return { 'apiKey.hash': { $in: [...keyHashes], $type: 'string' } };
}

/** Includes the type as `withEmail` does. */
export function withIdentity({ issuer, subject }: Identity): Filter<AccountDocument> {
  return { 'identity.issuer': issuer, 'identity.subject': { $eq: subject, $type: 'string' } };
}

/** Matches if the subscription, and where necessary the missing key, is still as expected. */
export function expectChange({ expected, keyIfNone }: SubscriptionChange): Filter<AccountDocument> {
  return { ...expectSubscription(expected), ...(keyIfNone === null ? {} : expectKey(null)) };
}

/** Compares the fields one by one, as a newer version may store more of them. */
function expectSubscription(expected: Subscription | null): Filter<AccountDocument> {
  if (expected === null) return { subscription: null };
  return {
    'subscription.plan': expected.plan,
    'subscription.status': expected.status,
    'subscription.endsAtMs': expected.endsAtMs,
    'subscription.changedAtMs': expected.changedAtMs,
  };
}

export function toUpdate({ next, keyIfNone }: SubscriptionChange): AccountUpdate {
  const subscription = toSubscription(next);
  return { $set: { subscription, ...(keyIfNone === null ? {} : setKey(keyIfNone).$set) } };
}

export function withEntries(update: AccountUpdate, entries: readonly AuditEntry[]): AccountUpdate {
  if (entries.length === 0) return update;
  const outbox = { $each: entries.map(toAuditDocument) };
  return { ...update, $push: { ...update.$push, outbox } };
}
