import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computations } from './anomalies/computations.ts';
import { fillTemplate, type Template } from './anomalies/template.ts';
import type { SyntheticCompany } from './company.ts';
import type { Random } from './random.ts';
import type { Row } from './row.ts';
import type { DumpSettings } from './rows.ts';

/** What an anomaly may need to know beside the row that it changes. */
export interface AnomalyTools {
  random: Random;
  company: SyntheticCompany;
  settings: DumpSettings;
  /** The brand of the company some rows above that this row's name is to fold like. */
  twinBrand: string;
}

/** `common`: on record in dumps of the register; `all`: also what nobody has seen there yet. */
export const ANOMALY_SETS = ['none', 'common', 'all'] as const;
export type AnomalySet = (typeof ANOMALY_SETS)[number];

const COMMON = readTemplates('common.json');

/** Every kind, by name. */
export const anomalies: Readonly<Record<string, Template>> = {
  ...COMMON,
  ...readTemplates('rare.json'),
};

export function listAnomalies(set: AnomalySet): string[] {
  if (set === 'none') return [];
  return Object.keys(set === 'all' ? anomalies : COMMON);
}

/** Changes the cells of a clean row, and with them what must come of the row. */
export function applyAnomaly(kind: string, row: Row, tools: AnomalyTools): void {
  const template = anomalies[kind];
  if (template !== undefined) fillTemplate(template, row, tools);
  computations[kind]?.(row, tools);
}

function readTemplates(name: string): Record<string, Template> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'anomalies', name), 'utf8'));
}
