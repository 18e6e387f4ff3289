import type { ActivityClass } from '../../domain/register/activities.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import type { CompanyChange, StoredCompany, StoredSupplement } from '../port/companies.ts';
import type { ImportRun, StoredClassification, StoredReject } from '../port/imports.ts';
import type { RecordedChange } from '../port/public-changes.ts';
import type { CompanyStats } from '../port/query-reads.ts';
import type { Requests } from '../port/usage.ts';

/*
 * The documents of each collection. Two versions of the program may use them at the same time, so
 * fields may be added, but none may be removed or change its meaning.
 */

/** A record whose field `Key` is the `_id`. */
export type Keyed<Fields, Key extends keyof Fields> = Omit<Fields, Key> & { _id: string };

/** `_id` is the IDNO, so that the collection can be sharded on its hash. */
export interface CompanyDocument extends Omit<StoredCompany, 'raw'> {
  _id: string;
  /** A column of OPTIONAL_COLUMNS is left out if it is empty. */
  raw: Partial<RegisterRow>;
  search: SearchFields;
}

/** A normalized name for searches. */
export interface NameFields {
  /** See `SearchableName`. */
  name: string;
  /** The name's first character and length sort the results of a search for one letter. */
  initial: string;
  length: number;
  /** See `SearchableName`. */
  words: string[];
}

/** Normalized texts for searches, updated with each write of the company. */
export interface SearchFields extends NameFields {
  /** The words in the names of founders and administrators. */
  people: string[];
  /** See `toIdentifierText`. */
  founders: string[];
}

/** `_id` is `IDNO:revision`. */
export interface ChangeDocument extends CompanyChange {
  _id: string;
  /** The search fields of the name that the change replaced; left out if it kept the name. */
  search?: NameFields;
}

/** `_id` is `import's time:IDNO`, in the order in which changes are read. */
export interface PublicChangeDocument extends RecordedChange {
  _id: string;
}

/** `_id` is the account's id and the day. */
interface UsageDocument extends Requests {
  _id: string;
  accountId: string;
  day: string;
  /** The ids of the last added batches, so that none is added twice. */
  batches: string[];
}

/** `_id` is the import's id and `place`. */
export interface RejectDocument extends StoredReject {
  _id: string;
  importId: string;
  /** The index in the order of the file, from 0. */
  place: number;
}

interface StatsDocument extends CompanyStats {
  _id: 'all';
  /** The import at whose end the companies were counted. */
  importId: string;
}

interface LeaseDocument {
  _id: string;
  holder: string | null;
  /** By the server's clock. */
  endsAt: Date;
}

interface VersionDocument {
  _id: 'store';
  version: number;
}

/** The state of the copy of an embedded store into this one. */
interface CopyDocument {
  _id: 'copy';
  startedAtMs: number;
  finishedAtMs: number | null;
}

/** The documents of each collection, by the name that the program gives the collection. */
export interface Documents {
  companies: CompanyDocument;
  /** The activities that a company has or had. */
  activities: Keyed<ActivityClass, 'code'>;
  changes: ChangeDocument;
  publicChanges: PublicChangeDocument;
  supplements: Keyed<StoredSupplement, 'idno'>;
  usage: UsageDocument;
  imports: Keyed<ImportRun, 'id'>;
  rejects: RejectDocument;
  stats: StatsDocument;
  classifications: Keyed<StoredClassification, 'id'>;
  leases: LeaseDocument;
  versions: VersionDocument;
  copies: CopyDocument;
}
