export type AuditAction =
  | 'account_created'
  | 'account_deleted'
  | 'subscription_changed'
  | 'key_created'
  | 'key_revealed'
  | 'key_regenerated'
  | 'key_revoked';

/** Who did what to which account. Never holds a key, only its start. */
export interface AuditEntry {
  id: string;
  atMs: number;
  action: AuditAction;
  /** `command`, `demo`, or the person or program that acted. */
  actor: string;
  accountId: string;
  email: string;
  keyStart: string | null;
  /** What the action can't say by its name, such as the plan; one line. */
  detail: string | null;
  /** The network address it came from; null where it came from none. */
  address: string | null;
}

/** Append-only: there is no way to change or remove an entry through this port. */
export interface AuditLog {
  /** Newest first. */
  listByAccount(accountId: string, first: number): Promise<AuditEntry[]>;
}
