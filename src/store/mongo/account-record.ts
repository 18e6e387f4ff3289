import type { Filter } from 'mongodb';
import type { Account, ApiKey, Identity } from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import { type AccountChange, isSameKey } from '../port/accounts.ts';
import { toAuditDocument } from './audit.ts';
import type { AccountDocument, AuditDocument } from './documents.ts';

export function toDocument({ id, ...account }: Account, outbox: AuditDocument[]): AccountDocument {
  return { _id: id, ...account, emailFolded: foldEmail(account.email), outbox };
}

/** Copies field by field, as a newer version may store more fields in the document. */
export function toAccount(document: AccountDocument): Account {
  const { _id: id, email, createdAtMs, language, role, subscription, apiKey } = document;
  const { identity, limitNotices, lastKeyId } = document;
  return {
    id,
    email,
    createdAtMs,
    language,
    limitNotices,
    role,
    identity: identity && toIdentity(identity),
    subscription: toSubscription(subscription),
    apiKey: apiKey === null ? null : toApiKey(apiKey),
    lastKeyId,
  };
}

export function toSubscription(stored: Subscription | null): Subscription | null {
  if (stored === null) return null;
  const { plan, status, endsAtMs, changedAtMs } = stored;
  return { plan, status, endsAtMs, changedAtMs };
}

function toIdentity({ issuer, subject }: Identity): Identity {
  return { issuer, subject };
}

function toApiKey({ id, hash, start, tier, createdAtMs, lastUsedAtMs, sealed }: ApiKey): ApiKey {
  return { id, hash, start, tier, createdAtMs, lastUsedAtMs, sealed };
}

/** Matches the account unless it is deleted. */
export function notDeleted(id: string): Filter<AccountDocument> {
  return { _id: id, deletedAtMs: { $exists: false } };
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

/**
 * Matches the account if it is as the change requires (see `AccountStore.replace`). Compares objects
 * field by field, as a newer version may store more fields in them.
 */
export function expectRead(change: AccountChange): Filter<AccountDocument> {
  const { read, next } = change;
  const { role, identity, subscription, apiKey, lastKeyId } = read;
  const conditions = [notDeleted(read.id)];
  if (next.role !== undefined) conditions.push({ role });
  if (next.identity !== undefined) {
    conditions.push(identity === null ? { identity: null } : withIdentity(identity));
  }
  if (next.subscription !== undefined) {
    conditions.push(
      subscription === null
        ? { subscription: null }
        : {
            'subscription.plan': subscription.plan,
            'subscription.status': subscription.status,
            'subscription.endsAtMs': subscription.endsAtMs,
            'subscription.changedAtMs': subscription.changedAtMs,
          },
    );
  }
  if (next.apiKey !== undefined) {
    conditions.push(apiKey === null ? { apiKey: null } : { 'apiKey.hash': apiKey.hash });
    conditions.push(isSameKey(change) ? { 'apiKey.sealed': apiKey?.sealed } : { lastKeyId });
  }
  return { $and: conditions };
}

/** Also puts the audit entries into the outbox. Removing the key leaves the id of the last one. */
export function toUpdate(change: AccountChange) {
  const { apiKey, ...fields } = change.next;
  // The document may have a later use of the same key than was read.
  const sealed = isSameKey(change) && { 'apiKey.sealed': apiKey?.sealed ?? null };
  const key = apiKey !== undefined && { apiKey, ...(apiKey !== null && { lastKeyId: apiKey.id }) };
  return {
    $set: { ...fields, ...(sealed || key) },
    $push: { outbox: { $each: change.entries.map(toAuditDocument) } },
  };
}
