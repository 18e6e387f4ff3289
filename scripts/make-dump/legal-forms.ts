import { type Random, weighted } from './random.ts';
/**
 * Words as the column has them, and how full names begin; the family says who founds and heads a
 * company. Weights are the active entities in 2021 by the National Bureau of Statistics; the farms'
 * is a guess, since its table does not count them.
 */
import forms from './words/legal-forms.json' with { type: 'json' };

export type LegalForm = (typeof forms)[number];

export const pickLegalForm: (random: Random) => LegalForm = weighted(forms, ({ weight }) => weight);

/** People who trade under their own names. */
export function hasOwner({ family }: LegalForm): boolean {
  return family === 'sole_trader' || family === 'farm';
}
