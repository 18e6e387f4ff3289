import type { Accounts } from '../../accounts/accounts.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { Keys } from '../../accounts/keys/keys.ts';
import type { Sessions } from '../../accounts/sign-in/sessions.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Director, Founder } from '../../domain/company/company.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import type { AuditLog } from '../../store/accounts/audit.ts';
import type { IndexedReject } from '../../store/imports/rejects.ts';
import type { AuditEntry } from '../../store/port/audit.ts';
import type { ImportCounts, ImportRun } from '../../store/port/imports.ts';
import type { RecordedChange } from '../../store/port/public-changes.ts';
import type { CompanyStats, ValueCount } from '../../store/port/query-reads.ts';
import type { QueryReads } from '../../store/query-reads.ts';
import type { CompanyContext, CompanyListContext } from '../loaders.ts';
import type { StaffLoaders } from './loaders.ts';

/** The context of each operation of the staff view. */
export interface StaffContext extends CompanyContext, CompanyListContext {
  /** The account of the member of staff who asks. */
  staff: Account;
  actor: Actor;
  reads: QueryReads;
  staffLoaders: StaffLoaders;
  accounts: Pick<Accounts, 'find' | 'setPlan'>;
  audit: Pick<AuditLog, 'append'>;
  keys: Pick<Keys, 'revoke'>;
  sessions: Pick<Sessions, 'signOutEverywhere'>;
  nowMs: () => number;
}

/** A founder with the company that it was identified as. */
export interface FounderLink {
  founder: Founder;
  /** Null if no company was identified. */
  idno: string | null;
  resolvedBy: 'IDNO' | 'NAME' | null;
}

/** A change of a company. */
export interface HistoryEntry {
  revision: number;
  importId: string;
  /** `YYYY-MM-DD`; null if it did not come from a dump. */
  dumpDate: string | null;
  fields: FieldChange[];
}

/** Both values as JSON. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** A person whose name has the words of a search. */
export interface PersonMatch {
  name: string;
  capacity: 'FOUNDER' | 'DIRECTOR';
  role: string | null;
  share: string | null;
}

export interface StaffObjects {
  Account: Account;
  AuditLogEntry: AuditEntry;
  CompanyChange: HistoryEntry;
  CompanyStats: CompanyStats;
  Director: Director;
  FieldChange: FieldChange;
  FounderLink: FounderLink;
  ImportChange: RecordedChange;
  ImportCounts: ImportCounts;
  ImportRun: ImportRun;
  PersonMatch: PersonMatch;
  RegisterRow: RegisterRow;
  Reject: IndexedReject;
  ValueCount: ValueCount;
}
