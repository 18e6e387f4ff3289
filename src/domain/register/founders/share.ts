import { memoize } from '../../memoize.ts';

/** A share of the capital that was found in a line, with its position. */
interface FoundShare {
  start: number;
  end: number;
  /** `40,00%`; null if it cannot be read with certainty or is over 100. */
  share: string | null;
}

/** Full-width signs, and the signs that they stand for. */
const WIDE_SIGNS: Readonly<Record<string, string>> = {
  '％': '%',
  '﹪': '%',
  '（': '(',
  '）': ')',
  '［': '[',
  '］': ']',
  '{': '[',
  '}': ']',
};
const WIDE_SIGN = /[％﹪（）［］{}]/g;
/** An amount of money after a name is the share in lei. */
const AMOUNT = '\\d ?(?:lei|mdl|usd|eur|руб)';
const AMOUNT_ALONE = new RegExp(`^[^%]*${AMOUNT}[^%]*$`, 'iu');
const QUOTE = /["„“”‟«»]/g;
const THIRTEEN_DIGITS = /\d{13}/;
const ODD_SHARE = createOddShare();

/** The usual form; a longer text between the bracket and the percent sign is no share. */
const PLAIN_SHARE = /\(([^()%]{0,39})% ?\)/g;
/** Every share has a digit, a percent sign or a fraction; full-width signs stand for them. */
const ODD_SIGN = /[\d%¼-¾⅐-⅞]|[^\0-\ufdff]/;
/** Most founders hold one of a few hundred round shares. */
const readShare = memoize<string | null>(4_096, toShareFromNumber);
/** A share written in words. */
const WORDED = /la sut|procent|процент/i;
const NAMED = /[\p{L}\p{N}]/u;

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;
const NOTHING_MORE = /^0*$/;
const NINES = /^9+$/;
/** `33,(3)` is a repeating decimal. */
const NUMBER = /^(?:cot[aă](?:-?parte)?[:-]?(?=\d))?(\d{0,3})(?:[.,](\d*)(?:\((\d{1,3})\))?)?$/i;

/**
 * All shares of a line, in order. Nearly all have the form `(40,00%)`; others are `50%`, `[50%]`,
 * `(50 la sută)`, `(33,(3)%)`, `(1/2)`. A plain number, `(50)`, counts if all of them add up to 100.
 */
export function findShares(line: string): FoundShare[] {
  const isOdd = ODD_SIGN.test(line.replace(PLAIN_SHARE, '')) || WORDED.test(line);
  const shares = joinAdjacent(line, isOdd ? findOddShares(line) : findPlainShares(line));
  const [first] = shares;
  if (first === undefined || NAMED.test(line.slice(0, first.start))) return shares;
  // Shares before their names would be assigned to the wrong names.
  return shares.map((one) => ({ ...one, share: null }));
}

function findPlainShares(line: string): FoundShare[] {
  const shares: FoundShare[] = [];
  PLAIN_SHARE.lastIndex = 0;
  for (let found = PLAIN_SHARE.exec(line); found !== null; found = PLAIN_SHARE.exec(line)) {
    const [whole, number = ''] = found;
    shares.push({ start: found.index, end: found.index + whole.length, share: readShare(number) });
  }
  return shares;
}

/** Adjacent shares belong to one name: an amount and its percentage, or two percentages. */
function joinAdjacent(line: string, shares: FoundShare[]): FoundShare[] {
  if (shares.length < 2) return shares;
  const joined: FoundShare[] = [];
  for (const one of shares) {
    const last = joined.at(-1);
    const isSeparate = last === undefined || one.start - last.end > 1;
    if (isSeparate || line.slice(last.end, one.start).trim() !== '') joined.push(one);
    else
      joined[joined.length - 1] = {
        start: last.start,
        end: one.end,
        share: pickShare(line, last, one),
      };
  }
  return joined;
}

function pickShare(line: string, one: FoundShare, other: FoundShare): string | null {
  if (isAmount(line.slice(one.start, one.end))) return other.share;
  if (isAmount(line.slice(other.start, other.end))) return one.share;
  return one.share === other.share ? one.share : null;
}

/** Shares in every form found in the register, including the usual one. */
function findOddShares(line: string): FoundShare[] {
  const shares: (FoundShare & { isBare: boolean })[] = [];
  const plain = line.replace(WIDE_SIGN, (sign) => WIDE_SIGNS[sign] ?? sign);
  for (const { 0: text, index: start, groups = {} } of plain.matchAll(ODD_SHARE)) {
    const { closed, open, loose, bare, plainBare, ratio, plainRatio, amount, ratioSign } = groups;
    const before = plain.slice(shares.at(-1)?.end ?? 0, start);
    if (closed === undefined && isQuoted(before)) continue;
    const unmarked = plainBare ?? plainRatio ?? amount;
    // An address follows the IDNO of a company, and its numbers are no shares.
    if (unmarked !== undefined && THIRTEEN_DIGITS.test(before)) continue;
    const fraction = ratio ?? plainRatio ?? ratioSign;
    const number = closed ?? open ?? loose ?? bare ?? plainBare ?? '';
    const share = fraction === undefined ? toShareFromNumber(number) : toShareFromRatio(fraction);
    const isBare = (bare ?? plainBare ?? plainRatio) !== undefined;
    shares.push({ start, end: start + text.length, share, isBare });
  }
  const isCertain = isWhole(shares);
  return shares.map(({ start, end, share, isBare }) => {
    return { start, end, share: isBare && !isCertain ? null : share };
  });
}

/** Whether a share is an amount of money instead of a percentage. */
function isAmount(text: string): boolean {
  return AMOUNT_ALONE.test(text);
}

/** Whether a quote is open where the text ends. */
function isQuoted(before: string): boolean {
  return (before.match(QUOTE)?.length ?? 0) % 2 === 1;
}

/** Every form but the first counts only at the end of an entry; elsewhere it is part of a name. */
function createOddShare(): RegExp {
  const number = '(?:\\d{1,4}(?:[.,] ?\\d{0,6}(?:\\(\\d{1,3}\\))?)?|[.,]\\d{1,6})';
  const percent = '(?:%|la sut[aă]|procente?|процент(?:ов|а)?)\\.?';
  const other = '[^()[\\]\\n]{0,80}?';
  const end = '(?= ?(?:[,;\\n]|$))';
  const behindName = '(?<=\\p{L}[)"”»]?[ :=–—-]{1,3})';
  const forms = [
    `[([] ?(?<closed>[^()[\\]%\\n]{0,40}?(?:\\(\\d{1,3}\\))?) ?${percent} ?[)\\]]`,
    `[([] ?(?<open>${number}) ?${percent}${end}(?! ?[,;] ?\\d[^()[\\]\\n]{0,40}[)\\]])`,
    `[([] ?(?<ratio>\\d{1,3} ?/ ?\\d{1,3}|[¼½¾⅐-⅞]) ?[)\\]]${end}`,
    `[([] ?(?<bare>${number}) ?[)\\]]${end}`,
    `[([]${other}(?:${percent}|${AMOUNT})${other}[)\\]](?= ?(?:[,;\\n([]|$))`,
    `(?<![^\\s:=–—-])(?<loose>(?:cot[aă][\\p{L}-]{0,8}[ :-]{0,3})?${number}) ?${percent} ?[)\\]]?${end}`,
    `${behindName}(?<plainBare>\\d{1,3}(?:,\\d{1,2}|\\.\\d{2}))${end}`,
    `${behindName}(?<plainRatio>\\d{1,3}/\\d{1,3})${end}`,
    `${behindName}(?<ratioSign>[¼½¾⅐-⅞])${end}`,
    `${behindName}(?<amount>[\\d .,]{0,15}${AMOUNT}\\.?)${end}`,
  ];
  return new RegExp(forms.join('|'), 'giu');
}

/**
 * The number of a percentage as `40,00%`. The register writes `40`, `40.5`, `,5` and `100,00`;
 * further decimals are rounded, but not to 100,00% or 0,00%, which would say that there is nobody
 * else or no share. Null when the text is no number or over 100.
 */
export function toShareFromNumber(text: string): string | null {
  const [, whole = '', decimals = '', repeated = ''] = NUMBER.exec(text.replaceAll(' ', '')) ?? [];
  if (whole === '' && decimals === '' && repeated === '') return null;
  const fraction = decimals + repeated.repeat(3);
  const roundUp = fraction.charAt(2) >= '5' ? 1 : 0;
  const down = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  // The repeating 99,(9) is 100.
  const isExact = NOTHING_MORE.test(fraction.slice(2)) || NINES.test(repeated);
  return toText(isExact ? down + roundUp : roundInside(down, roundUp));
}

/** Rounds hundredths that have a fraction, which are therefore neither nothing nor the whole. */
function roundInside(down: number, roundUp: number): number {
  const isWithin = down < WHOLE;
  return isWithin ? Math.min(Math.max(down + roundUp, 1), WHOLE - 1) : down + 1;
}

/** The share of a ratio, `1/2` or `½`. */
function toShareFromRatio(ratio: string): string | null {
  const [part = 0, of = 0] = ratio.normalize('NFKD').split(/[/⁄]/).map(Number);
  if (of === 0 || part === 0) return null;
  const hundredths = (part / of) * WHOLE;
  if (Number.isInteger(hundredths)) return toText(hundredths);
  return toText(roundInside(Math.floor(hundredths), Math.round(hundredths % 1)));
}

function toText(hundredths: number): string | null {
  if (hundredths > WHOLE) return null;
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

/** Whether shares add up to more than 100 %, allowing for the rounding of each. */
export function isOverWhole(holders: readonly { share: string | null }[]): boolean {
  const { count, hundredths } = sumShares(holders);
  return holders.length > 1 && hundredths - count > WHOLE;
}

/** Whether all have a share and these add up to 100 %, allowing for the rounding of each. */
function isWhole(holders: readonly { share: string | null }[]): boolean {
  const { count, hundredths } = sumShares(holders);
  return count === holders.length && Math.abs(hundredths - WHOLE) <= count;
}

/** A share always has two decimals, `40,00%`. */
function sumShares(holders: readonly { share: string | null }[]) {
  const shares = holders.flatMap(({ share }) => share ?? []);
  const all = shares.map((share) => Number(share.replace(/[,%]/g, '')));
  return { count: shares.length, hundredths: all.reduce((sum, one) => sum + one, 0) };
}
