import type { ActivityClass } from '../../domain/register/activities.ts';
import type { StoredCompany } from './companies.ts';
import type { Documents } from './layout.ts';
import type { UsageCount } from './usage.ts';

/** All records of a store by kind. */
export interface Contents extends Documents {
  activities: ActivityClass;
  companies: StoredCompany;
  usage: UsageCount;
}

export type RecordKind = keyof Contents;

/** Yields all records of one kind in batches of at most MAX_RECORDS_PER_WRITE. */
export type ReadContents = <Of extends RecordKind>(kind: Of) => Iterable<Contents[Of][]>;
