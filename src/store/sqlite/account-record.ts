import {
  type Account,
  type ApiKey,
  type Identity,
  isRole,
  type KeyAccess,
  type Role,
} from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../domain/account/language.ts';
import type { Subscription, Tier } from '../../domain/account/plan.ts';
import { toTextOrNull } from './database.ts';
import type { FindLastUse } from './key-uses.ts';

type Row = Record<string, unknown>;

type KeyOwner = Omit<KeyAccess, 'lastUsedAtMs'>;

/** The key's columns, all null for an account without a key; its last use is in `usage.db`. */
interface KeyColumns extends Record<string, string | number | null> {
  key_hash: string | null;
  key_id: string | null;
  key_start: string | null;
  key_tier: string | null;
  key_created_at_ms: number | null;
  key_sealed: string | null;
}

export function toKeyColumns(key: ApiKey | null): KeyColumns {
  return {
    key_hash: key?.hash ?? null,
    key_id: key?.id ?? null,
    key_start: key?.start ?? null,
    key_tier: key?.tier ?? null,
    key_created_at_ms: key?.createdAtMs ?? null,
    key_sealed: key?.sealed ?? null,
  };
}

/** Lists the fields in a fixed order, so that equal subscriptions have equal texts. */
export function toSubscriptionColumn(subscription: Subscription | null): string | null {
  if (subscription === null) return null;
  const { plan, status, endsAtMs, changedAtMs } = subscription;
  return JSON.stringify({ plan, status, endsAtMs, changedAtMs });
}

export function toIdentityColumns(identity: Identity | null) {
  return {
    identity_issuer: identity?.issuer ?? null,
    identity_subject: identity?.subject ?? null,
  };
}

export function toAccountColumns(account: Account) {
  return {
    id: account.id,
    email: account.email,
    email_folded: foldEmail(account.email),
    created_at_ms: account.createdAtMs,
    language: account.language,
    limit_notices: account.limitNotices ? 1 : 0,
    role: account.role,
    ...toIdentityColumns(account.identity),
    subscription: toSubscriptionColumn(account.subscription),
    ...toKeyColumns(account.apiKey),
    key_id: account.lastKeyId,
  };
}

export function toAccount(row: Row, findLastUse: FindLastUse): Account {
  return {
    id: String(row['id']),
    email: String(row['email']),
    createdAtMs: Number(row['created_at_ms']),
    language: toLanguage(row),
    limitNotices: row['limit_notices'] === 1,
    role: toRole(row),
    identity: toIdentity(row),
    subscription: toSubscription(row['subscription']),
    apiKey: row['key_hash'] === null ? null : toApiKey(row, findLastUse),
    lastKeyId: toTextOrNull(row['key_id']),
  };
}

export function toKeyOwner([id, subscription]: readonly unknown[]): KeyOwner {
  return { accountId: String(id), subscription: toSubscription(subscription) };
}

/** A newer version may have stored a language that this version does not know. */
function toLanguage(row: Row): Language {
  const text = String(row['language']);
  return isLanguage(text) ? text : DEFAULT_LANGUAGE;
}

/** A role that this version does not know gives no rights. */
function toRole(row: Row): Role {
  const text = String(row['role']);
  return isRole(text) ? text : 'holder';
}

function toIdentity(row: Row): Identity | null {
  const { identity_issuer: issuer, identity_subject: subject } = row;
  return issuer === null ? null : { issuer: String(issuer), subject: String(subject) };
}

function toSubscription(column: unknown): Subscription | null {
  return column === null ? null : JSON.parse(String(column));
}

function toApiKey(row: Row, findLastUse: FindLastUse): ApiKey {
  const hash = String(row['key_hash']);
  return {
    id: String(row['key_id']),
    hash,
    start: String(row['key_start']),
    tier: row['key_tier'] as Tier,
    createdAtMs: Number(row['key_created_at_ms']),
    lastUsedAtMs: findLastUse(String(row['id']), hash),
    sealed: toTextOrNull(row['key_sealed']),
  };
}
