import type { Notify } from '../accounts/notification.ts';
import { toPlanEndNotification } from '../accounts/notification.ts';
import {
  LATE_NOTICE_MS,
  PLAN_END_NOTICE_MS,
  toDueNotice,
  toPlanEnd,
} from '../domain/account/plan-end.ts';
import { type AccountStore, MAX_PLAN_ENDS } from '../store/port/accounts.ts';

const INTERVAL_MS = 3_600_000;
/** Mails of one run, which is less than the outbox holds; the rest waits for the next run. */
const MAX_NOTICES = 1_000;
/** The most notices cached as claimed; the store is asked about others again. */
const MAX_KNOWN = 100_000;

/** Tells holders by mail that their plan with API access ends, or has ended. */
interface PlanEnds {
  /** Rejects with Unavailable. */
  run(): Promise<void>;
  close(): void;
}

interface PlanEndDependencies {
  accounts: Pick<AccountStore, 'listPlanEnds' | 'claimPlanNotice'>;
  notify: Notify;
  nowMs: () => number;
  /** Called for each failed run of the timer. */
  onFault: (error: unknown) => void;
}

/**
 * Runs every hour until it is closed; the caller starts the first run. The store decides which of
 * several servers sends a mail.
 */
export function createPlanEnds({
  accounts,
  notify,
  nowMs,
  onFault,
}: PlanEndDependencies): PlanEnds {
  const known = new Set<string>();
  let isClosed = false;

  async function run(): Promise<void> {
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
        if (isClosed || sent >= MAX_NOTICES) return;
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
  }

  const timer = setInterval(() => run().catch(onFault), INTERVAL_MS).unref();
  return {
    run,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
