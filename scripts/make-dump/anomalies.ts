import { cellAnomalies } from './anomalies/cells.ts';
import { directorAnomalies } from './anomalies/directors.ts';
import { founderListAnomalies } from './anomalies/founder-lists.ts';
import { founderAnomalies } from './anomalies/founders.ts';
import { idnoAnomalies } from './anomalies/idno.ts';
import { nameAnomalies } from './anomalies/names.ts';
import type { LegalForm } from './legal-forms.ts';
import type { Spelling } from './orthography.ts';
import type { Random } from './random.ts';
import type { Row } from './row.ts';

/** What an anomaly may need to know beside the row that it changes. */
export interface AnomalyTools {
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

/** Changes the cells of a clean row, and with them what must come of the row. */
export interface Anomaly {
  /** Of all rows; every kind stands at least once in the first 300. */
  share: number;
  apply(row: Row, tools: AnomalyTools): void;
}

/** Every kind, by name. */
export const anomalies = {
  ...nameAnomalies,
  ...cellAnomalies,
  ...idnoAnomalies,
  ...directorAnomalies,
  ...founderAnomalies,
  ...founderListAnomalies,
};

export type AnomalyKind = keyof typeof anomalies;

export const anomalyKinds = Object.keys(anomalies) as AnomalyKind[];
