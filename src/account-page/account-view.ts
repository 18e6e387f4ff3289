import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_EMAIL_LENGTH } from '../domain/account/email.ts';
import { type Language, LOCALES } from '../domain/account/language.ts';
import { PLAN_NAMES, TIER_LIMITS, WATCH_LIST_SIZES } from '../domain/account/plan.ts';
import type { PlanTerm, PlanTransition } from '../domain/account/plan-change.ts';
import { toPlanEnd } from '../domain/account/plan-end.ts';
import { createTimeFormat, toLastDayText } from '../domain/time/time-format.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import type { HolderContext } from '../schema/types.ts';
import { countRequests } from '../store/port/usage.ts';
import {
  type CodeExample,
  KEY_VARIABLE,
  SECRET_VARIABLE,
  toCodeExamples,
} from '../web/code-examples.ts';
import type { PageTools } from './tools.ts';
import { toChart, toTotals } from './usage-chart.ts';
import { type PageValues, textsOf } from './view.ts';
import { readViewer, type Viewer } from './viewer.ts';
import { toResultText, toWebhookView } from './webhook-view.ts';

/** Failed requests that are shown at once; older ones are folded. */
const NEWEST_FAILURES = 5;

/** What the answer to a form shows in addition to the account. */
export interface Shown {
  /** A key's text, in this answer only. */
  newKey?: string;
  /** The text of a webhook's secret, in this answer only. */
  newSecret?: string;
  /** An address of a webhook that was refused, or typed before the session ended. */
  typedUrl?: string | undefined;
  /** A new address of the account that was refused, or typed before the session ended. */
  typedEmail?: string | undefined;
  /** The key can no longer be revealed. */
  regenerateNeeded?: boolean;
  /** The change that a redirect names. */
  done?: unknown;
  alert?: string;
  success?: string;
}

/** Sends the account's page as it is at this moment. */
export function createSendAccount(tools: PageTools) {
  const { render, languageOf, baseUrl, offer, linkDelivery } = tools;
  const examples = toCodeExamples(baseUrl);
  const sendsMail = linkDelivery === 'mail';
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: HolderContext,
    shown: Shown = {},
  ) => {
    const language = languageOf(request);
    const viewer = await readViewer(context);
    const values = toAccountView(viewer, language, examples);
    const exports = [
      ...toExport(KEY_VARIABLE, shown.newKey),
      ...toExport(SECRET_VARIABLE, shown.newSecret),
    ];
    const isStaff = context.role === 'staff';
    const planEnd = toPlanEndView(context, language);
    const done = toDone(shown.done, viewer, language);
    // The operator changes accounts of staff.
    const canConfirm = linkDelivery !== 'none' && !isStaff;
    const shownToo = { ...done, ...shown, exports, offer, sendsMail, isStaff, planEnd, canConfirm };
    return render(reply, language, 'account', { ...values, ...shownToo });
  };
}

/** What the page says after a change: `done` is of its address. */
function toDone(
  done: unknown,
  { webhook }: Viewer,
  language: Language,
): { success?: string; alert?: string } {
  const { webhook: t, identity } = textsOf(language);
  const { tested, testFailed } = t;
  const newest = webhook?.attempts[0];
  if (done === 'webhook-test' && newest?.changes === null) {
    const result = toResultText(newest, language);
    return newest.fault === null ? { success: tested(result) } : { alert: testFailed(result) };
  }
  const texts = new Map([
    ...Object.entries(t.done).map(([name, text]) => [`webhook-${name}`, text] as const),
    ...Object.entries(identity.done),
  ]);
  const text = texts.get(String(done));
  return text === undefined ? {} : { success: text };
}

/** What puts a new key or secret where the examples read it. */
function toExport(variable: string, text: string | undefined): CodeExample[] {
  return text === undefined ? [] : [{ name: 'Shell', code: `export ${variable}=${text}` }];
}

/** The data of the account's template. */
function toAccountView(
  viewer: Viewer,
  language: Language,
  examples: readonly CodeExample[],
): PageValues {
  const t = textsOf(language);
  const { plan, tier, usage, key, recentRequests } = viewer;
  const today = usage.at(-1);
  const totals = toTotals(usage);
  const lastUsedAtMs = key?.lastUsedAtMs ?? null;
  return {
    heading: t.title,
    email: viewer.email,
    viewer,
    examples,
    limit: tier === null ? null : TIER_LIMITS[tier],
    maxWatched: tier === null ? null : WATCH_LIST_SIZES[tier],
    planName: PLAN_NAMES[plan],
    lastUse: toLastUse(lastUsedAtMs, recentRequests, language),
    ...toPlanDates(viewer, language),
    ...toWebhookView(viewer, language),
    chart: toChart(usage),
    today: today === undefined ? 0 : countRequests(today),
    totals,
    total: countRequests(totals),
    newestFailures: NEWEST_FAILURES,
    maxEmailLength: MAX_EMAIL_LENGTH,
    isUnused: lastUsedAtMs === null && countRequests(totals) === 0,
    ...toFormats(language),
    toTerms: toTermsFormat(language),
  };
}

/** Stored some seconds after a request, so that a first one is only known to the limiter. */
export function toLastUse(
  lastUsedAtMs: number | null,
  recentRequests: number | null,
  language: Language,
): string {
  const { usedNow, never } = textsOf(language).key;
  if (lastUsedAtMs !== null) return createTimeFormat(language, 'short')(lastUsedAtMs);
  return (recentRequests ?? 0) > 0 ? usedNow : never;
}

/** What the banner says about a plan that ends soon or has ended; null: no banner. */
function toPlanEndView({ holder, nowMs }: HolderContext, language: Language) {
  const end = toPlanEnd(holder.subscription, nowMs());
  if (end === null) return null;
  const { ending, over } = textsOf(language).plan.end;
  const name = PLAN_NAMES[end.plan];
  const day = end.endsAtMs === null ? null : toLastDayText(end.endsAtMs, language);
  return { title: (end.isOver ? over : ending).title(name, day), isOver: end.isOver };
}

/** When the present plan ends, or when the one before it ended. */
function toPlanDates({ plan, subscription }: Viewer, language: Language) {
  const t = textsOf(language);
  const isOver = plan === 'free' && subscription !== null && subscription.plan !== 'free';
  const endsAtMs = subscription?.endsAtMs ?? null;
  const end = endsAtMs === null ? null : toLastDayText(endsAtMs, language);
  if (!isOver) return { until: plan === 'free' ? null : (end ?? t.plan.noEnd), ended: null };
  const name = PLAN_NAMES[subscription.plan];
  return { until: null, ended: end === null ? name : `${name}, ${end}` };
}

/**
 * The plans before and after a change, with their ends where they have one: `Free` and
 * `Business (until 31 January 2027)`. One where a new account begins with it.
 */
function toTermsFormat(language: Language) {
  const { until } = textsOf(language).audit;
  const toTerm = ({ plan, endsAtMs }: PlanTerm) => {
    const name = PLAN_NAMES[plan];
    return endsAtMs === null ? name : `${name} (${until(toLastDayText(endsAtMs, language))})`;
  };
  return ({ from, to }: PlanTransition) => [...new Set([toTerm(from), toTerm(to)])];
}

export function toFormats(language: Language) {
  // A day of usage has no time zone.
  const days = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const numbers = new Intl.NumberFormat(LOCALES[language]);
  return {
    time: createTimeFormat(language, 'short'),
    timeToSecond: createTimeFormat(language, 'short', '2-digit'),
    instant: toTimestamp,
    day: (text: string) => days.format(Date.parse(text)),
    number: (value: number) => numbers.format(value),
  };
}
