/** The most companies in one answer to a search. */
export const MAX_SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 20;
/** More than the longest cursor has. */
export const MAX_CURSOR_LENGTH = 1_000;
/** A CUATM code as it is served. */
export const REGION_PATTERN = '^[0-9]{4}$';
/** A CAEM code as it is served. */
export const CAEM_PATTERN = '^([0-9]{2}\\.[0-9]{2}|[0-9]{5})$';
