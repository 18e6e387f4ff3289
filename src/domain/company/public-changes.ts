/** `removed`: delisted, and still served as it was last; `restored`: listed again. */
export const CHANGE_KINDS = ['created', 'updated', 'removed', 'restored'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `reinterpretation`: this program parses the same filing better; the filing has not changed. */
export const CHANGE_CAUSES = ['register', 'supplement', 'reinterpretation'] as const;
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** The most changes in one answer of the API. */
export const MAX_CHANGES_LIMIT = 1_000;
export const DEFAULT_CHANGES_LIMIT = 100;

/** More than the longest cursor of changes or of a history has. */
export const MAX_CHANGES_CURSOR_LENGTH = 100;

/** The most changes of one company in one answer of the API. */
export const MAX_HISTORY_LIMIT = 100;
export const DEFAULT_HISTORY_LIMIT = 20;

export const CHANGES_KEPT_MONTHS = 13;
/** An upper bound of CHANGES_KEPT_MONTHS in milliseconds. */
export const CHANGES_KEPT_MS = 397 * 86_400_000;
