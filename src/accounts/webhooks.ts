import type { Account } from '../domain/account/account.ts';
import type { Webhook, WebhookAttempt } from '../store/port/webhooks.ts';
import type { Actor } from './actor.ts';

/** Tests of an account within an hour. */
export const MAX_WEBHOOK_TESTS = 10;

/**
 * Operations on an account's one webhook, each a single conditional write. All throw Refusal or
 * Unavailable; all but `find` and `set` refuse with NO_WEBHOOK where there is none.
 */
export interface Webhooks {
  /** False where the operator has switched deliveries off; `test` is then refused. */
  isOn: boolean;
  find(accountId: string): Promise<Webhook | null>;
  /**
   * Needs an API plan. A new webhook begins at the present and has a new secret, shown here only;
   * another address of an existing one keeps secret and position, and is tried at once. Refused with
   * INVALID_WEBHOOK_URL, whose message names the rule, and NO_ACTIVE_API_PLAN.
   */
  set(account: Account, url: string, actor: Actor): Promise<ShownWebhook>;
  /**
   * A new secret, shown here only; the one before signs too for WEBHOOK_ROTATION_MS. Needs an API
   * plan. Refused with CONFLICT if `seenSecretId` is not the present one (a reload, a double click).
   */
  rotate(account: Account, seenSecretId: string, actor: Actor): Promise<ShownWebhook>;
  /**
   * Sends one test event and returns how that went, whatever the state, which it does not change.
   * Needs an API plan. Refused with TOO_MANY after MAX_WEBHOOK_TESTS, and with WEBHOOKS_OFF.
   */
  test(account: Account, actor: Actor): Promise<TestedWebhook>;
  /** Does nothing to one that is paused already. */
  pause(account: Account, actor: Actor): Promise<Webhook>;
  /** Goes on from its position, also when it works, and tries at once. Needs an API plan. */
  resume(account: Account, actor: Actor): Promise<ResumedWebhook>;
  remove(account: Account, actor: Actor): Promise<void>;
}

export interface ShownWebhook {
  webhook: Webhook;
  /** `whsec_` and 32 bytes in base64; null where the secret stays. */
  secret: string | null;
}

export interface TestedWebhook {
  webhook: Webhook;
  attempt: WebhookAttempt;
}

export interface ResumedWebhook {
  webhook: Webhook;
  /**
   * True if it was stopped because changes are no longer stored (`changes_not_kept`): it then begins
   * at the present, and the changes in between are not delivered.
   */
  skipsChanges: boolean;
}
