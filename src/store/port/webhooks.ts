import type { WebhookFault, WebhookState, WebhookStop } from '../../domain/account/webhook.ts';
import type { ChangePosition, PublicChange } from './public-changes.ts';

export interface WebhookSecret {
  /** Identifies this secret in forms and arguments; not derived from its text. */
  id: string;
  /** The encrypted text. */
  encrypted: string;
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

/** The times by which a store finds the webhooks that are due. */
export interface WebhookSchedule {
  /** It is due from this time on. */
  lookMs: number | null;
  /** It is due once an import has completed that began after this time. */
  waitsFromMs: number | null;
}
