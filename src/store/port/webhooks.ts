import type { WebhookFault, WebhookState, WebhookStop } from '../../domain/account/webhook.ts';
import type { AuditEntry } from './audit.ts';
import type { ChangePosition } from './public-changes.ts';

/** The most that one call claims. */
export const MAX_CLAIMED_WEBHOOKS = 100;

export interface WebhookSecret {
  /** Identifies this secret in forms and arguments; not derived from its text. */
  id: string;
  /** The encrypted text. */
  sealed: string;
  createdAtMs: number;
}

/** One request to a webhook's address. */
export interface WebhookAttempt {
  atMs: number;
  /** Of the answer; null if there was none. */
  status: number | null;
  /** Null: it was delivered. */
  fault: WebhookFault | null;
  durationMs: number;
  /** How many changes it carried; null for a test. */
  changes: number | null;
}

/** The one webhook of an account. */
export interface Webhook {
  accountId: string;
  /** Starts at 1 and increases by 1 with each change, a claim included. */
  revision: number;
  url: string;
  createdAtMs: number;
  secret: WebhookSecret;
  /** The secret before the last rotation, which also signs until then. */
  previousSecret: (WebhookSecret & { endsAtMs: number }) | null;
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
  /** The next attempt, or the next look at it; null: when an import completes. */
  nextAttemptMs: number | null;
  /** The last MAX_WEBHOOK_ATTEMPTS, oldest first. */
  attempts: readonly WebhookAttempt[];
  /** Who delivers to it until then; null: nobody. */
  lease: { owner: string; untilMs: number } | null;
}

export interface WebhookClaim {
  nowMs: number;
  /** When the last completed import began. */
  endMs: number;
  /** The server that claims. */
  owner: string;
  leaseMs: number;
  /** At most MAX_CLAIMED_WEBHOOKS. */
  first: number;
}

/** A part of `AccountReads`. */
export interface WebhookReads {
  /** In the order of the accounts, null where one has none. */
  findWebhooks(accountIds: readonly string[]): Promise<(Webhook | null)[]>;
}

/** Every change is a single conditional write and includes its audit entries. */
export interface WebhookStore {
  find(accountId: string): Promise<Webhook | null>;
  /**
   * Writes the webhook with the next revision. False if the stored revision is another one, or with
   * 0, which inserts, if the account has one.
   */
  replace(
    webhook: Webhook,
    expectedRevision: number,
    entries?: readonly AuditEntry[],
  ): Promise<boolean>;
  /** False if there is none. Without an entry: its account is deleted. */
  delete(accountId: string, entry?: AuditEntry): Promise<boolean>;
  /**
   * Gives each due webhook to one caller, and returns them with their lease. Due is one that works
   * and nobody has a lease on, when its attempt or notice is due, or it waits for an import and one
   * began after its cursor. A lease that ends later than leases do (`isInFuture`) does not count.
   */
  claimDue(claim: WebhookClaim): Promise<Webhook[]>;
  /** How many work and fail, and how many are stopped. */
  countByState(): Promise<{ failing: number; stopped: number }>;
}
