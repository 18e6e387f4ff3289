import { foldEmail } from '../../domain/account/email.ts';
import type { AuditFilter, AuditPosition } from '../port/account-reads.ts';
import type { AuditEntry, AuditLog } from '../port/audit.ts';
import type { Where } from '../port/documents.ts';
import { type AuditDocument, type DocumentCollections, NEWEST_FIRST } from '../port/layout.ts';
import { MAX_DELETED } from '../port/store.ts';

export function createAuditLog({ audit }: Pick<DocumentCollections, 'audit'>): AuditLog {
  return {
    async append(entry) {
      await audit.replaceEach(toAuditDocuments([entry]));
    },
    async listByAccount(accountId, first) {
      return (await audit.find({ where: { accountId }, ...NEWEST_FIRST, first })).map(toEntry);
    },
    deleteAddresses: (beforeMs) =>
      audit.patchWhere(
        { addressAtMs: { before: beforeMs } },
        { address: null, addressAtMs: null },
        MAX_DELETED,
      ),
  };
}

/** The reads of staff; see `AccountReads`. */
export function createAuditReads({ audit }: Pick<DocumentCollections, 'audit'>) {
  return {
    async listAudit(filter: AuditFilter, after: AuditPosition | null, first: number) {
      const position = after && [after.atMs, after.id];
      const query = { where: toWhere(filter), ...NEWEST_FIRST, after: position, first };
      return (await audit.find(query)).map(toEntry);
    },
    countAudit: (filter: AuditFilter, max: number) => audit.count(toWhere(filter), max),
    findLastSignIns: (accountIds: readonly string[]) =>
      Promise.all(
        accountIds.map(async (accountId) => {
          const where = { accountId, action: 'signed_in' };
          const [last] = await audit.find({ where, ...NEWEST_FIRST, first: 1 });
          return last?.atMs ?? null;
        }),
      ),
  };
}

/** When the last account with this address was deleted; null: none was. */
export async function findDeletion(
  { audit }: Pick<DocumentCollections, 'audit'>,
  email: string,
): Promise<number | null> {
  const where = { deletedEmail: foldEmail(email) };
  const [last] = await audit.find({ where, ...NEWEST_FIRST, first: 1 });
  return last?.atMs ?? null;
}

/** The entries as the log stores them. */
export function toAuditDocuments(entries: readonly AuditEntry[]): AuditDocument[] {
  return entries.map((entry) => ({
    ...entry,
    version: 0,
    deletedEmail: entry.action === 'account_deleted' ? foldEmail(entry.email) : null,
    addressAtMs: entry.address === null ? null : entry.atMs,
  }));
}

function toEntry({ version, deletedEmail, addressAtMs, ...entry }: AuditDocument): AuditEntry {
  return entry;
}

function toWhere({ accountId, actor, actions, fromMs, toMs }: AuditFilter): Where {
  return {
    accountId,
    actor,
    action: actions && { in: actions },
    atMs: { from: fromMs, before: toMs },
  };
}
