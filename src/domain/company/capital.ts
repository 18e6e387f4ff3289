import type { ParseResult } from '../parse-result.ts';
import { toLine } from '../register/text.ts';

type MoneyFault = 'not_an_amount' | 'amount_ambiguous';

/** Whole lei of up to 15 digits: a thousand times what the country earns in a year. */
const MAX_WHOLE_DIGITS = 15;

const CURRENCY = /(?:lei|leu|mdl)\.?$/i;
const GROUP_SPACES = /(?<=\d)[ '](?=\d{3}(?:\D|$))/g;
/** Digits with points, commas or both: `5400`, `5.400,00`, `5,400.00`. */
const AMOUNT = /^\d+(?:[.,]\d+)*$/;

/** Share capital in lei as decimal text, `5400.00`; null when the text is empty. */
export function toCapital(text: string | null): ParseResult<string | null, MoneyFault> {
  const line = text === null ? '' : toLine(text);
  if (line === '') return { value: null };
  const amount = line.replace(CURRENCY, '').trim().replace(GROUP_SPACES, '');
  if (!AMOUNT.test(amount)) return { fault: 'not_an_amount' };
  const decimalAt = findDecimalSign(amount);
  // `5.400` may mean 5,400 or 5.4.
  if (decimalAt === 'ambiguous') return { fault: 'amount_ambiguous' };
  return toAmount(amount.slice(0, decimalAt), amount.slice(decimalAt + 1));
}

/** The position of the decimal sign; the text's length if there is none. */
function findDecimalSign(amount: string): number | 'ambiguous' {
  const last = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','));
  if (last < 0) return amount.length;
  const sign = amount.charAt(last);
  const isOnly = amount.indexOf(sign) === last;
  const hasOther = /[.,]/.test(amount.slice(0, last).replaceAll(sign, ''));
  if (!isOnly) return hasOther ? 'ambiguous' : amount.length;
  const mayGroup = !hasOther && amount.length - last - 1 === 3 && /^[1-9]\d{0,2}\D/.test(amount);
  return mayGroup ? 'ambiguous' : last;
}

function toAmount(grouped: string, fraction: string): ParseResult<string | null, MoneyFault> {
  const groups = grouped.split(/[.,]/);
  if (groups.slice(1).some((group) => group.length !== 3)) return { fault: 'not_an_amount' };
  if (groups.length > 1 && (groups[0] ?? '').length > 3) return { fault: 'not_an_amount' };
  if (/[^0]/.test(fraction.slice(2))) return { fault: 'not_an_amount' };
  const whole = groups.join('').replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_WHOLE_DIGITS) return { fault: 'not_an_amount' };
  return { value: `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}` };
}
