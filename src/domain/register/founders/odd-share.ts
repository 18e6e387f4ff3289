import { isWhole, toShareFromNumber, toShareFromRatio } from './percentage.ts';

/** A share of the capital in a line, with its position. */
export interface ShareMark {
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

/** Shares in every form found in the register, including the usual one. */
export function findOddShares(line: string): ShareMark[] {
  const marks: (ShareMark & { isBare: boolean })[] = [];
  const plain = line.replace(WIDE_SIGN, (sign) => WIDE_SIGNS[sign] ?? sign);
  for (const { 0: text, index: start, groups = {} } of plain.matchAll(ODD_SHARE)) {
    const { closed, open, loose, bare, plainBare, ratio, plainRatio, amount, ratioSign } = groups;
    const before = plain.slice(marks.at(-1)?.end ?? 0, start);
    if (closed === undefined && isQuoted(before)) continue;
    const unmarked = plainBare ?? plainRatio ?? amount;
    // An address follows the IDNO of a company, and its numbers are no shares.
    if (unmarked !== undefined && THIRTEEN_DIGITS.test(before)) continue;
    const fraction = ratio ?? plainRatio ?? ratioSign;
    const number = closed ?? open ?? loose ?? bare ?? plainBare ?? '';
    const share = fraction === undefined ? toShareFromNumber(number) : toShareFromRatio(fraction);
    const isBare = (bare ?? plainBare ?? plainRatio) !== undefined;
    marks.push({ start, end: start + text.length, share, isBare });
  }
  const isCertain = isWhole(marks);
  return marks.map(({ start, end, share, isBare }) => {
    return { start, end, share: isBare && !isCertain ? null : share };
  });
}

/** Whether a share is an amount of money instead of a percentage. */
export function isAmount(text: string): boolean {
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
