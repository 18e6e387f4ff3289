import { type Account, type ApiKey, isRevealable } from '../../domain/account/account.ts';
import type { ConfirmationStep } from '../../domain/account/confirmation.ts';
import type { Language } from '../../domain/account/language.ts';
import { PLAN_NAMES, TIER_LIMITS, toPlanAt, toTierAt } from '../../domain/account/plan.ts';
import type { PlanEnd } from '../../domain/account/plan-end.ts';
import type { WebhookStop } from '../../domain/account/webhook.ts';
import type { Webhook } from '../../store/port/webhooks.ts';
import { type Actor, HOLDER } from '../actor.ts';

/** A mail to an account's holder. Never contains a key, only its start. */
export type Notification =
  | SignInNotification
  | KeyNotification
  | BrowserNotification
  | LimitNotification
  | PlanEndNotification
  | WebhookNotification
  | WebhookChangeNotification
  | ConfirmationNotification
  | AddressNotification
  | DeletionNotification;

export interface SignInNotification extends Addressee {
  kind: 'sign_in_link';
  url: string;
  endsAtMs: number;
}

export interface KeyNotification extends Addressee {
  kind: 'key_created' | 'key_regenerated' | 'key_revoked';
  keyStart: string;
  atMs: number;
  /** Where the holder acted from; null if the key came with a plan, or the operator acted. */
  origin: Origin | null;
  /** Whether its text waits on the page of the account to be revealed. */
  isWaiting: boolean;
}

interface Origin {
  /** The network address; null when unknown. */
  address: string | null;
  /** `Firefox, Windows`; null when unknown. */
  browser: string | null;
}

export interface BrowserNotification extends Addressee {
  kind: 'new_browser';
  atMs: number;
  origin: Origin;
}

export interface LimitNotification extends Addressee {
  kind: 'limit_reached';
  atMs: number;
  planName: string;
  /** The requests that the plan admits in any window of the rolling limit. */
  limit: number;
}

export interface PlanEndNotification extends Addressee {
  kind: 'plan_ending' | 'plan_ended';
  planName: string;
  /** The first instant at which the plan no longer holds. */
  planEndsAtMs: number;
}

export interface WebhookNotification extends Addressee {
  kind: 'webhook_failing' | 'webhook_stopped';
  /** The host of its URL. The path is left out, because it may be a secret. */
  host: string;
  /** When the first attempt failed, or when it was stopped. */
  atMs: number;
  /** Null while it fails. */
  stop: WebhookStop | null;
}

export interface WebhookChangeNotification extends Addressee {
  kind: 'webhook_set' | 'webhook_secret_rotated';
  /** The host of its URL. */
  host: string;
  atMs: number;
  /** Where the holder acted from; null if the operator acted. */
  origin: Origin | null;
}

/** A link with which the holder confirms a change; see `Confirmations`. */
export interface ConfirmationNotification extends Addressee {
  kind: `confirm_${ConfirmationStep}`;
  url: string;
  endsAtMs: number;
  /** Empty for a deletion. */
  newEmail: string;
  origin: Origin;
}

/** To the former address. */
export interface AddressNotification extends Addressee {
  kind: 'email_changed';
  atMs: number;
  newEmail: string;
  origin: Origin;
}

export interface DeletionNotification extends Addressee {
  kind: 'account_deleted';
  atMs: number;
  origin: Origin;
}

interface Addressee {
  /** The address as stored. */
  to: string;
  language: Language;
}

/** Queues a notification for delivery; never waits and never throws. */
export type Notify = (notification: Notification) => void;

/** Null if the account has no API plan any more. */
export function toLimitNotification(
  { email: to, language, subscription }: Pick<Account, 'email' | 'language' | 'subscription'>,
  atMs: number,
): LimitNotification | null {
  const tier = toTierAt(subscription, atMs);
  if (tier === null) return null;
  const planName = PLAN_NAMES[toPlanAt(subscription, atMs)];
  return { kind: 'limit_reached', to, language, atMs, planName, limit: TIER_LIMITS[tier] };
}

export function toPlanEndNotification(
  { email: to, language }: Account,
  { plan, endsAtMs: planEndsAtMs, isOver }: PlanEnd & { endsAtMs: number },
): PlanEndNotification {
  const kind = isOver ? 'plan_ended' : 'plan_ending';
  return { kind, to, language, planName: PLAN_NAMES[plan], planEndsAtMs };
}

export function toWebhookNotification(
  { email: to, language }: Account,
  { url, stop }: Webhook,
  atMs: number,
): WebhookNotification {
  const kind = stop === null ? 'webhook_failing' : 'webhook_stopped';
  return { kind, to, language, host: new URL(url).host, atMs, stop };
}

export function toWebhookChangeNotification(
  { email: to, language }: Account,
  kind: WebhookChangeNotification['kind'],
  { url }: Webhook,
  atMs: number,
  actor: Actor,
): WebhookChangeNotification {
  const origin = actor.name === HOLDER ? toOrigin(actor) : null;
  return { kind, to, language, host: new URL(url).host, atMs, origin };
}

export function toKeyNotification(
  { email: to, language }: Account,
  kind: KeyNotification['kind'],
  key: ApiKey,
  atMs: number,
  actor?: Actor,
): KeyNotification {
  const origin = actor?.name === HOLDER ? toOrigin(actor) : null;
  return { kind, to, language, keyStart: key.start, atMs, origin, isWaiting: isRevealable(key) };
}

export function toOrigin({ address, browser = null }: Actor): Origin {
  return { address, browser };
}
