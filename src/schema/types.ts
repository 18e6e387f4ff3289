import type { Actor } from '../accounts/actor.ts';
import type { Keys } from '../accounts/keys.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { ReadUsage } from '../accounts/usage.ts';
import type { Account, ApiKey } from '../domain/account/account.ts';
import type { Subscription } from '../domain/account/plan.ts';
import type { Activity, Company, Founder } from '../domain/company/company.ts';
import type { AuditEntry, AuditLog } from '../store/port/audit.ts';
import type { DayUsage } from '../store/port/usage.ts';
import type { Loaders } from './loaders.ts';
import type { StaffContext, StaffObjects } from './staff/context.ts';

/** What each operation of the internal view is given besides its variables. */
export interface Context {
  loaders: Pick<Loaders, 'companyByIdno'>;
  /** The address of a company's public page. */
  toCompanyUrl: (idno: string) => string;
}

/** What each operation of the account view is given besides its variables. */
export interface HolderContext {
  /** The session's account: every field and mutation is about this one and no other. */
  holder: Account;
  actor: Actor;
  keys: Keys;
  sessions: Pick<Sessions, 'signOutEverywhere'>;
  readUsage: ReadUsage;
  listAudit: AuditLog['listByAccount'];
  nowMs: () => number;
}

export interface SchemaTypes {
  /** A view's fields use the part that its operations are given. */
  Context: Context & HolderContext & StaffContext;
  Objects: StaffObjects & {
    Company: Company;
    Founder: Founder;
    Activity: Activity;
    Viewer: Account;
    PlanSubscription: Subscription;
    Key: ApiKey;
    DayUsage: DayUsage;
    AuditEntry: AuditEntry;
  };
  /**
   * The views of the schema: `internal` is what the REST API asks in process, `account` what an
   * account's signed-in holder may, `staff` what staff may.
   */
  SubGraphs: 'internal' | 'account' | 'staff';
}
