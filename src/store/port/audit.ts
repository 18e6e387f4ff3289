export type AuditAction =
  | 'account_created'
  | 'account_deleted'
  | 'subscription_changed'
  | 'key_created'
  | 'key_revealed'
  | 'key_regenerated'
  | 'key_revoked'
  | 'link_issued'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'role_changed'
  | 'identity_linked'
  | 'people_searched';

/** The most entries that one call of `dropAddresses` changes. */
export const MAX_DROPPED = 1_000;

/** Network addresses are personal; they are kept as long as abuse is worth investigating. */
export const ADDRESS_KEPT_DAYS = 90;

export interface AuditQuery {
  accountId: string;
  actor: string;
  actions: readonly AuditAction[];
  afterMs: number;
  untilMs: number;
}

/** Who did what to which account. Never holds a key, only its start. */
export interface AuditEntry {
  id: string;
  atMs: number;
  action: AuditAction;
  /** `command`, `demo`, `holder`, `event`, or the person or program that acted. */
  actor: string;
  accountId: string;
  email: string;
  keyStart: string | null;
  /** What the action cannot say by its name, such as the plan; one line. */
  detail: string | null;
  /** The network address it came from; null where it came from none, or was dropped with age. */
  address: string | null;
}

/**
 * Append-only: no entry is removed through this port, and nothing of one changed but the network
 * address, which is personal and is dropped with age.
 */
export interface AuditLog {
  /** What changed nothing and is known all the same, such as a search for a person. */
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  listByAccount(accountId: string, first: number): Promise<AuditEntry[]>;
  /** Entries of this account, actor and any of these actions after `afterMs`, up to `untilMs`. */
  count(query: AuditQuery): Promise<number>;
  /** Drops the addresses of at most MAX_DROPPED entries from before `beforeMs`; of how many. */
  dropAddresses(beforeMs: number): Promise<number>;
}
