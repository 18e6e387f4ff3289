import type { Accounts } from '../accounts/accounts.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Confirmations } from '../accounts/confirmations/confirmations.ts';
import type { Keys } from '../accounts/keys/keys.ts';
import type { Sessions } from '../accounts/sign-in/sessions.ts';
import type { ReadUsage } from '../accounts/usage/usage.ts';
import type { Webhooks } from '../accounts/watching/webhooks.ts';
import type { Account, ApiKey, Role } from '../domain/account/account.ts';
import type { Subscription } from '../domain/account/plan.ts';
import type { Activity, Founder, ServedCompany } from '../domain/company/company.ts';
import type { AuditEntry } from '../store/port/audit.ts';
import type { Session } from '../store/port/sessions.ts';
import type { DayUsage, FailedRequest } from '../store/port/usage.ts';
import type { Webhook, WebhookAttempt } from '../store/port/webhooks.ts';
import type { StaffContext, StaffObjects } from './staff/context.ts';

/** The context of each operation of the account view. */
export interface HolderContext {
  /**
   * The session's account: every field and mutation is about this one and no other. A change of its
   * key replaces it.
   */
  holder: Account;
  /** The role of the holder in this session. */
  role: Role;
  actor: Actor;
  keys: Keys;
  webhooks: Pick<
    Webhooks,
    | 'isOn'
    | 'allowsLocal'
    | 'find'
    | 'set'
    | 'rotate'
    | 'test'
    | 'pause'
    | 'resume'
    | 'resend'
    | 'remove'
  >;
  setPreferences: Accounts['setPreferences'];
  confirmations: Confirmations;
  sessions: Pick<Sessions, 'list' | 'end' | 'signOutEverywhere'>;
  /** Of the session that asks (`Session.idHash`). */
  sessionIdHash: string;
  readUsage: ReadUsage;
  /** Including those that wait to be written, newest first. */
  listFailedRequests: (accountId: string) => Promise<FailedRequest[]>;
  /** How many companies an account watches. */
  findWatchListSize: (accountId: string) => Promise<number>;
  /** The newest first, at most MAX_SHOWN_ENTRIES. */
  listAudit: (accountId: string) => Promise<AuditEntry[]>;
  /** The requests of a key that count against its limit now; null if that is not known. */
  countRecent: (keyHash: string) => Promise<number | null>;
  nowMs: () => number;
}

export interface SchemaTypes {
  DefaultFieldNullability: false;
  /** The fields of a view use the part that its operations have; staff see all that the API has. */
  Context: HolderContext & StaffContext;
  Objects: StaffObjects & {
    Company: ServedCompany;
    Founder: Founder;
    Activity: Activity;
    Viewer: Account;
    PlanSubscription: Subscription;
    Key: ApiKey;
    DayUsage: DayUsage;
    FailedRequest: FailedRequest;
    AuditEntry: AuditEntry;
    Session: Session;
    Webhook: Webhook;
    WebhookAttempt: WebhookAttempt;
  };
  /**
   * The views of the schema: `internal` for the REST API, which queries it in process, `account` for
   * the signed-in holder of an account, `staff` for staff.
   */
  SubGraphs: 'internal' | 'account' | 'staff';
}
