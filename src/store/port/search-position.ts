import { isStoredIdno } from '../../domain/company/idno.ts';
import type { NameRank } from '../../domain/company/search-text.ts';
import { jsonPositions } from '../../domain/cursor.ts';
import { MAX_LINE_LENGTH } from '../../domain/register/text.ts';

/** The most characters of a name in a position; real names are shorter. */
const MAX_POSITION_NAME = 200;
/** The most characters of a folded name: a letter becomes at most two. */
const MAX_POSITION_LENGTH = 2 * MAX_LINE_LENGTH;
/** The first half of a character whose second half was cut off. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** The position of a company in the results of a search by name. */
export interface SearchPosition {
  rank: NameRank;
  /** The number of characters of the matched name. */
  length: number;
  /** The matched name, folded; in cursors cut to MAX_POSITION_NAME. */
  name: string;
  idno: string;
}

type MatchedName = Omit<SearchPosition, 'rank'>;

export function toPosition(rank: NameRank, { length, name, idno }: MatchedName): SearchPosition {
  const cut = name.slice(0, MAX_POSITION_NAME).replace(HALF_CHARACTER, '');
  return { rank, length, name: cut, idno };
}

/** Whether other names may have the same beginning and length. */
export function isCut({ length, name }: SearchPosition): boolean {
  return name.length >= MAX_POSITION_NAME - 1 && [...name].length < length;
}

/** Whether the name has the length and the beginning of a cut one. */
export function isAmongSameCut({ length, name }: MatchedName, cut: SearchPosition): boolean {
  return length === cut.length && name.startsWith(cut.name);
}

/** The positions that a client's cursor may have. */
export const SEARCH_POSITIONS = jsonPositions<SearchPosition>(
  ({ rank, length, name, idno }) => [rank, length, name, idno],
  ([rank, length, name, idno]) => {
    const isPosition =
      (rank === 0 || rank === 1) &&
      typeof length === 'number' &&
      Number.isInteger(length) &&
      length >= 0 &&
      length <= MAX_POSITION_LENGTH &&
      typeof name === 'string' &&
      name.length <= MAX_POSITION_NAME &&
      typeof idno === 'string' &&
      isStoredIdno(idno);
    return isPosition ? { rank, length, name, idno } : null;
  },
);
