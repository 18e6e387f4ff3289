import { type Random, weighted } from './random.ts';
/**
 * Weights are the active entities in 2021 by the National Bureau of Statistics; the farms' is a
 * guess, since its table does not count them.
 */
import forms from './words/legal-forms.json' with { type: 'json' };

export interface LegalForm {
  /** As the register's column has it. */
  words: string;
  /** The usual abbreviation; null where there is none. */
  abbreviation: string | null;
  /** `company`, `joint_stock`, `sole_trader`, `farm` and so on: who founds and heads it. */
  family: string;
  /** How the full names of this form begin. */
  openings: string[];
}

export const pickLegalForm: (random: Random) => LegalForm = weighted(forms, ({ weight }) => weight);

/** People who trade under their own names. */
export function hasOwner({ family }: Pick<LegalForm, 'family'>): boolean {
  return family === 'sole_trader' || family === 'farm';
}
