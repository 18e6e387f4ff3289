import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { ROOT, readText } from './image.ts';

export interface AlertRule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const { groups } = load(readText('ops/alerts.yaml')) as { groups: { rules: AlertRule[] }[] };

export const ALERTS_PATH = join(ROOT, 'ops/alerts.yaml');
export const ALERT_RULES: readonly AlertRule[] = groups.flatMap(({ rules }) => rules);

/** False leaves a test out, by name. */
export const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

/** What promtool finds wrong with rules, or which of their unit tests fail; empty if nothing. */
export function runPromtool(command: 'check' | 'test', path: string): string {
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', path], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : `exit code ${status}\n${stdout}${stderr}`;
}
