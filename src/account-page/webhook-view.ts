import type { Language } from '../domain/account/language.ts';
import { MAX_WEBHOOK_URL_LENGTH } from '../domain/account/webhook.ts';
import { CHANGES_KEPT_MS } from '../domain/company/public-changes.ts';
import { createTimeFormat } from '../domain/time/time-format.ts';
import { toDay } from '../domain/time/time-zone.ts';
import { textsOf } from './view.ts';
import type { Viewer } from './viewer.ts';

type Webhook = NonNullable<Viewer['webhook']>;
type Attempt = Webhook['attempts'][number];

/** The data of the card of the webhook. */
export function toWebhookView(viewer: Viewer, language: Language) {
  const { webhook } = viewer;
  return {
    webhookState: webhook && toState(webhook, viewer, language),
    webhookActions: webhook === null ? [] : listActions(webhook, viewer, language),
    resultOf: (attempt: Attempt) => toResultText(attempt, language),
    maxUrlLength: MAX_WEBHOOK_URL_LENGTH,
    firstResendDay: toDay(viewer.nowMs - CHANGES_KEPT_MS),
    lastResendDay: toDay(viewer.nowMs),
  };
}

/** What it does, in a word and in a sentence. */
function toState(webhook: Webhook, { webhooksOn, tier }: Viewer, language: Language) {
  const { states, explained, stops, failing, nextAttempt, testFailed } = textsOf(language).webhook;
  const { state, stop, failingSinceMs, nextAttemptMs, attempts } = webhook;
  if (stop !== null) return { name: states.stopped, text: stops[stop], isBad: true };
  if (state !== 'working') return { name: states[state], text: explained[state], isBad: false };
  if (failingSinceMs === null) {
    const last = attempts.find(({ changes }) => changes !== null);
    const text = last === undefined ? explained.unused : explained.working;
    const [newest] = attempts;
    if (newest?.changes !== null || newest.fault === null) {
      return { name: states.working, text, isBad: false };
    }
    const failed = testFailed(toResultText(newest, language));
    return { name: states.working, text: `${text} ${failed}`, isBad: false };
  }
  const time = createTimeFormat(language, 'short');
  // Tests are attempts too, and may have displaced it.
  const failed = attempts.find(({ changes, fault }) => changes !== null && fault !== null);
  const since = failing(time(failingSinceMs), failed ? toResultText(failed, language) : null);
  const isDue = webhooksOn && tier !== null && nextAttemptMs !== null;
  const text = isDue ? `${since} ${nextAttempt(time(nextAttemptMs))}` : since;
  return { name: states.retrying, text, isBad: true };
}

/** The buttons that can work, by the last part of their address, but for those that ask first. */
function listActions(webhook: Webhook, { webhooksOn, tier }: Viewer, language: Language) {
  const { resume, retry, test, pause } = textsOf(language).webhook.actions;
  const isWorking = webhook.state === 'working';
  const canSend = webhooksOn && tier !== null;
  return [
    ...(tier !== null && !isWorking ? [{ path: 'resume', name: resume }] : []),
    ...(canSend && isWorking && webhook.failingSinceMs !== null
      ? [{ path: 'resume', name: retry }]
      : []),
    ...(canSend ? [{ path: 'test', name: test }] : []),
    ...(isWorking ? [{ path: 'pause', name: pause }] : []),
  ];
}

/** The status of the answer, and why the attempt failed: `500: not 2xx`. */
export function toResultText({ status, fault }: Attempt, language: Language): string {
  const { faults } = textsOf(language).webhook;
  return [status, fault && faults[fault]].filter((part) => part !== null).join(': ');
}
