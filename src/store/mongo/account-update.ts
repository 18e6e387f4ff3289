import type { Filter, UpdateFilter } from 'mongodb';
import type { ApiKey, Identity, Role } from '../../domain/account/account.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import type { ReadKey, SubscriptionChange } from '../port/accounts.ts';
import type { AuditEntry } from '../port/audit.ts';
import { toSubscription } from './account-record.ts';
import { toAuditDocument } from './audit.ts';
import type { AccountDocument } from './collections.ts';

export type AccountUpdate = UpdateFilter<AccountDocument>;

/** An account that is not deleted. */
export function live(id: string): Filter<AccountDocument> {
  return { _id: id, deletedAtMs: { $exists: false } };
}

/** That the key is still the expected one; null stands for none. */
export function expectKey(hash: string | null): Filter<AccountDocument> {
  return hash === null ? { apiKey: null } : { 'apiKey.hash': hash };
}

/** That the key is the one that was read; where there was none, that there was none since. */
export function expectRead({ apiKey, lastKeyId }: ReadKey): Filter<AccountDocument> {
  return { ...expectKey(apiKey?.hash ?? null), lastKeyId };
}

/** Documents of older programs have none, which stands for the holder's. */
export function expectOtherRole(role: Role): Filter<AccountDocument> {
  return role === 'holder' ? { role: { $exists: true, $ne: role } } : { role: { $ne: role } };
}

/** Without a key, the id of the last one stays. */
export function setKey(apiKey: ApiKey | null): AccountUpdate {
  return { $set: { apiKey, ...(apiKey === null ? {} : { lastKeyId: apiKey.id }) } };
}

/** That the identity is still the expected one; null stands for none. */
export function expectIdentity(expected: Identity | null): Filter<AccountDocument> {
  return expected === null ? { identity: null } : withIdentity(expected);
}

/** With the type, as a partial index is taken only where the query repeats its condition. */
export function withEmail(emailFolded: string): Filter<AccountDocument> {
  return { emailFolded: { $eq: emailFolded, $type: 'string' } };
}

/** As `withEmail`. */
export function withKeys(keyHashes: readonly string[]): Filter<AccountDocument> {
  return { 'apiKey.hash': { $in: [...keyHashes], $type: 'string' } };
}

/** As `withEmail`. */
export function withIdentity({ issuer, subject }: Identity): Filter<AccountDocument> {
  return { 'identity.issuer': issuer, 'identity.subject': { $eq: subject, $type: 'string' } };
}

/** On what condition a subscription is replaced, and by what. */
export function expectChange({ expected, keyIfNone }: SubscriptionChange): Filter<AccountDocument> {
  return { ...expectSubscription(expected), ...(keyIfNone === null ? {} : expectKey(null)) };
}

/** By its fields, not as a whole: a newer program may keep more of them. */
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
