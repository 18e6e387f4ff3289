import { toSchedule, type Webhook, type WebhookStore, type WebhooksDue } from '../port/webhooks.ts';
import { notDeleted } from './account-record.ts';
import { appendEntry, toAuditDocument, tryDrainAccount } from './audit.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';
import type { WebhookDocument } from './documents.ts';

export function createWebhookStore(collections: Collections): WebhookStore {
  const { accounts, audit, webhooks } = collections;

  /** If the driver repeats a call that succeeded, the duplicate is what the first call inserted. */
  async function insert(document: WebhookDocument): Promise<boolean> {
    const { _id } = document;
    try {
      await webhooks.insertOne(document);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const stored = await webhooks.findOne({ _id });
      return stored?.revision === 1 && stored.secret.id === document.secret.id;
    }
    // The deletion of an account deletes the webhook that it finds; this deletes one written later.
    if ((await accounts.count(notDeleted(_id), { limit: 1 })) > 0) return true;
    await webhooks.deleteOne({ _id });
    return false;
  }

  async function write(
    webhook: Webhook,
    entries: Parameters<WebhookStore['replace']>[1] = [],
  ): Promise<Webhook | null> {
    const { revision, createdAtMs } = webhook;
    const written = { ...webhook, revision: revision + 1 };
    const { _id, ...fields } = toWebhookDocument(written);
    const added = entries.map(toAuditDocument);
    if (revision === 0) {
      return (await insert({ _id, ...fields, outbox: added })) ? written : null;
    }
    const update = { $set: fields, $push: { outbox: { $each: added } } };
    const { matchedCount } = await webhooks.updateOne({ _id, revision, createdAtMs }, update);
    return matchedCount > 0 ? written : null;
  }

  return {
    async find(accountId) {
      const found = await webhooks.findOne({ _id: accountId });
      return found === null ? null : toWebhook(found);
    },
    async replace(webhook, entries = []) {
      const written = await write(webhook, entries);
      if (written !== null && entries.length > 0)
        await tryDrainAccount(collections, webhook.accountId);
      return written;
    },
    /**
     * The entry first: if the second write fails, it records a removal that is then repeated. Where
     * a new secret came between the two, nothing was removed, and the entry goes.
     */
    async delete(accountId, secretId, entry) {
      const seen = { _id: accountId, 'secret.id': secretId };
      if ((await webhooks.count(seen, { limit: 1 })) === 0) return false;
      if (entry !== undefined) await appendEntry(collections, entry);
      const deleted = await webhooks.findOneAndDelete(seen);
      if (deleted === null && entry !== undefined) await audit.deleteOne({ _id: entry.id });
      await audit.insertMissing(deleted?.outbox ?? []);
      return deleted !== null;
    },
    async claimDue({ owner, untilMs, first, ...due }) {
      const options = { sort: { failures: 1, lookMs: 1 }, limit: first } as const;
      const found = await webhooks.find(isDue(due), options);
      const writes = await Promise.allSettled(
        found.map((document) => write({ ...toWebhook(document), lease: { owner, untilMs } })),
      );
      // Those that were claimed are delivered, whatever became of the others.
      const claimed = writes.flatMap((one) => (one.status === 'fulfilled' && one.value) || []);
      const failed = writes.find((one) => one.status === 'rejected');
      if (claimed.length === 0 && failed !== undefined) throw failed.reason;
      return claimed;
    },
    countDue: (due) => webhooks.count(isDue(due)),
  };
}

function isDue({ nowMs, latestMs, endMs }: WebhooksDue) {
  return {
    $or: [
      { lookMs: { $lte: nowMs } },
      { lookMs: { $gt: latestMs } },
      { waitsFromMs: { $lt: endMs } },
    ],
  };
}

export function toWebhookDocument(webhook: Webhook): WebhookDocument {
  const { accountId: _id, ...fields } = webhook;
  return { _id, ...fields, ...toSchedule(webhook) };
}

export function toWebhook(document: WebhookDocument): Webhook {
  const { _id: accountId, outbox, lookMs, waitsFromMs, ...fields } = document;
  return { accountId, ...fields };
}
