import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../support/service.ts';

/** With a machine that other tests use too. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 100;

const SERIES = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
const TYPE = /^# TYPE (\w+) (\w+)$/gm;
/** Of these Prometheus stores more than one series each, under other names. */
const PARTS = /_(?:bucket|count|sum)$/;

export interface Sample {
  name: string;
  /** As in the scrape, without braces; may be empty. */
  labels: string;
  value: number;
  /** Of a counter or a histogram: it only grows. */
  isCumulative: boolean;
}

export interface Scrape {
  atSeconds: number;
  /** By name and labels as in the scrape; null: the server did not answer. */
  samples: ReadonlyMap<string, Sample> | null;
}

/** Reads `/metrics` as Prometheus does: the answer may be missing. */
export async function scrape({ get }: Pick<Service, 'get'>): Promise<Scrape> {
  const atSeconds = Date.now() / 1_000;
  const answer = await get('/metrics').catch(() => null);
  if (answer?.status !== 200) return { atSeconds, samples: null };
  return { atSeconds, samples: readSamples(await answer.text()) };
}

/** Scrapes until the series has at least this value. */
export async function scrapeUntil(
  service: Pick<Service, 'get'>,
  series: string,
  least: number,
): Promise<Scrape> {
  for (const startMs = performance.now(); ; await sleep(POLL_MS)) {
    const scraped = await scrape(service);
    const value = readValue(scraped, series);
    if (value >= least) return scraped;
    if (performance.now() - startMs > MAX_WAIT_MS) {
      throw new Error(`${series} is ${value} and never became ${least}`);
    }
  }
}

/** 0 where there is no such series. */
export function readValue({ samples }: Scrape, series: string): number {
  return samples?.get(series)?.value ?? 0;
}

function readSamples(body: string): Map<string, Sample> {
  const types = new Map([...body.matchAll(TYPE)].map(([, name, type]) => [name, type]));
  return new Map(
    [...body.matchAll(SERIES)].map(([, name = '', labels = '', value]) => {
      const type = types.get(name) ?? types.get(name.replace(PARTS, ''));
      const isCumulative = type === 'counter' || type === 'histogram';
      const series = labels === '' ? name : `${name}{${labels}}`;
      return [series, { name, labels, value: Number(value), isCumulative }];
    }),
  );
}
