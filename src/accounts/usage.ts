import type { DayUsage } from '../store/usage-store.ts';

/** The page's chart shows so many days, the present one as the last. */
export const USAGE_DAYS = 30;

/** The last USAGE_DAYS days, the oldest first, also those without a request. */
export type ReadUsage = (accountId: string) => Promise<DayUsage[]>;
