import { GraphQLError } from 'graphql';
import { isEmail } from '../../domain/account/email.ts';
import { invalidFilter, quoteArgument } from '../arguments.ts';
import type { StaffLoaders } from './loaders.ts';

interface AccountArguments {
  email?: string | null | undefined;
  accountId?: string | number | null | undefined;
}

/**
 * The id of the account that a field's arguments name, null where they name none. Throws GraphQLError
 * INVALID_FILTER if they name one twice, NO_SUCH_ACCOUNT if none has the address.
 */
export async function findAccountId(
  { email, accountId }: AccountArguments,
  { accountByEmail }: Pick<StaffLoaders, 'accountByEmail'>,
): Promise<string | null> {
  if (email == null) return accountId == null ? null : String(accountId);
  if (accountId != null) throw invalidFilter('email and accountId must not both be given.');
  const account = isEmail(email) ? await accountByEmail.load(email) : null;
  if (account !== null) return account.id;
  const rest = 'what a deleted account left is found by its accountId';
  throw new GraphQLError(`no account has the address ${quoteArgument(email)}; ${rest}.`, {
    extensions: { code: 'NO_SUCH_ACCOUNT' },
  });
}
