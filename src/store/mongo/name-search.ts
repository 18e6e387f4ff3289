import type { Condition, Document, Filter } from 'mongodb';
import type { NameRank } from '../../domain/company/search-text.ts';
import { MAX_STAFF_PAGE } from '../port/query-reads.ts';
import type { SearchPosition } from '../port/search-position.ts';
import {
  type FormerName,
  type FoundName,
  isFoundBy,
  LAST_CHARACTER,
  type NameQuery,
  type SearchSource,
} from '../port/search-reads.ts';
import type { QueryOptions } from './collection.ts';
import { type Collections, FORMER_SHORT_FIRST, SHORT_FIRST } from './collections.ts';
import type { FindConditions } from './conditions.ts';
import type { CompanyDocument, FormerNameDocument } from './documents.ts';

/** Former names in one call; most of them are of companies that match by them. */
const FORMER_PER_CALL = 200;
/** How many lengths of names the first range has; each further range has twice as many. */
const FIRST_LENGTHS = 2;
/** The most lengths in a range; the next range has all others, since few names are as long. */
const MOST_LENGTHS = 64;

export function createNameSearch(
  { companies, history }: Collections,
  findConditions: FindConditions,
): Pick<SearchSource, 'listCurrent' | 'listFormer'> {
  /**
   * A server that sorts, in place of reading an index in its order, reads all that match first. So a
   * page of a text alone is read in any order if it is the last, else the shortest names are read,
   * by ranges of their length.
   */
  async function listCurrent(rank: NameRank, { text, filter, after, first }: NameQuery) {
    const filtered = await findConditions(filter);
    const conditions = [filtered, toNameFilter(rank, text), toAfter(after, '_id')];
    const list = async (options: QueryOptions, lengths = {}) => {
      const found = await companies.find(allOf<CompanyDocument>([...conditions, lengths]), {
        ...options,
        projection: { 'search.name': 1, 'search.length': 1 },
      });
      return found.map(({ _id: idno, search: { name = '', length = 0 } = {} }) => {
        return { idno, name, length, formerName: null };
      });
    };
    if (Object.keys(filtered).length > 0 || first > MAX_STAFF_PAGE + 1) {
      return await list({ sort: SHORT_FIRST, limit: first });
    }
    // Without an order the server might expect to meet enough names by reading all companies.
    const last = await list({ limit: first, hint: rank === 0 ? 'name' : 'words' });
    if (last.length < first) return last;
    const found: FoundName[] = [];
    let from = after?.length ?? 0;
    let to = Math.max(from, text.length) + FIRST_LENGTHS;
    for (let count = FIRST_LENGTHS; found.length < first && from < to; ) {
      const options = { sort: SHORT_FIRST, limit: first - found.length };
      found.push(...(await list(options, { 'search.length': { $gte: from, $lt: to } })));
      count *= 2;
      [from, to] = [to, count > MOST_LENGTHS ? Number.POSITIVE_INFINITY : to + count];
    }
    return found;
  }

  async function listFormer(rank: NameRank, query: NameQuery): Promise<FoundName[]> {
    const { text, first } = query;
    const found: FoundName[] = [];
    for (let { after } = query; ; ) {
      const conditions = [FORMER, toNameFilter(rank, text), toAfter(after, 'search.idno')];
      const batch = await findFormer(allOf<FormerNameDocument>(conditions), FORMER_PER_CALL);
      found.push(...(await keepFound(batch, query)));
      const last = batch.at(-1);
      if (found.length >= first || last === undefined || batch.length < FORMER_PER_CALL) {
        return found.slice(0, first);
      }
      after = { rank, ...last };
    }
  }

  async function findFormer(
    filter: Filter<FormerNameDocument>,
    limit?: number,
  ): Promise<FormerName[]> {
    const found = await history.find(filter, {
      sort: FORMER_SHORT_FIRST,
      projection: { 'document.previous.company.name': 1, search: 1 },
      ...(limit === undefined ? {} : { limit }),
    });
    return found.map(({ document, search }) => {
      const { idno = '', revision = 0, name = '', length = 0, words = [] } = search ?? {};
      const formerName = String(document['previous'].company.name);
      return { idno, revision, name, length, words, formerName };
    });
  }

  /** The former names by which their companies are found, if these match the filter. */
  async function keepFound(batch: FormerName[], { text, filter }: NameQuery) {
    if (batch.length === 0) return [];
    const idnos = [...new Set(batch.map(({ idno }) => idno))];
    const filtered = await findConditions(filter);
    const matching = allOf<CompanyDocument>([{ _id: { $in: idnos } }, filtered]);
    const projection = { 'search.name': 1, 'search.words': 1 };
    const [current, former] = await Promise.all([
      companies.find(matching, { projection }),
      findFormer(allOf<FormerNameDocument>([{ 'search.idno': { $in: idnos } }, FORMER])),
    ]);
    const currentNames = new Map(
      current.map(({ _id, search: { name = '', words = [] } = {} }) => [_id, { name, words }]),
    );
    const formerNames = Map.groupBy(former, ({ idno }) => idno);
    return batch.filter((one) => {
      const name = currentNames.get(one.idno);
      return name !== undefined && isFoundBy(one, name, formerNames.get(one.idno) ?? [], text);
    });
  }

  return { listCurrent, listFormer };
}

/** Repeats the condition of partial indexes, which MongoDB uses only then. */
const FORMER = { 'search.initial': { $type: 'string' } };

function allOf<Doc extends Document>(conditions: readonly object[]): Filter<Doc> {
  return { $and: conditions.filter((one) => Object.keys(one).length > 0) } as Filter<Doc>;
}

function toNameFilter(rank: NameRank, text: string): object {
  const [initial = ''] = text;
  const prefix = { $gte: text, $lt: text + LAST_CHARACTER };
  if (rank === 0) return { 'search.initial': initial, 'search.name': prefix };
  return {
    $and: [toWordsFilter('search.words', text.split(' ')), { 'search.name': { $not: prefix } }],
  };
}

/** Matches all words; the last one may be incomplete. */
export function toWordsFilter(field: 'search.words' | 'search.people', words: readonly string[]) {
  const last = words.at(-1) ?? '';
  const lastPrefix = { [field]: { $elemMatch: { $gte: last, $lt: last + LAST_CHARACTER } } };
  return { $and: [...words.slice(0, -1).map((word) => ({ [field]: word })), lastPrefix] };
}

/** A cut name stands for all names of its length that begin with it. */
function toAfter(after: SearchPosition | null, idnoField: '_id' | 'search.idno'): object {
  if (after === null) return {};
  const { length, name, idno } = after;
  const sameLength = (condition: Condition<string>, more = {}) => {
    return { 'search.length': length, 'search.name': condition, ...more };
  };
  return {
    $or: [
      { 'search.length': { $gt: length } },
      sameLength({ $gte: name + LAST_CHARACTER }),
      sameLength({ $gte: name }, { [idnoField]: { $gt: idno } }),
    ],
  };
}
