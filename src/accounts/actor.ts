import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account/account.ts';
import { type PlanTransition, toTransitionText } from '../domain/account/plan-change.ts';
import { cutSecrets } from '../domain/account/secret-texts.ts';
import { toBrowserName } from '../domain/account/user-agent.ts';
import type { AuditAction, AuditEntry } from '../store/port/audit.ts';

/** Who makes a change, for the audit log. */
export interface Actor {
  /** `command`, `demo`, `holder`, `event`, or the person or program that acts. */
  name: string;
  /** The network address; null when there is none. */
  address: string | null;
  /** A holder's browser and its system: `Firefox, Windows`. Mails name it; it is not stored. */
  browser?: string | null;
  /** Why, in one line; given by staff. */
  reason?: string;
}

/** The account's own holder, signed in on the page. */
export const HOLDER = 'holder';

/** `userAgent`: the header `User-Agent`; only for changes whose mail names the browser. */
export function toHolder(address: string, userAgent?: string | null): Actor {
  return { name: HOLDER, address, browser: userAgent ? toBrowserName(userAgent) : null };
}

const STAFF = 'staff';

/** A member of staff, by the e-mail address of their account. */
export function toStaffActor(email: string, address: string): Actor {
  return { name: `${STAFF} ${email}`, address };
}

export function isStaffActor(name: string): boolean {
  return name.startsWith(`${STAFF} `);
}

/** The address of an entry as the account's holder sees it: not that of staff. */
export function toShownAddress({ actor, address }: AuditEntry): string | null {
  return isStaffActor(actor) ? null : address;
}

export interface AuditEvent {
  action: AuditAction;
  keyStart?: string | null;
  detail?: string | null | undefined;
  /** Also becomes the detail. */
  planChange?: PlanTransition;
}

export function toAuditEntry(
  actor: Actor,
  account: Pick<Account, 'id' | 'email'>,
  { action, keyStart = null, detail, planChange }: AuditEvent,
  nowMs: number,
): AuditEntry {
  return {
    id: createEntryId(),
    atMs: nowMs,
    action,
    actor: actor.name,
    accountId: account.id,
    email: account.email,
    keyStart,
    detail: toDetail(planChange ? toTransitionText(planChange) : detail, actor.reason),
    planChange: planChange ?? null,
    address: actor.address,
  };
}

let entries = 0;

/** Ids increase within a process, because lists order entries of the same millisecond by them. */
function createEntryId(): string {
  const id = randomUUID();
  const order = (entries++).toString(16).padStart(id.indexOf('-'), '0');
  return order + id.slice(id.indexOf('-'));
}

function toDetail(detail: AuditEvent['detail'], reason: string | undefined): string | null {
  const parts = [detail, reason === undefined ? undefined : `reason: ${reason}`];
  const text = parts.filter((part) => part != null).join('; ');
  // People paste keys into any field.
  return cutSecrets(text) || null;
}
