import { type CallOptions, Requests } from './requests.ts';
import type { Change, FoundCompany, Parameters } from './types.ts';
export interface FollowOptions extends Omit<CallOptions, 'onResponse'> {
    /** Only changes of the companies in the watch list. */
    watched?: boolean;
    /** The most changes that the handler gets at once; 1,000 by default. */
    limit?: number;
    /** The pause after the last change; an hour by default. */
    pauseMs?: number;
    /** Stop after the last change instead of waiting for the next one. */
    once?: boolean;
}
/** The company data API. Each operation is a method, named as in its OpenAPI document. */
export declare class Registru extends Requests {
    /** All companies of a search, page by page. Each page counts as one request. */
    iterateSearch(parameters: Parameters<'searchCompanies'>, options?: CallOptions): AsyncGenerator<FoundCompany, void>;
    /** All changes up to now. */
    iterateChanges(parameters?: Parameters<'listChanges'>, options?: CallOptions): AsyncGenerator<Change, void>;
    /** All IDNOs of the watch list. */
    iterateWatchList(parameters?: Parameters<'getWatchList'>, options?: CallOptions): AsyncGenerator<string, void>;
    /**
     * Gives changes to the handler, page by page and in order, from the cursor on; from now on if it
     * is null. When the handler has returned, its page is done, and `next` is the cursor to go on
     * from. So that a crash neither skips nor repeats a change, let the handler store `next` in the
     * transaction that stores what it does with the changes, and begin with the stored cursor. What
     * the handler throws ends it, as does an ApiError such as `cursor_expired`. Returns the last
     * cursor, with the option `once`.
     */
    follow(cursor: string | null, handler: (changes: Change[], next: string) => unknown, options?: FollowOptions): Promise<string>;
}
