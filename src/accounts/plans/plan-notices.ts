import {
  LATE_NOTICE_MS,
  PLAN_END_NOTICE_MS,
  toDueNotice,
  toPlanEnd,
} from '../../domain/account/plan-end.ts';
import { toDay } from '../../domain/time/time-zone.ts';
import { type AccountStore, MAX_PLAN_ENDS } from '../../store/accounts/accounts.ts';
import { type Notify, toLimitNotification, toPlanEndNotification } from '../mail/notification.ts';

/*
 * Mails to holders about their plans. The store decides which of several servers sends a mail, and
 * each server asks it once for each mail.
 */

/** The most mails of one kind cached as claimed; the store is asked about others again. */
const MAX_KNOWN = 100_000;
/** Mails of one run, which is less than the outbox holds; the rest waits for the next run. */
const MAX_NOTICES = 1_000;

interface NoticeDependencies<Methods extends keyof AccountStore> {
  accounts: Pick<AccountStore, Methods>;
  notify: Notify;
  nowMs: () => number;
}

/**
 * Tells holders, once a day, that requests were refused: those of the given accounts, at most a
 * batch of counts. Rejects with Unavailable.
 */
export function createLimitNotices({
  accounts,
  notify,
  nowMs,
}: NoticeDependencies<'claimLimitNotices'>): (accountIds: readonly string[]) => Promise<void> {
  const known = new Set<string>();
  let knownDay = '';

  return async (accountIds) => {
    const atMs = nowMs();
    const day = toDay(atMs);
    if (day !== knownDay) known.clear();
    knownDay = day;
    const asked = accountIds.filter((id) => !known.has(id));
    if (asked.length === 0) return;
    for (const account of await accounts.claimLimitNotices(asked, atMs)) {
      const notification = toLimitNotification(account, atMs);
      if (notification !== null) notify(notification);
    }
    for (const id of asked) if (known.size < MAX_KNOWN) known.add(id);
  };
}

/**
 * Tells holders that their plan with API access ends, or has ended. After the signal it claims no
 * more mails. Rejects with Unavailable.
 */
export function createPlanEndNotices({
  accounts,
  notify,
  nowMs,
}: NoticeDependencies<'listPlanEnds' | 'claimPlanNotice'>): (signal: AbortSignal) => Promise<void> {
  const known = new Set<string>();

  return async (signal) => {
    const atMs = nowMs();
    const span = { afterMs: atMs - LATE_NOTICE_MS, untilMs: atMs + PLAN_END_NOTICE_MS };
    let sent = 0;
    for (let after = ''; ; ) {
      const page = await accounts.listPlanEnds(span, after, MAX_PLAN_ENDS);
      for (const account of page) {
        const end = toPlanEnd(account.subscription, atMs);
        if (end === null || end.endsAtMs === null) continue;
        const { endsAtMs } = end;
        const daysBefore = toDueNotice(endsAtMs, atMs);
        const notice = `${account.id} ${endsAtMs} ${daysBefore}`;
        if (daysBefore === null || known.has(notice)) continue;
        if (signal.aborted || sent >= MAX_NOTICES) return;
        if (await accounts.claimPlanNotice(account.id, { endsAtMs, daysBefore })) {
          notify(toPlanEndNotification(account, { ...end, endsAtMs }));
          sent++;
        }
        if (known.size >= MAX_KNOWN) known.clear();
        known.add(notice);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < MAX_PLAN_ENDS) return;
      after = last.id;
    }
  };
}
