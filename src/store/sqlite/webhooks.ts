import type { DatabaseSync } from 'node:sqlite';
import { toSchedule, type Webhook, type WebhookStore, type WebhooksDue } from '../port/webhooks.ts';
import { prepareAuditInsert } from './audit.ts';
import { asStoreCalls, inTransaction, prepareFind } from './database.ts';

/** The other columns repeat the fields of the webhook that the queries need. */
export const WEBHOOK_TABLE = `
  CREATE TABLE webhooks (
    account_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    look_ms INTEGER,
    waits_from_ms INTEGER,
    failures INTEGER NOT NULL,
    webhook TEXT NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_look ON webhooks (look_ms) WHERE look_ms IS NOT NULL;
  CREATE INDEX webhooks_waiting ON webhooks (waits_from_ms) WHERE waits_from_ms IS NOT NULL;`;

const IS_DUE = `(look_ms <= :nowMs OR look_ms > :latestMs OR waits_from_ms < :endMs)`;

export function createWebhookStore(db: DatabaseSync): WebhookStore {
  const insertAudit = prepareAuditInsert(db);
  const find = prepareFindWebhook(db);
  const insert = db.prepare(`INSERT OR IGNORE INTO webhooks
    SELECT id, :revision, :lookMs, :waitsFromMs, :failures, :text FROM accounts WHERE id = :id`);
  const update = db.prepare(`UPDATE webhooks SET revision = :revision, look_ms = :lookMs,
      waits_from_ms = :waitsFromMs, failures = :failures, webhook = :text
    WHERE account_id = :id AND revision = :revision - 1
      AND webhook ->> 'createdAtMs' = :text ->> 'createdAtMs'`);
  const remove = db.prepare(`DELETE FROM webhooks
    WHERE account_id = ? AND webhook ->> '$.secret.id' = ?`);
  const listDue = db.prepare(`SELECT webhook FROM webhooks WHERE ${IS_DUE}
    ORDER BY failures, look_ms, account_id LIMIT :first`);
  const countDue = db.prepare(`SELECT count(*) AS count FROM webhooks WHERE ${IS_DUE}`);

  const count = (due: WebhooksDue) => Number(countDue.get({ ...due })?.['count']);

  /** The webhook with its next revision; null if that is not the next one. */
  function write(webhook: Webhook): Webhook | null {
    const { accountId: id, failures } = webhook;
    const written = { ...webhook, revision: webhook.revision + 1 };
    const { revision } = written;
    const columns = {
      id,
      revision,
      failures,
      ...toSchedule(written),
      text: JSON.stringify(written),
    };
    const { changes } = (revision === 1 ? insert : update).run(columns);
    return Number(changes) > 0 ? written : null;
  }

  return asStoreCalls<WebhookStore>({
    find,
    replace: (webhook, entries = []) =>
      inTransaction(db, () => {
        const written = write(webhook);
        if (written !== null) for (const entry of entries) insertAudit(entry);
        return written;
      }),
    delete: (accountId, secretId, entry) =>
      inTransaction(db, () => {
        if (Number(remove.run(accountId, secretId).changes) === 0) return false;
        if (entry !== undefined) insertAudit(entry);
        return true;
      }),
    claimDue({ owner, untilMs, first, ...due }) {
      // Usually none is due, and on a full disk no transaction can begin.
      if (count(due) === 0) return [];
      return inTransaction(db, () =>
        listDue
          .all({ ...due, first })
          .map((row): Webhook => JSON.parse(String(row['webhook'])))
          .flatMap((webhook) => write({ ...webhook, lease: { owner, untilMs } }) ?? []),
      );
    },
    countDue: count,
  });
}

/** Also for `AccountReads.findWebhooks`. */
export function prepareFindWebhook(db: DatabaseSync) {
  const find = prepareFind(db, 'SELECT webhook FROM webhooks WHERE account_id = ?');
  return (accountId: string): Webhook | null => {
    const row = find(accountId);
    return row === undefined ? null : JSON.parse(String(row[0]));
  };
}
