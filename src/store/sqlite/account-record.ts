import {
  type Account,
  type AccountFields,
  type ApiKey,
  type Identity,
  type KeyAccess,
  toRole,
  withFields,
} from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { toLanguage } from '../../domain/account/language.ts';
import type { Subscription, Tier } from '../../domain/account/plan.ts';
import { type AccountChange, isSameKey } from '../port/accounts.ts';
import { toTextOrNull } from './database.ts';
import type { FindLastUse } from './last-uses.ts';

type Row = Record<string, unknown>;

type Columns = Record<string, string | number | null>;

const KEY_COLUMNS = ['key_hash', 'key_id'];

/** The columns of the fields that may change. */
const COLUMNS: Readonly<Record<keyof AccountFields, readonly string[]>> = {
  language: ['language'],
  limitNotices: ['limit_notices'],
  role: ['role'],
  identity: ['identity_issuer', 'identity_subject'],
  subscription: ['subscription'],
  apiKey: [...KEY_COLUMNS, 'key_start', 'key_tier', 'key_created_at_ms', 'key_sealed'],
};

/** Of these columns, those that must have the values that were read (see `AccountStore.replace`). */
const CONDITIONS: Readonly<Record<keyof AccountFields, readonly string[]>> = {
  ...COLUMNS,
  language: [],
  limitNotices: [],
  apiKey: KEY_COLUMNS,
};

/** The INSERT of an account whose address is free, and its parameters. */
export function toInsert(account: Account) {
  const values = toAccountColumns(account);
  const names = Object.keys(values);
  const parameters = names.map((name) => `:${name}`);
  return {
    sql: `INSERT INTO accounts (${names.join()}) VALUES (${parameters.join()})
      ON CONFLICT (email_folded) DO NOTHING`,
    values,
  };
}

/** The UPDATE for a change, and its parameters. */
export function toUpdate(change: AccountChange) {
  const { read, next } = change;
  const fields = Object.keys(next) as (keyof AccountFields)[];
  const columns = fields.flatMap((field) => COLUMNS[field]);
  const conditions = fields.flatMap((field) => CONDITIONS[field]);
  if (isSameKey(change)) conditions.push('key_sealed');
  const before = toAccountColumns(read);
  const after = toAccountColumns(withFields(read, next));
  const set = columns.map((name) => `${name} = :${name}`);
  const where = conditions.map((name) => `AND ${name} IS :read_${name}`);
  if (next.identity != null) where.push(IS_FREE);
  return {
    sql: `UPDATE accounts SET ${set.join()} WHERE id = :id ${where.join(' ')}`,
    values: {
      id: read.id,
      ...pick(after, columns),
      ...pick(before, conditions, 'read_'),
    },
  };
}

/** No account has the next identity. */
const IS_FREE = `AND NOT EXISTS (SELECT 1 FROM accounts
  WHERE identity_issuer = :identity_issuer AND identity_subject = :identity_subject)`;

function pick(columns: Columns, names: readonly string[], prefix = ''): Columns {
  return Object.fromEntries(names.map((name) => [`${prefix}${name}`, columns[name] ?? null]));
}

/** Lists the fields in a fixed order, so that equal subscriptions have equal texts. */
function toSubscriptionColumn(subscription: Subscription | null): string | null {
  if (subscription === null) return null;
  const { plan, status, endsAtMs, changedAtMs } = subscription;
  return JSON.stringify({ plan, status, endsAtMs, changedAtMs });
}

/** Of an account without a key only `key_id` has a value; the last use of a key is in `usage.db`. */
function toAccountColumns(account: Account): Columns {
  const { apiKey, identity } = account;
  return {
    id: account.id,
    email: account.email,
    email_folded: foldEmail(account.email),
    created_at_ms: account.createdAtMs,
    language: account.language,
    limit_notices: account.limitNotices ? 1 : 0,
    role: account.role,
    identity_issuer: identity?.issuer ?? null,
    identity_subject: identity?.subject ?? null,
    subscription: toSubscriptionColumn(account.subscription),
    key_hash: apiKey?.hash ?? null,
    key_id: account.lastKeyId,
    key_start: apiKey?.start ?? null,
    key_tier: apiKey?.tier ?? null,
    key_created_at_ms: apiKey?.createdAtMs ?? null,
    key_sealed: apiKey?.sealed ?? null,
  };
}

export function toAccount(row: Row, findLastUse: FindLastUse): Account {
  return {
    id: String(row['id']),
    email: String(row['email']),
    createdAtMs: Number(row['created_at_ms']),
    language: toLanguage(String(row['language'])),
    limitNotices: row['limit_notices'] === 1,
    role: toRole(String(row['role'])),
    identity: toIdentity(row),
    subscription: toSubscription(row['subscription']),
    apiKey: row['key_hash'] === null ? null : toApiKey(row, findLastUse),
    lastKeyId: toTextOrNull(row['key_id']),
  };
}

export function toKeyAccess([id, subscription]: readonly unknown[]): KeyAccess {
  return { accountId: String(id), subscription: toSubscription(subscription) };
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
