import type { Account, ApiKey } from '../../domain/account.ts';
import { foldEmail } from '../../domain/email.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../../domain/language.ts';
import type { Subscription, Tier } from '../../domain/plan.ts';
import type { KeyHolder } from '../account-store.ts';

type Row = Record<string, unknown>;

/** The columns of the key, all null for an account that never had one. */
export interface KeyColumns extends Record<string, string | number | null> {
  key_hash: string | null;
  key_id: string | null;
  key_start: string | null;
  key_tier: string | null;
  key_created_at_ms: number | null;
  key_last_used_at_ms: number | null;
  key_sealed: string | null;
}

export function toKeyColumns(key: ApiKey | null): KeyColumns {
  return {
    key_hash: key?.hash ?? null,
    key_id: key?.id ?? null,
    key_start: key?.start ?? null,
    key_tier: key?.tier ?? null,
    key_created_at_ms: key?.createdAtMs ?? null,
    key_last_used_at_ms: key?.lastUsedAtMs ?? null,
    key_sealed: key?.sealed ?? null,
  };
}

/** One text for one subscription, field by field in a fixed order: equal texts, equal values. */
export function toSubscriptionColumn(subscription: Subscription | null): string | null {
  if (subscription === null) return null;
  const { plan, status, endsAtMs, changedAtMs } = subscription;
  return JSON.stringify({ plan, status, endsAtMs, changedAtMs });
}

export function toAccountColumns(account: Account) {
  return {
    id: account.id,
    email: account.email,
    email_folded: foldEmail(account.email),
    created_at_ms: account.createdAtMs,
    language: account.language,
    subscription: toSubscriptionColumn(account.subscription),
    ...toKeyColumns(account.apiKey),
    key_id: account.lastKeyId,
  };
}

export function toAccount(row: Row): Account {
  return {
    id: String(row['id']),
    email: String(row['email']),
    createdAtMs: Number(row['created_at_ms']),
    language: toLanguage(row),
    subscription: toSubscription(row['subscription']),
    apiKey: row['key_hash'] === null ? null : toApiKey(row),
    lastKeyId: row['key_id'] === null ? null : String(row['key_id']),
  };
}

export function toKeyHolder([id, subscription]: readonly unknown[]): KeyHolder {
  return { accountId: String(id), subscription: toSubscription(subscription) };
}

/** A newer program may know more languages than this one. */
function toLanguage(row: Row): Language {
  const text = String(row['language']);
  return isLanguage(text) ? text : DEFAULT_LANGUAGE;
}

function toSubscription(column: unknown): Subscription | null {
  return column === null ? null : JSON.parse(String(column));
}

function toApiKey(row: Row): ApiKey {
  return {
    id: String(row['key_id']),
    hash: String(row['key_hash']),
    start: String(row['key_start']),
    tier: row['key_tier'] as Tier,
    createdAtMs: Number(row['key_created_at_ms']),
    lastUsedAtMs: row['key_last_used_at_ms'] === null ? null : Number(row['key_last_used_at_ms']),
    sealed: row['key_sealed'] === null ? null : String(row['key_sealed']),
  };
}
