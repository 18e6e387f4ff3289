import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { ALERT_RULES, HAS_PROMTOOL, runPromtool } from '../support/alert-rules.ts';
import { openTestApp } from '../support/app.ts';
import { ROOT, readText } from '../support/image.ts';
import { openShared } from '../support/shared.ts';

const { tests } = load(readText('ops/alerts.test.yaml')) as {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
};
const { panels } = JSON.parse(readText('ops/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const EXPRESSIONS = [
  ...ALERT_RULES.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

const SELECTOR = /\b((?:registru|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)(=~|!~|!=|=)"([^"]*)"/g;
/** Of Prometheus itself, and of the dashboard. */
const TARGET_LABELS = ['job', 'instance'];

interface Metric {
  /** The values of each label. */
  labels: Map<string, Set<string>>;
}

/** Each series name with its labels, as `/metrics` has them. */
function readMetrics(body: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>();
  for (const [, name = '', text = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const metric = metrics.get(name) ?? { labels: new Map() };
    metrics.set(name, metric);
    for (const [, label = '', , value = ''] of text.matchAll(MATCHER)) {
      metric.labels.set(label, (metric.labels.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}

/** What an expression names and `/metrics` does not have. */
function findUnknown(expression: string, metrics: ReadonlyMap<string, Metric>): string[] {
  return [...expression.matchAll(SELECTOR)].flatMap(([, name = '', matchers = '']) => {
    const metric = metrics.get(name);
    if (metric === undefined) return [name];
    return [...matchers.matchAll(MATCHER)].flatMap(([, label = '', operator, value = '']) => {
      if (TARGET_LABELS.includes(label)) return [];
      const values = metric.labels.get(label);
      if (values === undefined) return [`${name} ${label}`];
      // Which statuses and routes there are depends on the requests.
      if (['status', 'route'].includes(label)) return [];
      const wanted = operator?.endsWith('~') ? value.split('|') : [value];
      return wanted.filter((one) => !values.has(one)).map((one) => `${name} ${label} ${one}`);
    });
  });
}

const readAsked = openShared(async () => {
  const app = await openTestApp();
  await app.send('/health/live');
  return readMetrics((await app.send('/metrics')).body);
});

describe('alerts and dashboard', () => {
  it.each(EXPRESSIONS)('%s: uses only metrics and labels of the service', (_, expression) => {
    const metrics = readAsked();
    expect(findUnknown(expression, metrics)).toEqual([]);
  });

  it('would be found to use what the service does not have', () => {
    const metrics = readAsked();
    const wrong = [
      'registru_no_such_metric > 0',
      'registru_limiter_changes_total{to="away"}',
      'registru_limiter_changes_total{too="alone"}',
      'registru_last_import_timestamp_seconds{outcome=~"refused|broken"}',
    ];
    for (const expression of wrong) expect(findUnknown(expression, metrics)).toHaveLength(1);
  });

  it('have a unit test in which each fires and one in which it does not, and a row that says what to do', () => {
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const operating = readText('docs/operating.md');
    for (const { alert, labels, annotations } of ALERT_RULES) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(
        own.some(({ exp_alerts }) => exp_alerts.length === 1),
        alert,
      ).toBe(true);
      expect(
        own.some(({ exp_alerts }) => exp_alerts.length === 0),
        alert,
      ).toBe(true);
      expect(['page', 'ticket'], alert).toContain(labels['severity']);
      expect(annotations['summary'], alert).toBeTruthy();
      expect(operating, alert).toContain(`| \`${alert}\` |`);
    }
    expect(ALERT_RULES.length).toBeGreaterThan(10);
  });
});

describe.skipIf(!HAS_PROMTOOL)('promtool', () => {
  it.each([
    ['check', 'alerts.yaml'],
    ['test', 'alerts.test.yaml'],
  ] as const)('%s rules %s', (command, file) => {
    expect(runPromtool(command, join(ROOT, 'ops', file))).toBe('');
  });
});
