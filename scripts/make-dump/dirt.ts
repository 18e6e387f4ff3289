import { cellDirt } from './dirt/cells.ts';
import { directorDirt } from './dirt/directors.ts';
import { founderListDirt } from './dirt/founder-lists.ts';
import { founderDirt } from './dirt/founders.ts';
import { idnoDirt } from './dirt/idno.ts';
import { nameDirt } from './dirt/names.ts';
import type { LegalForm } from './legal-forms.ts';
import type { Spelling } from './orthography.ts';
import type { Random } from './random.ts';
import type { Row } from './row.ts';

/** What a dirt may need to know beside the row that it spoils. */
export interface DirtTools {
  random: Random;
  /** How this row spells ș and ț. */
  spell: Spelling;
  form: LegalForm;
  /** `YYYY-MM-DD`. */
  dumpDate: string;
  date1904: boolean;
  /** The brand of the company some rows above that this row's name is to fold like. */
  twinBrand: string;
}

/** One kind of dirt: spoils the cells and says in the same breath what must come of them. */
export interface Dirt {
  /** Of all rows; every kind stands at least once in the first 300. */
  share: number;
  spoil(row: Row, tools: DirtTools): void;
}

/** Every kind, by name; those that the register's description numbers say the number beside. */
export const dirts = {
  ...nameDirt,
  ...cellDirt,
  ...idnoDirt,
  ...directorDirt,
  ...founderDirt,
  ...founderListDirt,
};

export type DirtKind = keyof typeof dirts;

export const dirtKinds = Object.keys(dirts) as DirtKind[];
