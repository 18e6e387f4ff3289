import type { ParseResult } from '../parse-result.ts';
import { toCaemCodeAlone } from '../register/caem/code.ts';
import { findOfficialLabel } from '../register/caem/tables.ts';
import { fold } from '../register/text.ts';
import type { Activity, Company } from './company.ts';

const FIVE_DIGITS = /^\d{5}$/;

/** What the dump lacks and another source gives; what is left out says nothing. */
export interface Supplement {
  /** Lei as decimal text, `5400.00`. */
  capital?: string;
  vatPayer?: boolean;
  caemMain?: {
    /** Rev.2 as `62.01`, Rev.1 as five digits; of an older program what it took for one. */
    code: string;
    /** As the classification of a dump has it; left out where none names the code. */
    label?: string;
  };
}

/** `true` or `false` in any case; null where the text is empty. */
export function toVatPayer(text: string | null): ParseResult<boolean | null, 'not_true_or_false'> {
  const folded = fold(text ?? '');
  if (folded === '') return { value: null };
  if (folded !== 'true' && folded !== 'false') return { fault: 'not_true_or_false' };
  return { value: folded === 'true' };
}

/**
 * The company with what a supplement says of it. `labels` are those of the dump's unlicensed
 * activities by code: they go before the one that was stored with the supplement.
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

/** Null where the supplement names none, or by a code that only an older program took for one. */
function toMainActivity({ caemMain }: Supplement, labels: ReadonlyMap<string, string>) {
  if (caemMain === undefined) return null;
  const reading = toCaemCodeAlone(caemMain.code, labels);
  // A code of 2000 that only the dump before had has its label from there.
  const isNamed = caemMain.label !== undefined && FIVE_DIGITS.test(caemMain.code);
  if ('fault' in reading && !isNamed) return null;
  const code = 'fault' in reading ? caemMain.code : reading.value;
  const label = labels.get(code) ?? caemMain.label ?? findOfficialLabel(code);
  return label === null ? null : { code, label };
}

/** The list keeps the register's order; a main activity that it lacks comes last. */
function markMain(
  activities: readonly Activity[],
  { code, label }: Omit<Activity, 'main'>,
): Activity[] {
  const marked = activities.map((activity) => ({ ...activity, main: activity.code === code }));
  return marked.some(({ main }) => main) ? marked : [...marked, { code, label, main: true }];
}
