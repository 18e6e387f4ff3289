import { remember } from './remember.ts';

/** A share of the capital in a line: where it stands, and what it says. */
export interface ShareMark {
  start: number;
  end: number;
  /** `40,00%`; null where the percentage can't be read or is over 100. */
  share: string | null;
}

/** Between the opening bracket and the percent sign; what is longer is no share. */
const MAX_SHARE_LENGTH = 40;
/** Most founders hold one of a few hundred round shares. */
const readShare = remember<string | null>(4_096, toShare);
const NUMBER = /^(\d{0,3})(?:[.,](\d+))?$/;

/** All `(40,00%)` of a line, in order. */
export function findShares(line: string): ShareMark[] {
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

/**
 * A percentage with two decimals: `40`, `40.5`, `,5` and `100,00` are all in the register. What
 * has more decimals is rounded; null where it is no number, or over 100.
 */
export function toShare(text: string): string | null {
  const [, whole = '', fraction = ''] = NUMBER.exec(text.replaceAll(' ', '')) ?? [];
  if (whole === '' && fraction === '') return null;
  const roundUp = fraction.charAt(2) >= '5' ? 1 : 0;
  const hundredths = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + roundUp;
  if (hundredths > 10_000) return null;
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

function findOpening(line: string, percentAt: number): number {
  for (let at = percentAt - 1; at >= Math.max(0, percentAt - MAX_SHARE_LENGTH); at--) {
    const character = line.charAt(at);
    if (character === '(') return at;
    if (character === ')') return -1;
  }
  return -1;
}
