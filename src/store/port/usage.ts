/** The most days of accounts that one call of `deleteBefore` removes. */
export const MAX_DELETED_DAYS = 1_000;

/** Requests by what came of them. */
export interface Requests {
  /** Answered, also with "not modified". */
  ok: number;
  /** Answered 4xx, but for 429. */
  clientErrors: number;
  /** Answered 429. */
  limited: number;
}

export interface DayUsage extends Requests {
  /** Of the country's zone, `YYYY-MM-DD`. */
  day: string;
}

export interface UsageCount extends DayUsage {
  accountId: string;
}

export interface UsageStore {
  /**
   * Adds all to what is there or nothing; accounts that do not exist are left out. A batch that was
   * rejected may have arrived all the same: offered again as it was, under its id, it counts once.
   */
  add(counts: readonly UsageCount[], batchId?: string): Promise<void>;
  /** Days with a request from `fromDay` on, the oldest first. */
  list(accountId: string, fromDay: string): Promise<DayUsage[]>;
  /** Removes at most MAX_DELETED_DAYS of the days before this one, of all accounts; how many. */
  deleteBefore(day: string): Promise<number>;
}
