import { memoize } from '../../memoize.ts';
import { findOddShares, isAmount, type ShareMark } from './odd-share.ts';
import { toShareFromNumber } from './percentage.ts';

/** Between the opening bracket and the percent sign; a longer text is no share. */
const MAX_SHARE_LENGTH = 40;
const [ZERO, NINE, PERCENT] = [0x30, 0x39, 0x25];
const FIRST_WIDE_SIGN = 0xfe00;
/** ¼, ½ and ¾; the rarer ones are from ⅐ to ⅞. */
const [FIRST_FRACTION, LAST_FRACTION] = [0xbc, 0xbe];
const [FIRST_RARE_FRACTION, LAST_RARE_FRACTION] = [0x2150, 0x215e];
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
  const marks: ShareMark[] = [];
  let at = line.indexOf('%');
  while (at >= 0) {
    const start = findOpening(line, at);
    const closing = line.charAt(at + 1) === ' ' ? at + 2 : at + 1;
    if (start >= 0 && line.charAt(closing) === ')') {
      marks.push({ start, end: closing + 1, share: readShare(line.slice(start + 1, at)) });
    }
    at = line.indexOf('%', at + 1);
  }
  return marks;
}

function findOpening(line: string, percentAt: number): number {
  for (let at = percentAt - 1; at >= Math.max(0, percentAt - MAX_SHARE_LENGTH); at--) {
    const character = line.charAt(at);
    if (character === '(') return at;
    if (character === ')' || character === '%') return -1;
  }
  return -1;
}

/** Whether the text between plain shares has a sign that may belong to another form of share. */
function hasOddShare(line: string, marks: readonly ShareMark[]): boolean {
  let from = 0;
  for (const { start, end } of marks) {
    if (hasOddSign(line, from, start)) return true;
    from = end;
  }
  return hasOddSign(line, from, line.length);
}

/** Every share has a digit or a percent sign. */
function hasOddSign(line: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const code = line.charCodeAt(at);
    if ((code >= ZERO && code <= NINE) || code === PERCENT || code >= FIRST_WIDE_SIGN) return true;
    if (code >= FIRST_FRACTION && (code <= LAST_FRACTION || isRareFraction(code))) return true;
  }
  return false;
}

function isRareFraction(code: number): boolean {
  return code >= FIRST_RARE_FRACTION && code <= LAST_RARE_FRACTION;
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
