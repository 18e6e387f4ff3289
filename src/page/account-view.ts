import type { Language } from '../domain/language.ts';
import { TIER_LIMITS } from '../domain/plan.ts';
import { TIME_ZONE } from '../domain/time-zone.ts';
import type { CodeExample } from './code-examples.ts';
import type { Viewer } from './operations.ts';
import { toChart, toTotal } from './usage-chart.ts';
import { type PageValues, textsOf } from './view.ts';

/** What the account's template shows. */
export function toAccountView(
  viewer: Viewer,
  language: Language,
  examples: readonly CodeExample[],
): PageValues {
  const t = textsOf(language);
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  });
  const days = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: TIME_ZONE });
  const numbers = new Intl.NumberFormat(language);
  const today = viewer.usage.at(-1);
  const endsAt = viewer.subscription?.endsAt ?? null;
  return {
    heading: t.title,
    email: viewer.email,
    viewer,
    examples,
    limit: viewer.tier === null ? null : TIER_LIMITS[viewer.tier],
    planName: t.plan.names[viewer.plan],
    // The last instant that still has the plan is what a reader takes "until" for.
    until: endsAt === null ? null : dates.format(Date.parse(endsAt) - 1),
    chart: toChart(viewer.usage),
    today: today === undefined ? 0 : toTotal(today),
    total: viewer.usage.reduce((sum, one) => sum + toTotal(one), 0),
    time: (text: string) => times.format(Date.parse(text)),
    day: (text: string) => days.format(Date.parse(text)),
    number: (value: number) => numbers.format(value),
  };
}
