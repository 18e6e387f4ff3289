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
   * Adds all to what is there or nothing. A batch that was rejected may have arrived all the same:
   * offered again as it was, under its id, it counts once.
   */
  add(counts: readonly UsageCount[], batchId?: string): Promise<void>;
  /** Days with a request from `fromDay` on, the oldest first. */
  list(accountId: string, fromDay: string): Promise<DayUsage[]>;
}
