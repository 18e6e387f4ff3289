import { type Account, type ApiKey, type Identity, isRole } from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../../domain/account/language.ts';
import type { Subscription } from '../../domain/account/plan.ts';
import type { AccountDocument, AuditDocument } from './documents.ts';

export function toDocument({ id, ...account }: Account, outbox: AuditDocument[]): AccountDocument {
  return { _id: id, ...account, emailFolded: foldEmail(account.email), outbox };
}

/** Copies field by field, as a newer version may store more fields in the document. */
export function toAccount(document: AccountDocument): Account {
  const { _id: id, email, createdAtMs, language, role, subscription, apiKey } = document;
  const { identity = null, limitNotices = true, lastKeyId } = document;
  return {
    id,
    email,
    createdAtMs,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    limitNotices,
    role: role !== undefined && isRole(role) ? role : 'holder',
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
