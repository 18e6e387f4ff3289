import { toHolder } from '../accounts/actor.ts';
import type { Account } from '../domain/account/account.ts';
import type { HolderContext } from '../schema/types.ts';
import type { PageDependencies } from './tools.ts';

type Sources = Pick<PageDependencies, 'keys' | 'sessions' | 'readUsage' | 'listAudit' | 'nowMs'>;

/**
 * What the resolvers of the account view may use. Each part is listed, because the dependencies hold
 * secrets and operations on other accounts that their type does not show.
 */
export function toHolderContext(sources: Sources, holder: Account, address: string): HolderContext {
  const { keys, sessions, readUsage, listAudit, nowMs } = sources;
  const { create, reveal, regenerate, revoke } = keys;
  const { signOutEverywhere } = sessions;
  return {
    holder,
    actor: toHolder(address),
    keys: { create, reveal, regenerate, revoke },
    sessions: { signOutEverywhere },
    readUsage,
    listAudit,
    nowMs,
  };
}
