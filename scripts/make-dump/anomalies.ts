import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellAnomalies, rareCellAnomalies } from './anomalies/cells.ts';
import { founderListAnomalies } from './anomalies/founder-lists.ts';
import { fromTemplate, type Template } from './anomalies/template.ts';
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

/** `common`: on record in dumps of the register; `all`: also what nobody has seen there yet. */
export const ANOMALY_SETS = ['none', 'common', 'all'] as const;
export type AnomalySet = (typeof ANOMALY_SETS)[number];

const COMMON: Record<string, Anomaly> = {
  ...cellAnomalies,
  ...founderListAnomalies,
  ...readTemplates('common.json'),
};
const RARE = { ...rareCellAnomalies, ...readTemplates('rare.json') };

/** Every kind, by name. */
export const anomalies: Readonly<Record<string, Anomaly>> = { ...COMMON, ...RARE };

export function listAnomalies(set: AnomalySet): string[] {
  if (set === 'none') return [];
  return Object.keys(set === 'all' ? anomalies : COMMON);
}

function readTemplates(name: string): Record<string, Anomaly> {
  const text = readFileSync(join(import.meta.dirname, 'anomalies', name), 'utf8');
  const templates: Record<string, Template> = JSON.parse(text);
  const entries = Object.entries(templates);
  return Object.fromEntries(entries.map(([kind, template]) => [kind, fromTemplate(template)]));
}
