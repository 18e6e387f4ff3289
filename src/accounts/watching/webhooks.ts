import { randomUUID } from 'node:crypto';
import type { Account } from '../../domain/account/account.ts';
import {
  MAX_REPLACED_SECRETS,
  MAX_WEBHOOK_ATTEMPTS,
  NOT_FAILING,
  readWebhookUrl,
  WEBHOOK_ROTATION_MS,
} from '../../domain/account/webhook.ts';
import { CHANGES_KEPT_MS } from '../../domain/company/public-changes.ts';
import { Unavailable } from '../../domain/errors.ts';
import { isDay } from '../../domain/time/time-zone.ts';
import { toTimestamp } from '../../domain/time/timestamp.ts';
import { withTimeLimit } from '../../domain/time-limit.ts';
import type { AccountReads } from '../../store/accounts/account-reads.ts';
import type { WebhookStore } from '../../store/accounts/webhooks.ts';
import type { CompanyReads } from '../../store/port/companies.ts';
import {
  type ChangePosition,
  type ChangeQuery,
  isBefore,
  type PublicChangeReads,
} from '../../store/port/public-changes.ts';
import type { Webhook, WebhookAttempt } from '../../store/port/webhooks.ts';
import { requireHourlyRoom, requireTier, retry } from '../account-changes.ts';
import { type Actor, type AuditEvent, toAuditEntry } from '../actor.ts';
import { type Notify, toWebhookChangeNotification } from '../mail/notification.ts';
import { conflict, Refusal } from '../refusal.ts';
import type { KeyMaterial } from '../secrets.ts';
import { issueWebhookSecret, listReplacedSecrets, readWebhookSecrets } from './webhook-secrets.ts';

/**
 * Attempts that the holder of an account can ask for within an hour: without a limit the service
 * would be a port scanner with a verdict for each address.
 */
export const MAX_REQUESTED_ATTEMPTS = 10;
/** What asks for one: a test, and what tries at once. */
const REQUESTING_ACTIONS = [
  'webhook_tested',
  'webhook_resumed',
  'webhook_resent',
  'webhook_set',
] as const;
/** Secrets that the holder can create by rotation within an hour; each sends a mail. */
export const MAX_NEW_SECRETS = 10;
/** For one page of changes, which tells whether its position is still known. */
const READ_TIMEOUT_MS = 5_000;

/**
 * Operations on an account's one webhook, each a single conditional write. All throw Refusal or
 * Unavailable; all but `find` and `set` refuse with NO_WEBHOOK where there is none.
 */
export interface Webhooks {
  /** False where the operator has switched deliveries off; `test` is then refused. */
  isOn: boolean;
  /** True in the demo: an address may be on this machine, also with http. */
  allowsLocal: boolean;
  find(accountId: string): Promise<Webhook | null>;
  /** The texts of the secrets that sign now; null if the current one cannot be decrypted. */
  readSecrets(webhook: Webhook): string[] | null;
  /**
   * Needs an API plan. A new webhook begins after the newest change and has a new secret, shown
   * here only. A new address of an existing one keeps its secret and position; what waits for
   * another attempt is sent at once. Refused with INVALID_WEBHOOK_URL, whose message names the
   * rule, NO_ACTIVE_API_PLAN, and TOO_MANY after MAX_REQUESTED_ATTEMPTS. The holder gets a mail.
   */
  set(account: Account, url: string, actor: Actor): Promise<ShownWebhook>;
  /**
   * Creates a new secret, shown here only; each replaced one also signs for WEBHOOK_ROTATION_MS,
   * at most nine of them (MAX_REPLACED_SECRETS). Needs an API plan. Refused with CONFLICT if
   * `seenSecretId` is not the current one, as after a reload or a double click, and with TOO_MANY
   * after MAX_NEW_SECRETS. The holder gets a mail.
   */
  rotate(account: Account, seenSecretId: string, actor: Actor): Promise<ShownWebhook>;
  /**
   * Sends one test event and returns the attempt. Works in every state, and changes none. Needs an
   * API plan. Refused with TOO_MANY after MAX_REQUESTED_ATTEMPTS, and with WEBHOOKS_OFF.
   */
  test(account: Account, actor: Actor): Promise<TestedWebhook>;
  /** Has no effect unless the state is `working`. */
  pause(account: Account, actor: Actor): Promise<Webhook>;
  /**
   * Continues from its position with an attempt at once, in every state. If that fails, the next
   * pause is the one that was next. Needs an API plan. Refused with TOO_MANY after
   * MAX_REQUESTED_ATTEMPTS.
   */
  resume(account: Account, actor: Actor): Promise<ResumedWebhook>;
  /**
   * As `resume`, from the changes of the dumps of a day and later on. Refused with INVALID_DATE, and
   * with CHANGES_NOT_KEPT if not all of these changes are stored any more.
   */
  resend(account: Account, from: string, actor: Actor): Promise<ResumedWebhook>;
  /** Refused with CONFLICT if `seenSecretId` is not the current one, as from an older page. */
  remove(account: Account, seenSecretId: string, actor: Actor): Promise<void>;
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
   * True if changes after its position are no longer stored: it then begins after the newest
   * change, and the changes in between are not delivered.
   */
  skipsChanges: boolean;
}

/** An event for one receiver. */
export interface OutgoingEvent {
  /** The same whenever the event is repeated. */
  id: string;
  url: string;
  /** The texts of the secrets that sign it. */
  secrets: readonly string[];
  /** JSON. */
  body: string;
}

/** Makes one attempt, which ends soon after the signal. Never rejects. */
export type SendEvent = (
  event: OutgoingEvent,
  signal?: AbortSignal,
) => Promise<Omit<SentAttempt, 'changes' | 'firstChanges'>>;

export interface SentAttempt extends WebhookAttempt {
  /** The pause that the receiver asked for; 0: none. */
  retryAfterMs: number;
}

export interface WebhookDependencies extends KeyMaterial {
  webhooks: WebhookStore;
  companies: Pick<CompanyReads, 'findChangesEndMs'>;
  reads: Pick<AccountReads, 'countAudit'>;
  /** Of the changes behind a position; null in a command, which resumes nothing. */
  openReads: OpenChangeReads | null;
  notify: Notify;
  /** Null: the operator has switched deliveries off. */
  sendEvent: SendEvent | null;
  /** Whether an address may be on this machine. */
  allowsLocal: boolean;
  nowMs: () => number;
}

/** Reads that end with the signal. */
export type OpenChangeReads = (signal: AbortSignal) => PublicChangeReads;

export function createWebhooks(dependencies: WebhookDependencies): Webhooks {
  const { webhooks, companies, reads, openReads, cipher, secrets, notify } = dependencies;
  const { sendEvent, allowsLocal, nowMs } = dependencies;

  const readSecrets = (webhook: Webhook) => readWebhookSecrets(webhook, cipher, nowMs());

  /**
   * Repeats the change if another one came first. Writes nothing if `toNext` returns the webhook
   * that it was given.
   */
  function change(
    account: Account,
    actor: Actor,
    event: AuditEvent,
    toNext: (read: Webhook) => Webhook | Promise<Webhook>,
  ): Promise<Webhook> {
    return retry(async () => {
      const read = await webhooks.find(account.id);
      if (read === null) throw noWebhook();
      const next = await toNext(read);
      const entries = [toAuditEntry(actor, account, event, nowMs())];
      return next === read ? read : await webhooks.replace(next, entries);
    });
  }

  /**
   * Asked again before each write, which contains the entry that counts: simultaneous calls count
   * each other.
   */
  function requireAttemptBudget(accountId: string): Promise<void> {
    const entries = { accountId, actions: REQUESTING_ACTIONS };
    const what = `asked for ${MAX_REQUESTED_ATTEMPTS} attempts by tests, resuming, sending again and new addresses`;
    return requireHourlyRoom(reads, { entries, max: MAX_REQUESTED_ATTEMPTS, what }, nowMs());
  }

  async function requireRotationRoom(accountId: string): Promise<void> {
    const entries = { accountId, actions: ['webhook_secret_rotated'] as const };
    const what = `created ${MAX_NEW_SECRETS} secrets`;
    await requireHourlyRoom(reads, { entries, max: MAX_NEW_SECRETS, what }, nowMs());
  }

  /** Whether a position is one from which the changes can still be delivered. */
  async function isKept({ cursor, stop }: Webhook): Promise<boolean> {
    if (stop === 'changes_not_kept') return false;
    // Before the first dump nothing is a change.
    return cursor.importMs === 0 || (await findStart(cursor)) !== null;
  }

  /** The position before the changes from a start on; null if they are not all stored. */
  async function findStart(
    start: NonNullable<ChangeQuery['start']>,
  ): Promise<ChangePosition | null> {
    if (openReads === null) return 'from' in start ? null : start;
    const query = { start, first: 1, keptFromMs: nowMs() - CHANGES_KEPT_MS, watched: [] };
    const page = await withTimeLimit(
      READ_TIMEOUT_MS,
      (signal) => openReads(signal).readChanges(query),
      () => new Unavailable(`a page of changes took over ${READ_TIMEOUT_MS} ms`),
    );
    return page?.start ?? null;
  }

  /** Continues from a position with an attempt at once. */
  async function continueFrom(
    account: Account,
    actor: Actor,
    event: AuditEvent,
    toCursor: (read: Webhook) => Promise<ChangePosition>,
  ): Promise<Webhook> {
    return await change(account, actor, event, async (read) => {
      await requireAttemptBudget(account.id);
      const cursor = await toCursor(read);
      const continued = { state: 'working', stop: null, nextAttemptMs: nowMs() } as const;
      return { ...read, ...FAILING_RESTARTED, ...continued, cursor };
    });
  }

  async function attemptTest(webhook: Webhook, send: SendEvent): Promise<WebhookAttempt> {
    const atMs = nowMs();
    const texts = readSecrets(webhook);
    if (texts === null) return toUnsentAttempt(atMs);
    const body = { type: 'webhook.test', timestamp: toTimestamp(atMs), data: {} };
    const event = {
      id: randomUUID(),
      url: webhook.url,
      secrets: texts,
      body: JSON.stringify(body),
    };
    const { retryAfterMs: _, ...sent } = await send(event);
    return { ...sent, changes: null, firstChanges: [] };
  }

  return {
    isOn: sendEvent !== null,
    allowsLocal,
    find: (accountId) => webhooks.find(accountId),
    readSecrets,

    async set(account, text, actor) {
      requireTier(account, 'a webhook', nowMs());
      const url = readWebhookUrl(text, allowsLocal);
      if (!(url instanceof URL)) throw new Refusal('INVALID_WEBHOOK_URL', url.message);
      const { href, origin } = url;
      // Not the whole address, whose path may be a secret.
      const event = { action: 'webhook_set', detail: origin } as const;
      const notifyOfUrl = (webhook: Webhook) =>
        notify(toWebhookChangeNotification(account, 'webhook_set', webhook, nowMs(), actor));
      return await retry(async () => {
        const read = await webhooks.find(account.id);
        if (read?.url === href) return { webhook: read, secret: null };
        await requireAttemptBudget(account.id);
        const atMs = nowMs();
        const entries = [toAuditEntry(actor, account, event, atMs)];
        if (read !== null) {
          const isWaiting = read.nextAttemptMs !== null;
          const retried = isWaiting && { ...FAILING_RESTARTED, nextAttemptMs: atMs };
          const webhook = await webhooks.replace({ ...read, url: href, ...retried }, entries);
          if (webhook !== null) notifyOfUrl(webhook);
          return webhook && { webhook, secret: null };
        }
        const { text: secret, stored } = issueWebhookSecret(account.id, dependencies, atMs);
        const endMs = await companies.findChangesEndMs();
        const added = toNewWebhook(account.id, { url: href, secret: stored, endMs });
        const webhook = await webhooks.replace(added, entries);
        if (webhook !== null) notifyOfUrl(webhook);
        return webhook && { webhook, secret };
      });
    },

    async rotate(account, seenSecretId, actor) {
      requireTier(account, 'a webhook', nowMs());
      const atMs = nowMs();
      const { text, stored } = issueWebhookSecret(account.id, { cipher, secrets }, atMs);
      const event = { action: 'webhook_secret_rotated' } as const;
      const webhook = await change(account, actor, event, async (read) => {
        if (read.secret.id !== seenSecretId) throw conflict();
        await requireRotationRoom(account.id);
        const replaced = { ...read.secret, endsAtMs: atMs + WEBHOOK_ROTATION_MS };
        // A holder who did not copy a new secret rotates again, while the server has an older one.
        const replacedSecrets = [replaced, ...listReplacedSecrets(read, atMs)];
        return {
          ...read,
          secret: stored,
          replacedSecrets: replacedSecrets.slice(0, MAX_REPLACED_SECRETS),
        };
      });
      notify(toWebhookChangeNotification(account, 'webhook_secret_rotated', webhook, atMs, actor));
      return { webhook, secret: text };
    },

    async test(account, actor) {
      if (sendEvent === null) {
        throw new Refusal('WEBHOOKS_OFF', 'the operator has switched webhooks off');
      }
      requireTier(account, 'a webhook', nowMs());
      const tested = await change(account, actor, { action: 'webhook_tested' }, async (read) => {
        await requireAttemptBudget(account.id);
        return { ...read };
      });
      const attempt = await attemptTest(tested, sendEvent);
      const noted = await retry(async () => {
        const read = await webhooks.find(account.id);
        return read === null ? tested : await webhooks.replace(withAttempt(read, attempt));
      });
      return { webhook: noted, attempt };
    },

    pause: (account, actor) =>
      change(account, actor, { action: 'webhook_paused' }, (read) =>
        read.state === 'working' ? { ...read, state: 'paused' } : read,
      ),

    async resume(account, actor) {
      requireTier(account, 'a webhook', nowMs());
      const newest = { importMs: await companies.findChangesEndMs(), idno: null };
      let skipsChanges = false;
      const event = { action: 'webhook_resumed' } as const;
      const webhook = await continueFrom(account, actor, event, async (read) => {
        skipsChanges = !(await isKept(read));
        return skipsChanges ? newest : read.cursor;
      });
      return { webhook, skipsChanges };
    },

    async resend(account, from, actor) {
      requireTier(account, 'a webhook', nowMs());
      if (!isDay(from)) {
        const given = JSON.stringify(from.slice(0, 20));
        throw new Refusal('INVALID_DATE', `write the day as YYYY-MM-DD, got ${given}`);
      }
      const event = { action: 'webhook_resent', detail: `from ${from}` } as const;
      const webhook = await continueFrom(account, actor, event, async ({ cursor, stop }) => {
        const start = await findStart({ from });
        if (start === null) {
          const message = `not all changes since ${from} are stored any more`;
          throw new Refusal('CHANGES_NOT_KEPT', message);
        }
        // A later day must not skip what has not been delivered.
        return stop === 'changes_not_kept' || isBefore(start, cursor) ? start : cursor;
      });
      return { webhook, skipsChanges: false };
    },

    async remove({ id, email }, seenSecretId, actor) {
      const entry = toAuditEntry(actor, { id, email }, { action: 'webhook_removed' }, nowMs());
      if (await webhooks.delete(id, seenSecretId, entry)) return;
      throw (await webhooks.find(id)) === null ? noWebhook() : conflict();
    },
  };
}

/** The time of failing starts again, but not the pauses: a requested attempt is one attempt. */
const FAILING_RESTARTED = { failingSinceMs: null, noticeMs: null } as const;

/**
 * A plan has begun: what waited for one is delivered at once and not when the webhook is next looked
 * at. Never fails, because the plan is stored already.
 */
export async function endPlanPause(
  webhooks: Pick<WebhookStore, 'find' | 'replace'>,
  accountId: string,
  nowMs: number,
): Promise<void> {
  try {
    await retry(async () => {
      const webhook = await webhooks.find(accountId);
      if (webhook === null || webhook.failures > 0 || webhook.lease !== null) return 'not paused';
      if (webhook.nextAttemptMs === null || webhook.nextAttemptMs <= nowMs) return 'not paused';
      return await webhooks.replace({ ...webhook, nextAttemptMs: nowMs });
    });
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Refusal)) throw error;
  }
}

/** The webhook with this attempt added to its last ones. */
export function withAttempt(webhook: Webhook, attempt: WebhookAttempt): Webhook {
  return { ...webhook, attempts: [...webhook.attempts, attempt].slice(-MAX_WEBHOOK_ATTEMPTS) };
}

/** The attempt that is recorded where the secret cannot be decrypted and nothing is sent. */
export function toUnsentAttempt(atMs: number): WebhookAttempt {
  return {
    atMs,
    status: null,
    fault: 'secret_unreadable',
    durationMs: 0,
    changes: null,
    firstChanges: [],
    eventId: null,
    bodyBytes: 0,
    answer: null,
  };
}

function toNewWebhook(
  accountId: string,
  { url, secret, endMs }: Pick<Webhook, 'url' | 'secret'> & { endMs: number },
): Webhook {
  return {
    accountId,
    revision: 0,
    url,
    createdAtMs: secret.createdAtMs,
    secret,
    replacedSecrets: [],
    cursor: { importMs: endMs, idno: null },
    state: 'working',
    stop: null,
    ...NOT_FAILING,
    nextAttemptMs: null,
    attempts: [],
    lease: null,
  };
}

function noWebhook(): Refusal {
  return new Refusal('NO_WEBHOOK', 'the account has no webhook; set its address');
}
