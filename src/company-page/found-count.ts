/** How many companies a search finds, as far as it is counted. */
export interface FoundCount {
  count: number;
  /** Whether there are more. */
  hasMore: boolean;
}
