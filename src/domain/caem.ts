/** The edition of the classification: 1 = CAEM of 2000, 2 = CAEM Rev.2. */
export type CaemVersion = 1 | 2;

const REV1 = /^\d{5}$/;
const REV1_DOTTED = /^(\d{2})\.(\d{2})\.?(\d)$/;
const REV1_SHORT = /^\d{4}$/;
const REV2_DOTTED = /^(\d{1,2})[.,](\d{1,2})$/;
const REV2_DIGITS = /^\d{3,4}$/;
const REV2_DIVISION = /^\d{2}$/;

/** The divisions of Rev.2 that are one class, which ends in zeros: 36.00, and 36 as a number. */
const UNDIVIDED = new Set(['12', '36', '37', '39', '75', '97', '99']);

/**
 * A class of activities as the register writes it: Rev.2 `62.01`, Rev.1 five digits. A number cell
 * has lost zeros at the edges (70.1 is 70.10, 1.11 is 01.11, 1110 of Rev.1 is 01110), and they are
 * put back. Null where the text is no class; without a version five digits are Rev.1.
 */
export function toCaemCode(text: string | null, version: CaemVersion | null): string | null {
  const code = (text ?? '').replace(/\s+/g, '');
  return version === 1 ? toRev1(code) : toRev2(code, version);
}

function toRev1(code: string): string | null {
  if (REV1.test(code)) return code;
  if (REV1_SHORT.test(code)) return `0${code}`;
  const dotted = REV1_DOTTED.exec(code);
  return dotted === null ? null : dotted.slice(1).join('');
}

function toRev2(code: string, version: CaemVersion | null): string | null {
  // Five digits in Rev.2 are no class: a spreadsheet made a day of 01.11, and the day a number.
  if (version === null && (REV1.test(code) || REV1_DOTTED.test(code))) return toRev1(code);
  const dotted = REV2_DOTTED.exec(code);
  if (dotted !== null) return toClass(dotted[1] ?? '', (dotted[2] ?? '').padEnd(2, '0'));
  if (REV2_DIVISION.test(code)) return toClass(code, '00');
  if (!REV2_DIGITS.test(code)) return null;
  return toClass(code.slice(0, -2), code.slice(-2));
}

/** Null for a division that has classes: it ends in zeros and is none itself. */
function toClass(division: string, rest: string): string | null {
  const padded = division.padStart(2, '0');
  if (padded === '00' || (rest === '00' && !UNDIVIDED.has(padded))) return null;
  return `${padded}.${rest}`;
}
