import { memoize } from '../../memoize.ts';
import { findOddShares, isAmount, type ShareMark } from './odd-share.ts';
import { toShareFromNumber } from './percentage.ts';

/** The usual form; a longer text between the bracket and the percent sign is no share. */
const PLAIN_SHARE = /\(([^()%]{0,39})% ?\)/g;
/** Every share has a digit, a percent sign or a fraction; full-width signs stand for them. */
const ODD_SIGN = /[\d%¼-¾⅐-⅞]|[^\0-\ufdff]/;
/** Most founders hold one of a few hundred round shares. */
const readShare = memoize<string | null>(4_096, toShareFromNumber);
/** A share written in words. */
const WORDED = /la sut|procent|процент/i;
const NAMED = /[\p{L}\p{N}]/u;

/**
 * All shares of a line, in order. Nearly all have the form `(40,00%)`; others are `50%`, `[50%]`,
 * `(50 la sută)`, `(33,(3)%)`, `(1/2)`. A plain number, `(50)`, counts if all of them add up to 100.
 */
export function findShares(line: string): ShareMark[] {
  const plain = findPlainShares(line);
  const isOdd = hasOddShare(line, plain) || WORDED.test(line);
  const marks = joinAdjacent(line, isOdd ? findOddShares(line) : plain);
  const [first] = marks;
  if (first === undefined || NAMED.test(line.slice(0, first.start))) return marks;
  // Shares before their names would be assigned to the wrong names.
  return marks.map((mark) => ({ ...mark, share: null }));
}

function findPlainShares(line: string): ShareMark[] {
  if (!line.includes('%')) return [];
  return Array.from(line.matchAll(PLAIN_SHARE), ({ 0: whole, 1: number = '', index }) => ({
    start: index,
    end: index + whole.length,
    share: readShare(number),
  }));
}

/** Whether the text between plain shares has a sign that may belong to another form of share. */
function hasOddShare(line: string, marks: readonly ShareMark[]): boolean {
  const ends = [0, ...marks.map(({ end }) => end)];
  return ends.some((from, index) => ODD_SIGN.test(line.slice(from, marks[index]?.start)));
}

/** Adjacent shares belong to one name: an amount and its percentage, or two percentages. */
function joinAdjacent(line: string, marks: ShareMark[]): ShareMark[] {
  if (marks.length < 2) return marks;
  const joined: ShareMark[] = [];
  for (const mark of marks) {
    const last = joined.at(-1);
    const isSeparate = last === undefined || mark.start - last.end > 1;
    if (isSeparate || line.slice(last.end, mark.start).trim() !== '') joined.push(mark);
    else
      joined[joined.length - 1] = {
        start: last.start,
        end: mark.end,
        share: pickShare(line, last, mark),
      };
  }
  return joined;
}

function pickShare(line: string, one: ShareMark, other: ShareMark): string | null {
  if (isAmount(line.slice(one.start, one.end))) return other.share;
  if (isAmount(line.slice(other.start, other.end))) return one.share;
  return one.share === other.share ? one.share : null;
}
