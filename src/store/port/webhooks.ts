import type { WebhookFault, WebhookState, WebhookStop } from '../../domain/account/webhook.ts';
import type { AuditEntry } from './audit.ts';
import type { ChangePosition, PublicChange } from './public-changes.ts';

export interface WebhookSecret {
  /** Identifies this secret in forms and arguments; not derived from its text. */
  id: string;
  /** The encrypted text. */
  sealed: string;
  createdAtMs: number;
}

/** A secret that a rotation has replaced, and which also signs until `endsAtMs`. */
export interface ReplacedSecret extends WebhookSecret {
  endsAtMs: number;
}

/** One request to a webhook's address. */
export interface WebhookAttempt {
  atMs: number;
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** Null: it was delivered. */
  fault: WebhookFault | null;
  durationMs: number;
  /** How many changes it carried; null for a test. */
  changes: number | null;
  /** The first of them, at most MAX_STORED_CHANGES. */
  firstChanges: readonly Pick<PublicChange, 'idno' | 'kind'>[];
  /** The `webhook-id` that was sent; null if nothing was. */
  eventId: string | null;
  /** Of the body that was sent. */
  bodyBytes: number;
  /** The first MAX_STORED_ANSWER_BYTES of the answer as text to be shown; null: no answer. */
  answer: string | null;
}

/** The one webhook of an account. */
export interface Webhook {
  accountId: string;
  /** Starts at 1 and increases by 1 with each change, a claim included. */
  revision: number;
  url: string;
  createdAtMs: number;
  secret: WebhookSecret;
  /** Those that still signed at the last rotation, newest first; at most MAX_REPLACED_SECRETS. */
  replacedSecrets: readonly ReplacedSecret[];
  /** Everything up to here is delivered. */
  cursor: ChangePosition;
  state: WebhookState;
  /** Null unless it is stopped. */
  stop: WebhookStop | null;
  /** Attempts that failed in a row; tests do not count. */
  failures: number;
  /** When the first of them was; null if the last attempt did not fail. */
  failingSinceMs: number | null;
  /** When the holder is told that it fails; null: it does not fail, or the holder has been told. */
  noticeMs: number | null;
  /** The next attempt; null: when an import has completed that began after the cursor. */
  nextAttemptMs: number | null;
  /** The last MAX_WEBHOOK_ATTEMPTS, oldest first. */
  attempts: readonly WebhookAttempt[];
  /** The process that delivers to it until then; null: none. */
  lease: { owner: string; untilMs: number } | null;
}

/**
 * Which webhooks are due: those that work and have no valid lease, when the time of their attempt
 * or notice has come, or when they wait for an import and one began after their cursor.
 */
export interface WebhooksDue {
  nowMs: number;
  /** A later time was written by a clock that was ahead and does not count. */
  latestMs: number;
  /** When the last completed import began. */
  endMs: number;
}

interface WebhookClaim extends WebhooksDue {
  /** The process that claims. */
  owner: string;
  /** When the lease ends. */
  untilMs: number;
  first: number;
}

/** Every change is a single conditional write and includes its audit entries. */
export interface WebhookStore {
  find(accountId: string): Promise<Webhook | null>;
  /**
   * Replaces the webhook if the stored one has the same revision and creation time, and returns it
   * with the next revision; revision 0 inserts it. Null if the stored one differs, if there is one
   * already on an insert, or if there is no account.
   */
  replace(webhook: Webhook, entries?: readonly AuditEntry[]): Promise<Webhook | null>;
  /** False if there is none with this secret. */
  delete(accountId: string, secretId: string, entry?: AuditEntry): Promise<boolean>;
  /** Gives each due webhook to one caller, with its lease; those that have not failed come first. */
  claimDue(claim: WebhookClaim): Promise<Webhook[]>;
  countDue(due: WebhooksDue): Promise<number>;
  /** How many work, and failed at the last attempt. */
  countFailing(): Promise<number>;
}

/** The times by which a store finds the webhooks that are due. */
export interface WebhookSchedule {
  /** It is due from this time on. */
  lookMs: number | null;
  /** It is due once an import has completed that began after this time. */
  waitsFromMs: number | null;
}

export function toSchedule(webhook: Webhook): WebhookSchedule {
  const { state, lease, nextAttemptMs, noticeMs, cursor } = webhook;
  if (state !== 'working') return { lookMs: null, waitsFromMs: null };
  if (lease !== null) return { lookMs: lease.untilMs, waitsFromMs: null };
  if (nextAttemptMs === null) return { lookMs: null, waitsFromMs: cursor.importMs };
  return { lookMs: Math.min(nextAttemptMs, noticeMs ?? nextAttemptMs), waitsFromMs: null };
}
