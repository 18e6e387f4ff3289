import type { Anomaly } from '../anomalies.ts';
import { makeWord } from '../brand.ts';
import { withBothLetters } from '../orthography.ts';
import { pick } from '../random.ts';
import type { Row } from '../row.ts';
import words from '../words/anomalies.json' with { type: 'json' };
import { fromTemplate, named } from './template.ts';

/** Names are stored as they are filed: odd letters and quotes are no reason to change them. */
export const nameAnomalies = {
  /** Cedilla and comma-below in one cell. */
  mixed_letters: {
    share: 0.01,
    apply(row, { random, form }) {
      const opening = pick(random, form.openings);
      const name = `${opening} "${pick(random, words.sibilants)} ${makeWord(random)}"`;
      rename(row, withBothLetters(name));
      const address = withBothLetters(`${row.expected.address}, casa Țurțurica-Șes`);
      row.cells.address = address;
      row.expected.address = address;
    },
  },
  /** î and â for one sound. */
  both_vowels: named(0.005, '{opening} "{vowels} {word}"'),
  /** A name that folds like that of another company some rows above. */
  name_twin: named(0.003, '{opening} «{twin}»'),
  /** Quotes that do not match, or stand alone. */
  odd_quotes: {
    share: 0.01,
    apply(row, { random, spell, form }) {
      const [open = '', close = ''] = pick(random, words.oddQuotes);
      rename(row, spell(`${pick(random, form.openings)} ${open}${makeWord(random)}${close}`));
    },
  },
  /** A row that has a number and no name cannot be stored. */
  name_missing: fromTemplate(0.0005, { cells: { name: null }, outcome: 'rejected' }),
} satisfies Record<string, Anomaly>;

function rename(row: Row, name: string): void {
  row.cells.name = name;
  row.expected.name = name;
}
