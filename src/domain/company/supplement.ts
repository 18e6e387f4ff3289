import type { ParseResult } from '../parse-result.ts';
import { toCaemCodeAlone } from '../register/caem/code.ts';
import { findOfficialLabel } from '../register/caem/tables.ts';
import { fold } from '../register/text.ts';
import type { Activity, Company } from './company.ts';

const FIVE_DIGITS = /^\d{5}$/;

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
