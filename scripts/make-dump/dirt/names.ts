import { inventWord } from '../brand.ts';
import type { Dirt } from '../dirt.ts';
import { withBothLetters } from '../orthography.ts';
import { pick } from '../random.ts';
import type { Row } from '../row.ts';

const hissing = [
  'ȚESĂTORUL ȘES',
  'ȘTIUCA DIN ȚARNĂ',
  'MUȘEȚELUL',
  'CĂSUȚA CU ȘIPCI',
  'OȘTEANUL ȚARC',
];
const bothVowels = ['PÎINEA DIN CÂMP', 'RÂUL SFÎNT', 'VÎNTUL ȘI CÂNTUL', 'GRÎUL CÂMPIEI'];
const oddQuotes: [string, string][] = [
  ['„', '"'],
  ['”', '”'],
  ['«', '“'],
  ['"„', '”"'],
  ['“', '„'],
  ["'", '"'],
  ['', '"'],
];

/** Names are stored as they are filed: odd letters and quotes are no reason to change them. */
export const nameDirt = {
  /** 1: cedilla and comma-below in one cell. */
  mixed_letters: {
    share: 0.01,
    spoil(row, { random, form }) {
      name(
        row,
        withBothLetters(
          `${pick(random, form.openings)} "${pick(random, hissing)} ${inventWord(random)}"`,
        ),
      );
      const address = withBothLetters(`${row.company.address}, casa Țurțurica-Șes`);
      row.cells.address = address;
      row.company.address = address;
    },
  },
  /** 1: î and â for one sound. */
  both_vowels: {
    share: 0.005,
    spoil(row, { random, spell, form }) {
      name(
        row,
        spell(`${pick(random, form.openings)} "${pick(random, bothVowels)} ${inventWord(random)}"`),
      );
    },
  },
  /** 7: a name that folds like that of another company some rows above. */
  name_twin: {
    share: 0.003,
    spoil(row, { random, spell, form, twinBrand }) {
      name(row, spell(`${pick(random, form.openings)} «${twinBrand}»`));
    },
  },
  /** 9: quotes that do not match, or stand alone. */
  odd_quotes: {
    share: 0.01,
    spoil(row, { random, spell, form }) {
      const [open, close] = pick(random, oddQuotes);
      name(row, spell(`${pick(random, form.openings)} ${open}${inventWord(random)}${close}`));
    },
  },
  /** A row that has a number and no name can't be stored. */
  name_missing: {
    share: 0.0005,
    spoil(row) {
      row.cells.name = null;
      row.outcome = 'rejected';
    },
  },
} satisfies Record<string, Dirt>;

function name(row: Row, text: string): void {
  row.cells.name = text;
  row.company.name = text;
}
