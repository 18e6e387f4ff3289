import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account/account.ts';
import { cutKeys } from '../domain/account/api-key.ts';
import type { AuditAction, AuditEntry } from '../store/port/audit.ts';

/** Who asks for a change, for the audit log. */
export interface Actor {
  /** `command`, `demo`, `holder`, `event`, or the person or program that acts. */
  name: string;
  /** The network address; null where there is none. */
  address: string | null;
  /** Why, in one line; of members of staff. */
  reason?: string;
}

/** The account's own holder, signed in on the page. */
export const HOLDER = 'holder';

export function toHolder(address: string): Actor {
  return { name: HOLDER, address };
}

const STAFF = 'staff';

/** A member of staff by the address of their account. */
export function toStaffActor(email: string, address: string): Actor {
  return { name: `${STAFF} ${email}`, address };
}

export function isStaffActor(name: string): boolean {
  return name.startsWith(`${STAFF} `);
}

export interface AuditEvent {
  action: AuditAction;
  keyStart?: string | null;
  detail?: string;
}

export function toAuditEntry(
  actor: Actor,
  account: Pick<Account, 'id' | 'email'>,
  deed: AuditEvent,
  nowMs: number,
): AuditEntry {
  return {
    id: randomUUID(),
    atMs: nowMs,
    action: deed.action,
    actor: actor.name,
    accountId: account.id,
    email: account.email,
    keyStart: deed.keyStart ?? null,
    detail: toDetail(deed.detail, actor.reason),
    address: actor.address,
  };
}

function toDetail(detail: string | undefined, reason: string | undefined): string | null {
  const parts = [detail, reason === undefined ? undefined : `reason: ${reason}`];
  const text = parts.filter((part) => part !== undefined).join('; ');
  // People paste keys into whatever they are asked for.
  return cutKeys(text) || null;
}
