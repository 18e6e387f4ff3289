import type { Collection, Db } from 'mongodb';
import type {
  AccountDocument,
  ActivityDocument,
  AuditDocument,
  BrowserDocument,
  ChangeDocument,
  ClassificationDocument,
  CompanyDocument,
  CopyDocument,
  LeaseDocument,
  LinkDocument,
  PublicChangeDocument,
  RejectDocument,
  RunDocument,
  SessionDocument,
  SupplementDocument,
  UsageBatchDocument,
  UsageDocument,
  VersionDocument,
} from './documents.ts';

export interface Collections {
  companies: Collection<CompanyDocument>;
  activities: Collection<ActivityDocument>;
  changes: Collection<ChangeDocument>;
  publicChanges: Collection<PublicChangeDocument>;
  supplements: Collection<SupplementDocument>;
  accounts: Collection<AccountDocument>;
  audit: Collection<AuditDocument>;
  sessions: Collection<SessionDocument>;
  browsers: Collection<BrowserDocument>;
  links: Collection<LinkDocument>;
  usage: Collection<UsageDocument>;
  usageBatches: Collection<UsageBatchDocument>;
  imports: Collection<RunDocument>;
  rejects: Collection<RejectDocument>;
  classifications: Collection<ClassificationDocument>;
  leases: Collection<LeaseDocument>;
  versions: Collection<VersionDocument>;
  copies: Collection<CopyDocument>;
}

export function toCollections(db: Db): Collections {
  return {
    companies: db.collection('companies'),
    activities: db.collection('activities'),
    changes: db.collection('companyChanges'),
    publicChanges: db.collection('publicChanges'),
    supplements: db.collection('supplements'),
    accounts: db.collection('accounts'),
    audit: db.collection('audit'),
    sessions: db.collection('sessions'),
    browsers: db.collection('browsers'),
    links: db.collection('signInLinks'),
    usage: db.collection('usage'),
    usageBatches: db.collection('usageBatches'),
    imports: db.collection('imports'),
    rejects: db.collection('rejects'),
    classifications: db.collection('classifications'),
    leases: db.collection('leases'),
    versions: db.collection('versions'),
    copies: db.collection('copies'),
  };
}
