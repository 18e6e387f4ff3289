import { foldEmail } from '../../domain/account/email.ts';
import type { AuditAction, AuditEntry } from '../port/audit.ts';
import { MAX_DELETED, type Where } from '../port/documents.ts';
import { type AuditDocument, type DocumentCollections, NEWEST_FIRST } from '../port/layout.ts';

/** An entry must match all given fields. */
export interface AuditFilter {
  accountId?: string;
  actor?: string;
  /** Any of these. */
  actions?: readonly AuditAction[];
  /** Inclusive. */
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
}

/** A position in the audit log, newest first; entries with the same time are ordered by id. */
export interface AuditPosition {
  atMs: number;
  id: string;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

/**
 * Append-only: entries are never removed or changed, except that their network addresses are deleted
 * after the retention period.
 */
export function createAuditLog({ audit }: Pick<DocumentCollections, 'audit'>) {
  return {
    /** For actions that change nothing but must be recorded, such as a search for a person. */
    async append(entry: AuditEntry): Promise<void> {
      await audit.replaceEach(toAuditDocuments([entry]));
    },
    /** Newest first, those of one instant by their ids, which increase within a process. */
    async listByAccount(accountId: string, first: number): Promise<AuditEntry[]> {
      return (await audit.find({ where: { accountId }, ...NEWEST_FIRST, first })).map(toEntry);
    },
    /** Deletes addresses older than `beforeMs`, of at most MAX_DELETED entries. Returns how many. */
    deleteAddresses: (beforeMs: number) =>
      audit.patchWhere(
        { addressAtMs: { before: beforeMs } },
        { address: null, addressAtMs: null },
        MAX_DELETED,
      ),
  };
}

/** The reads of staff. */
export function createAuditReads({ audit }: Pick<DocumentCollections, 'audit'>) {
  return {
    async listAudit(filter: AuditFilter, after: AuditPosition | null, first: number) {
      const position = after && [after.atMs, after.id];
      const query = { where: toWhere(filter), ...NEWEST_FIRST, after: position, first };
      return (await audit.find(query)).map(toEntry);
    },
    /** Null if there are more than `max`. */
    countAudit: (filter: AuditFilter, max: number) => audit.count(toWhere(filter), max),
    /** For each account the time of the last sign-in; null if there was none. */
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
