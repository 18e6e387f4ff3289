import { eachAccount } from '../../src/accounts/accounts.ts';
import type { Account } from '../../src/domain/account/account.ts';
import type { Services } from '../../src/server.ts';
import type { Output } from '../command.ts';
import { COMMAND, toAccountJson, toAccountLine, toNext } from './outputs.ts';

/** Far more accounts than the country has companies. */
const MAX_LISTED = 1_000_000;

/** All accounts by address. */
export async function listAccounts({ store }: Services): Promise<Output> {
  const all: Account[] = [];
  for await (const account of eachAccount(store.accountReads)) {
    all.push(account);
    if (all.length === MAX_LISTED) break;
  }
  const nowMs = Date.now();
  const lines = all.map((account) => toAccountLine(account, nowMs));
  const none = ['there are no accounts', toNext(`${COMMAND} create EMAIL --plan PLAN`)];
  return {
    json: { accounts: all.map((account) => toAccountJson(account, nowMs)) },
    text: (lines.length > 0 ? lines : none).join('\n'),
  };
}
