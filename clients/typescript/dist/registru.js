import { Requests } from './requests.js';
const FOLLOW_PAUSE_MS = 3_600_000;
/** The most changes that one list has. */
const FOLLOW_LIMIT = 1_000;
/** The company data API. Each operation is a method, named as in its OpenAPI document. */
export class Registru extends Requests {
    /** All companies of a search, page by page. Each page counts as one request. */
    async *iterateSearch(parameters, options) {
        for (let next; next !== null;) {
            const after = next === undefined ? {} : { after: next };
            const page = await this.searchCompanies({ ...parameters, ...after }, options);
            yield* page.companies;
            next = page.next;
        }
    }
    /** All changes up to now. */
    async *iterateChanges(parameters = {}, options) {
        let { from, ...rest } = parameters;
        for (let more = true; more;) {
            const page = await this.listChanges({ ...rest, ...(from !== undefined && { from }) }, options);
            yield* page.changes;
            more = page.more;
            rest = { ...rest, after: page.next };
            from = undefined;
        }
    }
    /** All IDNOs of the watch list. */
    async *iterateWatchList(parameters = {}, options) {
        for (let next; next !== null;) {
            const after = next === undefined ? {} : { after: next };
            const page = await this.getWatchList({ ...parameters, ...after }, options);
            yield* page.idnos;
            next = page.next;
        }
    }
    /**
     * Gives changes to the handler, page by page and in order, from the cursor on; from now on if it
     * is null. When the handler has returned, its page is done, and `next` is the cursor to go on
     * from. So that a crash neither skips nor repeats a change, let the handler store `next` in the
     * transaction that stores what it does with the changes, and begin with the stored cursor. What
     * the handler throws ends it, as does an ApiError such as `cursor_expired`. Returns the last
     * cursor, with the option `once`.
     */
    async follow(cursor, handler, options = {}) {
        const { watched = false, limit = FOLLOW_LIMIT, once = false, ...others } = options;
        const { pauseMs = FOLLOW_PAUSE_MS, ...call } = others;
        const query = { limit, ...(watched && { watched: 'true' }) };
        for (let done = cursor;;) {
            const after = done === null ? {} : { after: done };
            const { changes, next, more } = await this.listChanges({ ...query, ...after }, call);
            // Where none is of a watched company, the cursor still moves.
            if (changes.length > 0 || next !== done)
                await handler(changes, next);
            done = next;
            if (!more && once)
                return done;
            if (!more)
                await this.sleep(pauseMs, call.signal);
        }
    }
}
