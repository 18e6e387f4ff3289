import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computations } from './anomalies/computations.ts';
import { fillTemplate, type Template } from './anomalies/template.ts';
import type { AnomalyTools } from './anomalies/tools.ts';
import type { AnomalySet } from './options.ts';
import type { Row } from './row.ts';

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
