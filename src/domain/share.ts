import { remember } from './remember.ts';

/** A share of the capital in a line: where it stands, and what it says. */
export interface ShareMark {
  start: number;
  end: number;
  /** `40,00%`; null where it can't be read with certainty, or is over 100. */
  share: string | null;
}

/** Between the opening bracket and the percent sign; what is longer is no share. */
const MAX_SHARE_LENGTH = 40;
const WHOLE = 10_000;
const [ZERO, NINE, PERCENT] = [0x30, 0x39, 0x25];
const FIRST_WIDE_SIGN = 0xfe00;
/** Most founders hold one of a few hundred round shares. */
const readShare = remember<string | null>(4_096, toShare);
/** `33,(3)` is how a fraction is written that never ends. */
const NUMBER = /^(?:cot[aă](?:-?parte)?[:-]?(?=\d))?(\d{0,3})(?:[.,](\d*)(?:\((\d{1,3})\))?)?$/i;

/** Signs of the same width that keyboards of other alphabets have. */
const WIDE_SIGNS: Readonly<Record<string, string>> = {
  '％': '%',
  '﹪': '%',
  '（': '(',
  '）': ')',
  '［': '[',
  '］': ']',
};
const WIDE_SIGN = /[％﹪（）［］]/g;
/** A share in words alone. */
const WORDED = /la sut|procent|процент/i;
const NAMED = /[\p{L}\p{N}]/u;
const QUOTE = /["„“”‟«»]/g;
const ODD_SHARE = createOddShare();

/**
 * All shares of a line, in order: `(40,00%)` nearly always, and whatever people write in its place:
 * `50%`, `[50%]`, `(50 la sută)`, `(33,(3)%)`, `(1/2)`. A number alone, `(50)`, counts where all of
 * them make 100.
 */
export function findShares(line: string): ShareMark[] {
  const plain = findPlainShares(line);
  const marks = hasOddShare(line, plain) || WORDED.test(line) ? findOddShares(line) : plain;
  const [first] = marks;
  if (first === undefined || NAMED.test(line.slice(0, first.start))) return marks;
  // Shares that stand before their names would go to the names before them.
  return marks.map((mark) => ({ ...mark, share: null }));
}

/**
 * A percentage with two decimals: `40`, `40.5`, `,5` and `100,00` are all in the register. What
 * has more decimals is rounded; null where it is no number, or over 100.
 */
export function toShare(text: string): string | null {
  const [, whole = '', decimals = '', repeated = ''] = NUMBER.exec(text.replaceAll(' ', '')) ?? [];
  if (whole === '' && decimals === '' && repeated === '') return null;
  const fraction = decimals + repeated.repeat(3);
  const roundUp = fraction.charAt(2) >= '5' ? 1 : 0;
  const hundredths = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + roundUp;
  return toText(hundredths);
}

/** Whether shares make more than 100 %, beyond what rounding adds to each. */
export function isOverWhole(holders: readonly { share: string | null }[]): boolean {
  if (holders.length < 2) return false;
  let total = 0;
  for (const { share } of holders) if (share !== null) total += toHundredths(share) - 1;
  return total > WHOLE;
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

/** Whether a sign stands between plain shares that may be of another form, or of a name. */
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
  }
  return false;
}

function findOddShares(line: string): ShareMark[] {
  const marks: (ShareMark & { isBare: boolean })[] = [];
  const plain = line.replace(WIDE_SIGN, (sign) => WIDE_SIGNS[sign] ?? sign);
  for (const { 0: text, index: start, groups = {} } of plain.matchAll(ODD_SHARE)) {
    const { closed, open, loose, bare, part, of } = groups;
    if (closed === undefined && isQuoted(plain.slice(marks.at(-1)?.end ?? 0, start))) continue;
    const number = closed ?? open ?? loose ?? bare ?? '';
    const share = part === undefined ? toShare(number) : toRatio(Number(part), Number(of));
    marks.push({ start, end: start + text.length, share, isBare: bare !== undefined });
  }
  const isCertain = isWhole(marks);
  return marks.map(({ start, end, share, isBare }) => {
    return { start, end, share: isBare && !isCertain ? null : share };
  });
}

/** Whether a quote is open where the text ends. */
function isQuoted(before: string): boolean {
  return (before.match(QUOTE)?.length ?? 0) % 2 === 1;
}

/** Where numbers stand alone, only their sum says that they are percentages. */
function isWhole(marks: readonly ShareMark[]): boolean {
  const shares = marks.map(({ share }) => share).filter((share) => share !== null);
  return shares.length === marks.length && Math.abs(sum(shares) - WHOLE) <= shares.length;
}

function toRatio(part: number, of: number): string | null {
  return of === 0 || part === 0 ? null : toText(Math.round((part / of) * WHOLE));
}

function toText(hundredths: number): string | null {
  if (hundredths > WHOLE) return null;
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

/** In hundredths of a percent. */
function sum(shares: readonly (string | null)[]): number {
  let total = 0;
  for (const share of shares) if (share !== null) total += toHundredths(share);
  return total;
}

/** Of `40,00%`, the digits: every share that was read has two decimals. */
function toHundredths(share: string): number {
  let hundredths = 0;
  for (let at = 0; at < share.length; at++) {
    const digit = share.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) hundredths = hundredths * 10 + digit;
  }
  return hundredths;
}

/** Each form but the first counts only at the end of an entry: what goes on is part of a name. */
function createOddShare(): RegExp {
  const number = '(?:\\d{1,4}(?:[.,] ?\\d{0,6}(?:\\(\\d{1,3}\\))?)?|[.,]\\d{1,6})';
  const percent = '(?:%|la sut[aă]|procente?|процент(?:ов|а)?)\\.?';
  const money = '\\d ?(?:lei|mdl|usd|eur|руб)';
  const other = '[^()[\\]\\n]{0,80}?';
  const end = '(?= ?(?:[,;\\n]|$))';
  const forms = [
    `[([] ?(?<closed>[^()[\\]%\\n]{0,40}?(?:\\(\\d{1,3}\\))?) ?${percent} ?[)\\]]`,
    `[([] ?(?<open>${number}) ?${percent}${end}(?! ?[,;] ?\\d[^()[\\]\\n]{0,40}[)\\]])`,
    `[([] ?(?<part>\\d{1,3}) ?/ ?(?<of>\\d{1,3}) ?[)\\]]${end}`,
    `[([] ?(?<bare>${number}) ?[)\\]]${end}`,
    `[([]${other}(?:${percent}|${money})${other}[)\\]]${end}`,
    `(?<![^\\s:=–—-])(?<loose>(?:cot[aă][\\p{L}-]{0,8}[ :-]{0,3})?${number}) ?${percent} ?[)\\]]?${end}`,
  ];
  return new RegExp(forms.join('|'), 'giu');
}
