import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALERT_RULES, ALERTS_PATH, runPromtool } from '../../support/alert-rules.ts';
import { makeTestFolder } from '../../support/folder.ts';
import type { Sample, Scrape } from './scrape.ts';

/** A part of the time that promtool goes through, in steps of one minute. */
export interface Phase {
  /** What Prometheus reads in its first minute; gauges stay like this in the others. */
  scrape: Scrape;
  /** At least two. */
  minutes: number;
  /** Counters grow in each minute by as much as since the scrape before; left out: in the first. */
  repeats?: boolean;
  /** How old the scrape is at first: to go through days would take seconds; left out: 0. */
  waitedMinutes?: number;
}

export interface Expectation {
  /** Minutes after the beginning of the first phase. */
  minute: number;
  /** Matchers of labels of the series `ALERTS`. */
  matchers: readonly string[];
  /** The names of all alerts that have such a series. */
  alerts: readonly string[];
}

/** Labels that Prometheus adds to each series of a server. */
const TARGET = 'job="registru",instance="a"';
const TIME = /_timestamp_seconds$|^registru_data_date_seconds$/;
const RULES_TEXT = ALERT_RULES.map(({ expr }) => expr).join('\n');

/**
 * Lets promtool evaluate the rules, as they are, over the scrapes, and returns what differs from the
 * expectations; empty if nothing does. Its clock begins at 1970, so the times in a scrape move with
 * the scrape. So does 0, which means never: it is then as long ago as before.
 */
export function findDifferences(
  phases: readonly Phase[],
  expectations: readonly Expectation[],
): string {
  const test = {
    rule_files: [ALERTS_PATH],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: toInputSeries(phases),
        promql_expr_test: expectations.map(({ minute, matchers, alerts }) => ({
          expr: `group by (alertname) (ALERTS{${matchers.join()}})`,
          eval_time: `${minute}m`,
          exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
        })),
      },
    ],
  };
  const path = join(makeTestFolder(), 'course.yaml');
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(test));
  return runPromtool('test', path);
}

function toInputSeries(phases: readonly Phase[]) {
  const up = phases.map(({ scrape, minutes }) => repeat(scrape.samples === null ? 0 : 1, minutes));
  return [
    { series: `up{${TARGET}}`, values: up.join(' ') },
    ...listSeries(phases).map(({ name, labels, values }) => ({
      series: `${name}{${labels === '' ? '' : `${labels},`}${TARGET}}`,
      values: toNotation(values, phases),
    })),
  ];
}

interface Series {
  name: string;
  labels: string;
  /** In each phase; null where the scrape lacks it. */
  values: (Sample | null)[];
}

/** Those that rules name. */
function listSeries(phases: readonly Phase[]): Series[] {
  const all = new Map(phases.flatMap(({ scrape }) => [...(scrape.samples ?? [])]));
  return [...all]
    .filter(([, { name }]) => RULES_TEXT.includes(name))
    .map(([series, { name, labels }]) => {
      const values = phases.map(({ scrape }) => scrape.samples?.get(series) ?? null);
      return { name, labels, values };
    });
}

/** The values of all minutes, in promtool's notation. */
function toNotation(values: Series['values'], phases: readonly Phase[]): string {
  let minute = 0;
  let wasThere = false;
  let counted = 0;
  /** A counter in the scrape before; one that was not there yet had counted nothing. */
  let scraped = 0;

  function toPhase(phase: Phase, index: number): string {
    const { scrape, minutes, repeats = false, waitedMinutes = 0 } = phase;
    const scrapedSeconds = (minute - waitedMinutes) * 60;
    minute += minutes;
    const sample = values[index] ?? null;
    const ends = sample === null && wasThere;
    wasThere = sample !== null;
    // Prometheus ends a series that a scrape lacks; its last value would last five minutes more.
    if (sample === null) return ends ? `stale _x${minutes - 1}` : `_x${minutes}`;
    const { name, value, isCumulative } = sample;
    if (TIME.test(name)) return repeat(value - scrape.atSeconds + scrapedSeconds, minutes);
    if (!isCumulative) return repeat(value, minutes);
    const growth = value - scraped;
    scraped = value;
    const first = counted + growth;
    counted = repeats ? counted + growth * minutes : first;
    return repeat(first, minutes, repeats ? growth : 0);
  }

  return phases.map(toPhase).join(' ');
}

/** This many values, each greater than the one before by the growth. */
function repeat(first: number, count: number, growth = 0): string {
  return `${first}+${growth}x${count - 1}`;
}
