import type { Language } from '../domain/account/language.ts';
import { PLAN_NAMES, TIER_LIMITS } from '../domain/account/plan.ts';
import { TIME_ZONE } from '../domain/time/time-zone.ts';
import type { CodeExample } from '../web/code-examples.ts';
import type { Viewer } from './operations.ts';
import { toChart, toSum, toTotals } from './usage-chart.ts';
import { type PageValues, textsOf } from './view.ts';

/** The schema gives plans and tiers as text. */
const NAMES: Readonly<Record<string, string>> = PLAN_NAMES;
const LIMITS: Readonly<Record<string, number>> = TIER_LIMITS;

/** What the account's template shows. */
export function toAccountView(
  viewer: Viewer,
  language: Language,
  examples: readonly CodeExample[],
): PageValues {
  const t = textsOf(language);
  const { plan, tier, usage } = viewer;
  const today = usage.at(-1);
  const totals = toTotals(usage);
  return {
    heading: t.title,
    email: viewer.email,
    viewer,
    examples,
    limit: tier === null ? null : LIMITS[tier],
    planName: NAMES[plan] ?? plan,
    ...toPlanEnd(viewer, language),
    chart: toChart(usage),
    today: today === undefined ? 0 : toSum(today),
    totals,
    total: toSum(totals),
    ...toFormats(language),
  };
}

/** When the plan of the moment ends, or the one before it ended. */
function toPlanEnd({ plan, subscription }: Viewer, language: Language) {
  const t = textsOf(language);
  const isOver = plan === 'free' && subscription !== null && subscription.plan !== 'free';
  const endsAt = subscription?.endsAt ?? null;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: TIME_ZONE });
  // The last instant that still has the plan is what a reader takes "until" for.
  const end = endsAt === null ? null : dates.format(Date.parse(endsAt) - 1);
  if (!isOver) return { until: plan === 'free' ? null : (end ?? t.plan.noEnd), ended: null };
  const name = NAMES[subscription.plan] ?? subscription.plan;
  return { until: null, ended: end === null ? name : `${name}, ${end}` };
}

function toFormats(language: Language) {
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  });
  // A day of usage is a day already, whatever the zone.
  const days = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const numbers = new Intl.NumberFormat(language);
  return {
    time: (text: string) => times.format(Date.parse(text)),
    day: (text: string) => days.format(Date.parse(text)),
    number: (value: number) => numbers.format(value),
  };
}
