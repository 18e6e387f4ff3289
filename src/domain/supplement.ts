import type { Activity, Company } from './company.ts';
import type { Reading } from './reading.ts';
import { fold } from './text.ts';

/** What the dump lacks and another source gives; what is left out says nothing. */
export interface Supplement {
  /** Lei as decimal text, `5400.00`. */
  capital?: string;
  vatPayer?: boolean;
  caemMain?: {
    code: string;
    /** As the classification has it; left out where no classification names the code. */
    label?: string;
  };
}

/** `true` or `false` in any case; null where the text is empty. */
export function toVatPayer(text: string | null): Reading<boolean | null, 'not_true_or_false'> {
  const folded = fold(text ?? '');
  if (folded === '') return { value: null };
  if (folded !== 'true' && folded !== 'false') return { fault: 'not_true_or_false' };
  return { value: folded === 'true' };
}

/** The company with what a supplement says of it. */
export function applySupplement(company: Company, supplement: Supplement): Company {
  const { capital = company.capital, vatPayer = company.vatPayer, caemMain } = supplement;
  if (caemMain === undefined) return { ...company, capital, vatPayer };
  const caem = markMain(company.caem, caemMain.code, caemMain.label ?? '');
  return { ...company, capital, vatPayer, caemMain: caemMain.code, caem };
}

/** The list keeps the register's order; a main activity that it lacks comes last. */
function markMain(activities: readonly Activity[], code: string, label: string): Activity[] {
  const marked = activities.map((activity) => ({ ...activity, main: activity.code === code }));
  return marked.some(({ main }) => main) ? marked : [...marked, { code, label, main: true }];
}
