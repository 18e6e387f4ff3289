import { toShownAddress } from '../accounts/actor.ts';
import { listReplacedSecrets } from '../accounts/watching/webhook-secrets.ts';
import { isRevealable } from '../domain/account/account.ts';
import { toPlanAt, toTierAt } from '../domain/account/plan.ts';
import { toBrowserName } from '../domain/account/user-agent.ts';
import type { HolderContext } from '../schema/types.ts';

/** The account as its page shows it. */
export type Viewer = Awaited<ReturnType<typeof readViewer>>;

export async function readViewer(context: HolderContext) {
  const { holder, sessionIdHash, webhooks } = context;
  const { id, email, subscription, apiKey, lastKeyId, limitNotices } = holder;
  const [recentRequests, usage, failedRequests, watchListSize, sessions, audit, webhook] =
    await Promise.all([
      apiKey && context.countRecent(apiKey.hash),
      context.readUsage(id),
      context.listFailedRequests(id),
      context.findWatchListSize(id),
      context.sessions.list(id),
      context.listAudit(id),
      webhooks.find(id),
    ]);
  const nowMs = context.nowMs();
  return {
    nowMs,
    email,
    plan: toPlanAt(subscription, nowMs),
    tier: toTierAt(subscription, nowMs),
    subscription,
    key: apiKey && { ...apiKey, isRevealable: isRevealable(apiKey) },
    lastKeyId,
    limitNotices,
    recentRequests,
    usage,
    failedRequests,
    watchListSize,
    sessions: sessions.map(({ idHash, userAgent, network, lastSeenAtMs }) => ({
      id: idHash,
      isCurrent: idHash === sessionIdHash,
      browser: userAgent && toBrowserName(userAgent),
      network,
      lastSeenAtMs,
    })),
    audit: audit.map((entry) => ({ ...entry, address: toShownAddress(entry) })),
    webhooksOn: webhooks.isOn,
    webhooksLocal: webhooks.allowsLocal,
    webhook: webhook && {
      ...webhook,
      previousSecretEndsAtMs: listReplacedSecrets(webhook, nowMs)[0]?.endsAtMs ?? null,
      attempts: webhook.attempts.toReversed(),
    },
  };
}
