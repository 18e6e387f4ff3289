import type { PlanTransition } from '../../domain/account/plan-change.ts';

export type AuditAction =
  | 'account_created'
  | 'account_deleted'
  | 'email_changed'
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
  | 'people_searched'
  | 'webhook_set'
  | 'webhook_secret_rotated'
  | 'webhook_tested'
  | 'webhook_paused'
  | 'webhook_resumed'
  | 'webhook_resent'
  | 'webhook_stopped'
  | 'webhook_removed';

/** Network addresses are personal data, stored only as long as an investigation may need them. */
export const ADDRESS_RETENTION_DAYS = 90;

/** The most entries that the holder of an account sees. */
export const MAX_SHOWN_ENTRIES = 20;

/** Who did what to which account. Never holds a key, only its start. */
export interface AuditEntry {
  /** Increases within a process, which orders the entries of one instant. */
  id: string;
  atMs: number;
  action: AuditAction;
  /** `command`, `demo`, `holder`, `event`, or the person or program that acted. */
  actor: string;
  accountId: string;
  email: string;
  keyStart: string | null;
  /** One line with details such as the plan. */
  detail: string | null;
  /** Of a changed subscription; null for other actions. */
  planChange: PlanTransition | null;
  /** The client's network address; null if there was none or its retention period has passed. */
  address: string | null;
}
