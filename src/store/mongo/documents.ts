import type { ActivityClass } from '../../domain/register/activities.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import type { CompanyChange, StoredCompany } from '../port/companies.ts';
import type { CompanyStats } from '../port/query-reads.ts';
import type { Requests } from '../port/usage.ts';
import type { StoredDocument } from './document-collection.ts';

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

/** A document of `history` with what it is found by. */
export interface FormerNameDocument extends StoredDocument {
  /** Of the name that the change replaced; left out if it kept the name. */
  search?: NameFields & Pick<CompanyChange, 'idno' | 'revision'>;
}

/** `_id` is the account's id and the day. */
interface UsageDocument extends Requests {
  _id: string;
  accountId: string;
  day: string;
  /** The ids of the last added batches, so that none is added twice. */
  batches: string[];
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

/** The documents of each collection of its own form, by the name that the program gives it. */
export interface OwnDocuments {
  companies: CompanyDocument;
  /** The activities that a company has or had. */
  activities: Keyed<ActivityClass, 'code'>;
  usage: UsageDocument;
  stats: StatsDocument;
  leases: LeaseDocument;
  versions: VersionDocument;
}

/** Of the collections of the layout those whose form matters outside of `document-collection.ts`. */
interface RawDocuments {
  imports: StoredDocument;
  history: FormerNameDocument;
  publicChanges: StoredDocument;
  supplements: StoredDocument;
}

export interface Documents extends OwnDocuments, RawDocuments {}
