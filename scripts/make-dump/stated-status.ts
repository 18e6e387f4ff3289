import { chance, pick, type Random } from './random.ts';
import type { Row } from './row.ts';
import statuses from './words/statuses.json' with { type: 'json' };

/**
 * Fills the column `Statutul`, which the layouts of 2018 to 2022 have. Of a hundred rows one has a
 * word that nobody knows, and one a liquidation that no other column tells.
 */
export function stateStatus(row: Row, random: Random): void {
  if (chance(random, 0.01)) {
    row.cells.status = 'suspendat';
    if (!row.flags.includes('status_uncertain')) row.flags.push('status_uncertain');
    return;
  }
  if (row.expected.status === 'activa' && chance(random, 0.01)) {
    row.expected.status = 'in_lichidare';
  }
  row.cells.status = pick(random, statuses[row.expected.status]);
}
