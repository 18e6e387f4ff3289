import type { Account } from '../../src/domain/account.ts';
import type { Foundation } from '../../src/foundation.ts';
import type { Output } from '../command.ts';
import { toAccountOutput } from './outputs.ts';

const PAGE = 500;
/** Far more accounts than the country has companies. */
const MAX_LISTED = 1_000_000;

/** All accounts by address. */
export async function listAccounts({ store }: Foundation): Promise<Output> {
  const all: Account[] = [];
  let afterEmail: string | null = null;
  while (all.length < MAX_LISTED) {
    const page: Account[] = await store.accounts.list({ afterEmail, first: PAGE });
    all.push(...page);
    afterEmail = page.at(-1)?.email ?? null;
    if (page.length < PAGE) break;
  }
  const outputs = all.map(toAccountOutput);
  return {
    json: { accounts: outputs.map((output) => output.json) },
    text: outputs.map((output) => output.text).join('\n') || 'there are no accounts',
  };
}
