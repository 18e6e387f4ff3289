import { findOne } from '../port/documents.ts';
import type { DocumentCollections, WebhookDocument } from '../port/layout.ts';
import { toSchedule, type Webhook, type WebhookStore, type WebhooksDue } from '../port/webhooks.ts';
import { toAuditDocuments } from './audit.ts';
import { createChanges } from './change.ts';
import { listDeleted, removeIfDeleted } from './deletion.ts';

/** More than there are accounts. */
const MAX_COUNTED = 1_000_000;

export function createWebhookStore(collections: DocumentCollections): WebhookStore {
  const { webhooks } = collections;
  const changeWebhook = createChanges(webhooks);
  return {
    async find(accountId) {
      const found = await findOne(webhooks, accountId);
      return found && toWebhook(found);
    },
    async replace(webhook, entries = []) {
      const { accountId, revision, createdAtMs } = webhook;
      const isNew = revision === 0;
      if (isNew && (await listDeleted(collections, [accountId])).length > 0) return null;
      const written = await webhooks.replace(
        toDocument(webhook),
        { audit: toAuditDocuments(entries) },
        // One that was removed and created again may have the same revision.
        { createdAtMs },
      );
      if (written === null) return null;
      const deleted =
        isNew || entries.length > 0
          ? await removeIfDeleted(collections, 'webhooks', [accountId])
          : [];
      return deleted.length > 0 ? null : toWebhook(written);
    },
    delete: (accountId, secretId, entry) =>
      changeWebhook(accountId, (stored) => {
        if (stored?.secret.id !== secretId) return { result: false };
        const entries = { audit: toAuditDocuments(entry === undefined ? [] : [entry]) };
        return { result: true, next: null, entries };
      }),
    async claimDue({ owner, untilMs, first, ...due }) {
      const query = { where: toDue(due), by: ['failures', 'lookMs', 'id'], first };
      const found = await webhooks.find(query);
      const lease = { owner, untilMs };
      const claimed = await webhooks.replaceEach(
        found.map((document) => toDocument({ ...toWebhook(document), lease })),
      );
      return claimed.flatMap((document) => (document === null ? [] : [toWebhook(document)]));
    },
    async countDue(due) {
      return (await webhooks.count(toDue(due), MAX_COUNTED)) ?? MAX_COUNTED;
    },
    async countFailing() {
      const failing = { state: 'working', failingSinceMs: { from: 0 } };
      return (await webhooks.count(failing, MAX_COUNTED)) ?? MAX_COUNTED;
    },
  };
}

function toDue({ nowMs, latestMs, endMs }: WebhooksDue) {
  return [
    { lookMs: { to: nowMs } },
    { lookMs: { after: latestMs } },
    { waitsFromMs: { before: endMs } },
  ];
}

function toDocument(webhook: Webhook): WebhookDocument {
  const { accountId: id, revision: version, ...fields } = webhook;
  return { id, version, ...fields, ...toSchedule(webhook) };
}

export function toWebhook(document: WebhookDocument): Webhook {
  const { id: accountId, version: revision, lookMs, waitsFromMs, ...fields } = document;
  return { accountId, revision, ...fields };
}
