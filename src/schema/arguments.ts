import { GraphQLError } from 'graphql';
import { isEmail } from '../domain/account/email.ts';
import { isDay } from '../domain/time/time-zone.ts';
import type { QueryReads } from '../store/query-reads.ts';
import type { StaffLoaders } from './staff/loaders.ts';

const MAX_QUOTED_LENGTH = 100;
export const MAX_DAYS = 366;
export const DAY_MS = 86_400_000;

/** An argument as an error message repeats it, cut: a document may be a quarter of a megabyte. */
export function quoteArgument(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED_LENGTH));
}

/** An error that the author of an operation sees, with a code for programs. */
export function toCodedError(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/**
 * The id of an import that an argument names. An empty list for an unknown one would say that the
 * import did nothing. Rejects with GraphQLError NO_SUCH_IMPORT.
 */
export async function requireImport(
  argument: string | number,
  { findImports }: Pick<QueryReads, 'findImports'>,
): Promise<string> {
  const importId = String(argument);
  const [run] = await findImports([importId]);
  if (run != null) return importId;
  const message = `no import has the id ${quoteArgument(importId)}; imports lists them.`;
  throw toCodedError('NO_SUCH_IMPORT', message);
}

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
  if (accountId != null) {
    throw toCodedError('INVALID_FILTER', 'email and accountId must not both be given.');
  }
  const account = isEmail(email) ? await accountByEmail.load(email) : null;
  if (account !== null) return account.id;
  const rest = 'what a deleted account left is found by its accountId';
  const message = `no account has the address ${quoteArgument(email)}; ${rest}.`;
  throw toCodedError('NO_SUCH_ACCOUNT', message);
}

/** Both ends count. Throws GraphQLError INVALID_DATE_RANGE. */
export function requireDays(from: string, to: string): { from: string; to: string } {
  const length = isDay(from) && isDay(to) ? (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 : 0;
  if (length >= 1 && length <= MAX_DAYS) return { from, to };
  throw toCodedError(
    'INVALID_DATE_RANGE',
    `from and to must be days as YYYY-MM-DD, to not before from and less than ${MAX_DAYS} days ` +
      `after it; got ${quoteArgument(from)} and ${quoteArgument(to)}.`,
  );
}
