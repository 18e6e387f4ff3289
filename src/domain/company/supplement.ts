import type { ParseResult } from '../parse-result.ts';
import { toCaemCodeAlone } from '../register/caem/code.ts';
import { findOfficialLabel } from '../register/caem/tables.ts';
import { fold, toLine } from '../register/text.ts';
import type { Activity, Company } from './company.ts';

const FIVE_DIGITS = /^\d{5}$/;
/** Whole lei of up to 15 digits: a thousand times what the country earns in a year. */
const MAX_WHOLE_DIGITS = 15;
const CURRENCY = /(?:lei|leu|mdl)\.?$/i;
const GROUP_SPACES = /(?<=\d)[ '](?=\d{3}(?:\D|$))/g;
/** Digits with points, commas or both: `5400`, `5.400,00`, `5,400.00`. */
const AMOUNT = /^\d+(?:[.,]\d+)*$/;

/** Values from another source that the dump lacks; a field that is left out changes nothing. */
export interface Supplement {
  /** Lei as decimal text, `5400.00`. */
  capital?: string;
  vatPayer?: boolean;
  caemMain?: {
    /** Rev.2 as `62.01`, Rev.1 as five digits. Older versions may have stored other texts. */
    code: string;
    /** From a dump's classification; left out if none has the code. */
    label?: string;
  };
}

type MoneyFault = 'not_an_amount' | 'amount_ambiguous';

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

/** `true` or `false` in any case; null when the text is empty. */
export function toVatPayer(text: string | null): ParseResult<boolean | null, 'not_true_or_false'> {
  const folded = fold(text ?? '');
  if (folded === '') return { value: null };
  if (folded !== 'true' && folded !== 'false') return { fault: 'not_true_or_false' };
  return { value: folded === 'true' };
}

/**
 * The company with the values of a supplement. `labels` are the dump's labels of unlicensed
 * activities by code; they take precedence over the label stored with the supplement.
 */
export function applySupplement(
  company: Company,
  supplement: Supplement,
  labels: ReadonlyMap<string, string>,
): Company {
  const { capital = company.capital, vatPayer = company.vatPayer } = supplement;
  const main = toMainActivity(supplement, labels);
  if (main === null) return { ...company, capital, vatPayer };
  const caem = markMain(company.caem, main);
  return { ...company, capital, vatPayer, caemMain: main.code, caem };
}

/** Null if the supplement has none, or a code that only an older version accepted. */
function toMainActivity({ caemMain }: Supplement, labels: ReadonlyMap<string, string>) {
  if (caemMain === undefined) return null;
  const parsed = toCaemCodeAlone(caemMain.code, labels);
  // A code of the edition of 2000 may have its label from an earlier dump.
  const isNamed = caemMain.label !== undefined && FIVE_DIGITS.test(caemMain.code);
  if ('fault' in parsed && !isNamed) return null;
  const code = 'fault' in parsed ? caemMain.code : parsed.value;
  const label = labels.get(code) ?? caemMain.label ?? findOfficialLabel(code);
  return label === null ? null : { code, label };
}

/** Keeps the register's order; a main activity that is missing is appended. */
function markMain(
  activities: readonly Activity[],
  { code, label }: Omit<Activity, 'main'>,
): Activity[] {
  const marked = activities.map((activity) => ({ ...activity, main: activity.code === code }));
  return marked.some(({ main }) => main) ? marked : [...marked, { code, label, main: true }];
}
