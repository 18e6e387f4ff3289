import { withAttempt } from '../accounts/watching/webhooks.ts';
import {
  NOT_FAILING,
  WEBHOOK_GIVE_UP_MS,
  WEBHOOK_NOTICE_MS,
  WEBHOOK_PAUSES_MS,
  type WebhookStop,
} from '../domain/account/webhook.ts';
import type { ChangePage } from '../store/port/public-changes.ts';
import type { Webhook, WebhookAttempt } from '../store/port/webhooks.ts';

/** The longest pause before a failed attempt is repeated. */
export const MAX_PAUSE_MS = Math.max(...WEBHOOK_PAUSES_MS);

interface SentPage extends Pick<ChangePage, 'next' | 'more'> {
  /** The pause that the receiver asked for; 0: none. */
  retryAfterMs: number;
}

/** The webhook after an attempt to deliver a page. One that was paused meanwhile stays paused. */
export function afterAttempt(
  webhook: Webhook,
  attempt: WebhookAttempt,
  { next, more, retryAfterMs }: SentPage,
  nowMs: number,
): Webhook {
  const attempted = withAttempt(webhook, attempt);
  if (attempt.fault === null)
    return afterPage({ ...attempted, ...NOT_FAILING }, { next, more }, nowMs);
  const failingSinceMs = webhook.failingSinceMs ?? attempt.atMs;
  const givenUpMs = failingSinceMs + WEBHOOK_GIVE_UP_MS;
  if (attempt.fault === 'gone') return afterStop(attempted, 'gone');
  const isLate = nowMs >= givenUpMs;
  // Few attempts over a long time do not count, as when deliveries were switched off in between.
  const areAllPausesOver = webhook.failures >= WEBHOOK_PAUSES_MS.length;
  if (isLate && areAllPausesOver) return afterStop(attempted, 'failing');
  const retryMs = nowMs + (WEBHOOK_PAUSES_MS[webhook.failures] ?? MAX_PAUSE_MS);
  const earliestMs = nowMs + retryAfterMs;
  return {
    ...attempted,
    failures: webhook.failures + 1,
    failingSinceMs,
    noticeMs:
      webhook.failingSinceMs === null ? failingSinceMs + WEBHOOK_NOTICE_MS : webhook.noticeMs,
    nextAttemptMs: Math.max(earliestMs, isLate ? retryMs : Math.min(retryMs, givenUpMs)),
  };
}

/** The webhook after a page that was delivered, or that has no changes. */
export function afterPage(
  webhook: Webhook,
  { next, more }: Pick<ChangePage, 'next' | 'more'>,
  nowMs: number,
): Webhook {
  return { ...webhook, cursor: next, nextAttemptMs: more ? nowMs : null };
}

export function afterStop(webhook: Webhook, stop: WebhookStop): Webhook {
  if (webhook.state !== 'working') return webhook;
  return { ...webhook, state: 'stopped', stop, noticeMs: null, nextAttemptMs: null };
}
