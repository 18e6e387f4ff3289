import type { AuditEntry } from '../port/audit.ts';
import { findOne, type Where, type WriteOptions } from '../port/documents.ts';
import type { DocumentCollections, WebhookDocument } from '../port/layout.ts';
import type { Webhook, WebhookSchedule } from '../port/webhooks.ts';
import { toAuditDocuments } from './audit.ts';
import { createChanges } from './change.ts';
import { listDeleted, removeIfDeleted } from './deletion.ts';

/** More than there are accounts. */
const MAX_COUNTED = 1_000_000;

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

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Every change is a single conditional write and includes its audit entries. */
export function createWebhookStore(collections: DocumentCollections) {
  const { webhooks } = collections;
  const changeWebhook = createChanges(webhooks);

  async function findDue(due: WebhooksDue, first: number): Promise<WebhookDocument[]> {
    // After an import all of them wait: their index has this order, so that only these are read.
    const waiting = await webhooks.find({
      where: toWaiting(due),
      by: ['waitsFromMs', 'id'],
      first,
    });
    const rest = first - waiting.length;
    if (rest === 0) return waiting;
    const by = ['failures', 'lookMs', 'id'];
    return [...waiting, ...(await webhooks.find({ where: toTimed(due), by, first: rest }))];
  }

  return {
    async find(accountId: string): Promise<Webhook | null> {
      const found = await findOne(webhooks, accountId);
      return found && toWebhook(found);
    },
    /**
     * Replaces the webhook if the stored one has the same revision and creation time, and returns it
     * with the next revision; revision 0 inserts it. Null if the stored one differs, if there is one
     * already on an insert, or if there is no account.
     */
    async replace(
      webhook: Webhook,
      entries: readonly AuditEntry[] = [],
      options: WriteOptions = {},
    ): Promise<Webhook | null> {
      const { accountId, revision, createdAtMs } = webhook;
      const isNew = revision === 0;
      if (isNew && (await listDeleted(collections, [accountId])).length > 0) return null;
      const written = await webhooks.replace(
        toDocument(webhook),
        { audit: toAuditDocuments(entries) },
        // One that was removed and created again may have the same revision.
        { where: { createdAtMs }, ...options },
      );
      if (written === null) return null;
      const deleted =
        isNew || entries.length > 0
          ? await removeIfDeleted(collections, 'webhooks', [accountId])
          : [];
      return deleted.length > 0 ? null : toWebhook(written);
    },
    /** False if there is none with this secret. */
    delete: (accountId: string, secretId: string, entry?: AuditEntry) =>
      changeWebhook<boolean>(accountId, (stored) => {
        if (stored?.secret.id !== secretId) return { result: false };
        const entries = { audit: toAuditDocuments(entry === undefined ? [] : [entry]) };
        return { result: true, next: null, entries };
      }),
    /**
     * Gives each due webhook to one caller, with its lease; those that have not failed come first. A
     * power cut may undo a claim: the process that made it has then ended too.
     */
    async claimDue({ owner, untilMs, first, ...due }: WebhookClaim): Promise<Webhook[]> {
      const found = await findDue(due, first);
      const lease = { owner, untilMs };
      const claimed = await webhooks.replaceEach(
        found.map((document) => toDocument({ ...toWebhook(document), lease })),
        { isDurable: false },
      );
      return claimed.flatMap((document) => (document === null ? [] : [toWebhook(document)]));
    },
    async countDue(due: WebhooksDue): Promise<number> {
      return (await webhooks.count(toDue(due), MAX_COUNTED)) ?? MAX_COUNTED;
    },
    /** How many work, and how many of these failed at the last attempt. */
    async countWorking(): Promise<{ working: number; failing: number }> {
      const count = async (where: Where) =>
        (await webhooks.count({ ...where, state: 'working' }, MAX_COUNTED)) ?? MAX_COUNTED;
      const [working, failing] = await Promise.all([
        count({}),
        count({ failingSinceMs: { from: 0 } }),
      ]);
      return { working, failing };
    },
  };
}

/** Those that wait for an import: none of them has failed. */
function toWaiting({ endMs }: WebhooksDue): Where {
  return { waitsFromMs: { before: endMs } };
}

function toTimed({ nowMs, latestMs }: WebhooksDue): Where[] {
  return [{ lookMs: { to: nowMs } }, { lookMs: { after: latestMs } }];
}

function toDue(due: WebhooksDue): Where[] {
  return [...toTimed(due), toWaiting(due)];
}

function toDocument(webhook: Webhook): WebhookDocument {
  const { accountId: id, revision: version, ...fields } = webhook;
  return { id, version, ...fields, ...toSchedule(webhook) };
}

function toSchedule(webhook: Webhook): WebhookSchedule {
  const { state, lease, nextAttemptMs, noticeMs, cursor } = webhook;
  if (state !== 'working') return { lookMs: null, waitsFromMs: null };
  if (lease !== null) return { lookMs: lease.untilMs, waitsFromMs: null };
  if (nextAttemptMs === null) return { lookMs: null, waitsFromMs: cursor.importMs };
  return { lookMs: Math.min(nextAttemptMs, noticeMs ?? nextAttemptMs), waitsFromMs: null };
}

export function toWebhook(document: WebhookDocument): Webhook {
  const { id: accountId, version: revision, lookMs, waitsFromMs, ...fields } = document;
  return { accountId, revision, ...fields };
}
