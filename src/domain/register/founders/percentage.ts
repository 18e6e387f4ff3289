const WHOLE = 10_000;
const ZERO = 0x30;
/** `33,(3)` is how a fraction is written that never ends. */
const NUMBER = /^(?:cot[aă](?:-?parte)?[:-]?(?=\d))?(\d{0,3})(?:[.,](\d*)(?:\((\d{1,3})\))?)?$/i;

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

/** `1/2` or `½`. */
export function toRatio(fraction: string): string | null {
  const [part = 0, of = 0] = fraction.normalize('NFKD').split(/[/⁄]/).map(Number);
  return of === 0 || part === 0 ? null : toText(Math.round((part / of) * WHOLE));
}

function toText(hundredths: number): string | null {
  if (hundredths > WHOLE) return null;
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

/** Whether shares make more than 100 %, beyond what rounding adds to each. */
export function isOverWhole(holders: readonly { share: string | null }[]): boolean {
  if (holders.length < 2) return false;
  let total = 0;
  for (const { share } of holders) if (share !== null) total += toHundredths(share) - 1;
  return total > WHOLE;
}

/** Where numbers stand alone, only their sum says that they are percentages. */
export function isWhole(holders: readonly { share: string | null }[]): boolean {
  const shares = holders.map(({ share }) => share).filter((share) => share !== null);
  return shares.length === holders.length && Math.abs(sum(shares) - WHOLE) <= shares.length;
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
