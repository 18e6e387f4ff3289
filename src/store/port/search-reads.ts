import type { ServedCompany } from '../../domain/company/company.ts';
import type { CompanyFlag } from '../../domain/company/flags.ts';
import type { SearchFilter } from '../../domain/company/search-parameters.ts';
import { type NameRank, rankName, type SearchableName } from '../../domain/company/search-text.ts';
import { isAmongSameCut, isCut, type SearchPosition, toPosition } from './search-position.ts';

const RANKS: readonly NameRank[] = [0, 1];
/** The names that are read at once to find that of a cut position. */
const NAMES_PER_READ = 100;

/** Ends the range of texts with a given beginning, as stores order texts by code points. */
export const LAST_CHARACTER = '\u{10ffff}';

/** The most changes of an import by which companies are filtered. */
export const MAX_FILTERED_CHANGES = 20_000;

/** The filter of staff's lists. A company must match all given fields. */
export interface CompanyFilter extends SearchFilter {
  /** Inclusive, `YYYY-MM-DD`. */
  registeredFrom?: string;
  registeredTo?: string;
  vatPayer?: boolean;
  flag?: CompanyFlag;
  gone?: boolean;
  /** The company is among this import's changes, which are MAX_FILTERED_CHANGES at most. */
  importId?: string;
}

/** Whether a company is found by its current name, or by a former one where that does not match. */
export type NameKind = 'current' | 'former';

export interface NameQuery {
  /** See `toNameSearch`; empty: finds nothing. */
  text: string;
  filter: CompanyFilter;
  /** Default: both. */
  names?: NameKind | undefined;
  /** The position of the last company on the previous page; null: from the start. */
  after: SearchPosition | null;
  /** One more than is shown, to know whether there are more. */
  first: number;
}

/** A company found by its name or by a name that it had before. */
export interface FoundName {
  idno: string;
  /** The matched name, folded. */
  name: string;
  /** The number of its characters. */
  length: number;
  /** The matched name as it was registered; null if it is the current one. */
  formerName: string | null;
}

/** A name that a company had before, with the company's revision at that time. */
export interface FormerName extends FoundName, SearchableName {
  revision: number;
}

export type CompanySummary = Pick<
  ServedCompany,
  'idno' | 'name' | 'legalForm' | 'status' | 'region' | 'delistedSince'
>;

export interface FoundCompany {
  company: CompanySummary;
  formerName: string | null;
  position: SearchPosition;
}

/** A found name with its position in the results. */
type PositionedName = FoundName & { position: SearchPosition };

/** Rejects with Unavailable. */
export interface SearchReads {
  /**
   * Companies by their current and former names. First names equal to the text, then names that
   * begin with it, then names with all its words (see `SearchableName`), the last incomplete or not.
   * Among these, shorter names come first, then the order of code points, then of IDNOs. A company is
   * found once: by its current name if that matches, else by the first of its former names in this
   * order.
   */
  searchNames(query: NameQuery): Promise<FoundCompany[]>;
  /** As `searchNames`, without the companies, for callers that read whole records. */
  findNames(query: NameQuery): Promise<PositionedName[]>;
  /** Counts the results of `findNames`; null if there are more than `max`. */
  countNames(
    query: Pick<NameQuery, 'text' | 'filter' | 'names'>,
    max: number,
  ): Promise<number | null>;
  /** Sorted by IDNO, beginning after `after`. */
  listMatching(
    filter: SearchFilter,
    after: string | null,
    first: number,
  ): Promise<CompanySummary[]>;
}

/** The store's queries from which a search is made. */
export interface SearchSource {
  /** One rank of the companies that are found by their current name. */
  listCurrent(rank: NameRank, query: NameQuery): Promise<FoundName[]>;
  /** As `listCurrent`, by former names; see `isFoundBy`. */
  listFormer(rank: NameRank, query: NameQuery): Promise<FoundName[]>;
  /** In the order of the IDNOs, null if there is no such company. */
  findSummaries(idnos: readonly string[]): Promise<(CompanySummary | null)[]>;
  /** Sorted by IDNO. */
  listCompanies(filter: CompanyFilter, after: string | null, first: number): Promise<string[]>;
}

export function createSearchReads(source: SearchSource): SearchReads {
  async function listRank(rank: NameRank, query: NameQuery): Promise<FoundName[]> {
    const [current, former] = await Promise.all([
      query.names === 'former' ? [] : source.listCurrent(rank, query),
      query.names === 'current' ? [] : source.listFormer(rank, query),
    ]);
    return [...current, ...former].sort(compareFound).slice(0, query.first);
  }

  async function listAfter(rank: NameRank, query: NameQuery): Promise<FoundName[]> {
    const { after } = query;
    if (after === null || !isCut(after)) return await listRank(rank, query);
    return await listRank(rank, { ...query, after: await findWhole(after, query) });
  }

  /**
   * The position with its whole name. If its company is no longer found by that, the position before
   * all names with this beginning and length: some come twice, but none is left out.
   */
  async function findWhole(cut: SearchPosition, query: NameQuery): Promise<SearchPosition> {
    const beginning = { ...cut, idno: '' };
    for (let after = beginning; ; ) {
      const found = await listRank(cut.rank, { ...query, after, first: NAMES_PER_READ });
      const whole = found.find((one) => one.idno === cut.idno && isAmongSameCut(one, cut));
      if (whole !== undefined) return { ...cut, name: whole.name };
      const last = found.at(-1);
      if (last === undefined || !isAmongSameCut(last, cut)) return beginning;
      after = { ...cut, ...last };
    }
  }

  const findNames = (query: NameQuery) => findByRank(query, listAfter);
  return {
    findNames,
    async searchNames(query) {
      const found = await findNames(query);
      const companies = await source.findSummaries(found.map(({ idno }) => idno));
      return found.flatMap(({ formerName, position }, index) => {
        const company = companies[index] ?? null;
        // An import may have removed it a moment ago.
        return company === null ? [] : [{ company, formerName, position }];
      });
    },
    async countNames(query, max) {
      const { length } = await findNames({ ...query, after: null, first: max + 1 });
      return length > max ? null : length;
    },
    async listMatching(filter, after, first) {
      const idnos = await source.listCompanies(filter, after, first);
      return (await source.findSummaries(idnos)).filter((company) => company !== null);
    },
  };
}

/** Reads rank by rank until `first` names are found. */
async function findByRank(
  query: NameQuery,
  list: (rank: NameRank, rest: NameQuery) => Promise<FoundName[]>,
): Promise<PositionedName[]> {
  const { text, after, first } = query;
  const found: PositionedName[] = [];
  if (text === '') return found;
  for (const rank of RANKS) {
    if (found.length === first || (after !== null && after.rank > rank)) continue;
    const rest = {
      ...query,
      after: after?.rank === rank ? after : null,
      first: first - found.length,
    };
    for (const one of await list(rank, rest))
      found.push({ ...one, position: toPosition(rank, one) });
  }
  return found;
}

/**
 * Whether the company is found by this former name: its current name does not match, and of all its
 * former names this one comes first, the last one of equal names.
 */
export function isFoundBy(
  former: FormerName,
  current: SearchableName,
  formerNames: readonly FormerName[],
  text: string,
): boolean {
  if (rankName(current, text) !== null) return false;
  const [best] = formerNames
    .filter((name) => rankName(name, text) !== null)
    .sort((one, other) => compareFormer(one, other, text));
  return best?.revision === former.revision;
}

function compareFormer(one: FormerName, other: FormerName, text: string): number {
  const rank = (name: FormerName) => rankName(name, text) ?? RANKS.length;
  return rank(one) - rank(other) || compareFound(one, other) || other.revision - one.revision;
}

/** The order of names of one rank. */
export function compareFound(
  one: Omit<FoundName, 'formerName'>,
  other: Omit<FoundName, 'formerName'>,
): number {
  return (
    one.length - other.length ||
    compareCodePoints(one.name, other.name) ||
    Number(one.idno) - Number(other.idno)
  );
}

/** As both stores compare texts; JavaScript's own order differs outside of the basic plane. */
function compareCodePoints(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}
