import type { ActivityClass } from '../../domain/register/activities.ts';
import type { CompanyChange, StoredCompany, StoredSupplement } from './companies.ts';
import type { ImportRun, StoredClassification, StoredReject } from './imports.ts';
import type { Documents } from './layout.ts';
import type { RecordedChange } from './public-changes.ts';
import type { UsageCount } from './usage.ts';

/** All records of a store by kind. */
export interface Contents extends Documents {
  classifications: StoredClassification;
  imports: ImportRun;
  /** `place`: the reject's index in the order of the file, from 0. */
  rejects: StoredReject & { importId: string; place: number };
  supplements: StoredSupplement;
  changes: CompanyChange;
  publicChanges: RecordedChange;
  activities: ActivityClass;
  companies: StoredCompany;
  usage: UsageCount;
}

export type RecordKind = keyof Contents;

/** Yields all records of one kind in batches of at most MAX_RECORDS_PER_WRITE. */
export type ReadContents = <Of extends RecordKind>(kind: Of) => Iterable<Contents[Of][]>;
