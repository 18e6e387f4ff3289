import type { Account } from '../../src/domain/account/account.ts';
import type { Services } from '../../src/server.ts';
import type { Output } from '../command.ts';
import { COMMAND, toAccountJson, toAccountLine, toNext } from './outputs.ts';

const PAGE = 500;
/** Far more accounts than the country has companies. */
const MAX_LISTED = 1_000_000;

/** All accounts by address. */
export async function listAccounts({ store }: Services): Promise<Output> {
  const all: Account[] = [];
  let afterEmail: string | null = null;
  while (all.length < MAX_LISTED) {
    const page: Account[] = await store.accounts.list({ afterEmail, first: PAGE });
    all.push(...page);
    afterEmail = page.at(-1)?.email ?? null;
    if (page.length < PAGE) break;
  }
  const nowMs = Date.now();
  const lines = all.map((account) => toAccountLine(account, nowMs));
  const none = ['there are no accounts', toNext(`${COMMAND} create EMAIL --plan PLAN`)];
  return {
    json: { accounts: all.map((account) => toAccountJson(account, nowMs)) },
    text: (lines.length > 0 ? lines : none).join('\n'),
  };
}
