/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;
/** `33,(3)` is a repeating decimal. */
const NUMBER = /^(?:cot[aă](?:-?parte)?[:-]?(?=\d))?(\d{0,3})(?:[.,](\d*)(?:\((\d{1,3})\))?)?$/i;

/**
 * The number of a percentage as `40,00%`. The register writes `40`, `40.5`, `,5` and `100,00`;
 * further decimals are rounded. Null when the text is no number or over 100.
 */
export function toShareFromNumber(text: string): string | null {
  const [, whole = '', decimals = '', repeated = ''] = NUMBER.exec(text.replaceAll(' ', '')) ?? [];
  if (whole === '' && decimals === '' && repeated === '') return null;
  const fraction = decimals + repeated.repeat(3);
  const roundUp = fraction.charAt(2) >= '5' ? 1 : 0;
  const hundredths = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + roundUp;
  return toText(hundredths);
}

/** The share of a ratio, `1/2` or `½`. */
export function toShareFromRatio(ratio: string): string | null {
  const [part = 0, of = 0] = ratio.normalize('NFKD').split(/[/⁄]/).map(Number);
  return of === 0 || part === 0 ? null : toText(Math.round((part / of) * WHOLE));
}

function toText(hundredths: number): string | null {
  if (hundredths > WHOLE) return null;
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

/** Whether shares add up to more than 100 %, allowing for the rounding of each. */
export function isOverWhole(holders: readonly { share: string | null }[]): boolean {
  const shares = listShares(holders);
  return holders.length > 1 && sum(shares) - shares.length > WHOLE;
}

/** Whether all have a share and these add up to 100 %, allowing for the rounding of each. */
export function isWhole(holders: readonly { share: string | null }[]): boolean {
  const shares = listShares(holders);
  return shares.length === holders.length && Math.abs(sum(shares) - WHOLE) <= shares.length;
}

function listShares(holders: readonly { share: string | null }[]): string[] {
  return holders.flatMap(({ share }) => share ?? []);
}

/** In hundredths of a percent: a share always has two decimals, `40,00%`. */
function sum(shares: readonly string[]): number {
  return shares.reduce((total, share) => total + Number(share.replace(/[,%]/g, '')), 0);
}
