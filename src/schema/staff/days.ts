import { GraphQLError } from 'graphql';
import { isDay } from '../../domain/time/time-zone.ts';
import { quoteArgument } from '../arguments.ts';

export const MAX_DAYS = 366;
export const DAY_MS = 86_400_000;

/** Both ends count. Throws GraphQLError INVALID_DATE_RANGE. */
export function requireDays(from: string, to: string): { from: string; to: string } {
  const length = isDay(from) && isDay(to) ? (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 : 0;
  if (length >= 1 && length <= MAX_DAYS) return { from, to };
  throw new GraphQLError(
    `from and to must be days as YYYY-MM-DD, to not before from and less than ${MAX_DAYS} days ` +
      `after it; got ${quoteArgument(from)} and ${quoteArgument(to)}.`,
    { extensions: { code: 'INVALID_DATE_RANGE' } },
  );
}
