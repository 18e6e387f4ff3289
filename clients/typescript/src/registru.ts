import { type CallOptions, Requests } from './requests.ts';
import type { Answer, Change, FoundCompany, Parameters } from './types.ts';

const FOLLOW_PAUSE_MS = 3_600_000;
/** The most changes that one list has. */
const FOLLOW_LIMIT = 1_000;

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
export class Registru extends Requests {
  /** All companies of a search, page by page. Each page counts as one request. */
  async *iterateSearch(
    parameters: Parameters<'searchCompanies'>,
    options?: CallOptions,
  ): AsyncGenerator<FoundCompany, void> {
    for (let next: Answer<'searchCompanies'>['next'] | undefined; next !== null; ) {
      const after = next === undefined ? {} : { after: next };
      const page = await this.searchCompanies({ ...parameters, ...after }, options);
      yield* page.companies;
      next = page.next;
    }
  }

  /** All changes up to now. */
  async *iterateChanges(
    parameters: Parameters<'listChanges'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Change, void> {
    let { from, ...rest } = parameters;
    for (let more = true; more; ) {
      const page = await this.listChanges(
        { ...rest, ...(from !== undefined && { from }) },
        options,
      );
      yield* page.changes;
      more = page.more;
      rest = { ...rest, after: page.next };
      from = undefined;
    }
  }

  /** All IDNOs of the watch list. */
  async *iterateWatchList(
    parameters: Parameters<'getWatchList'> = {},
    options?: CallOptions,
  ): AsyncGenerator<string, void> {
    for (let next: string | null | undefined; next !== null; ) {
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
  async follow(
    cursor: string | null,
    handler: (changes: Change[], next: string) => unknown,
    options: FollowOptions = {},
  ): Promise<string> {
    const { watched = false, limit = FOLLOW_LIMIT, once = false, ...others } = options;
    const { pauseMs = FOLLOW_PAUSE_MS, ...call } = others;
    const query = { limit, ...(watched && { watched: 'true' as const }) };
    for (let done = cursor; ; ) {
      const after = done === null ? {} : { after: done };
      const { changes, next, more } = await this.listChanges({ ...query, ...after }, call);
      // Where none is of a watched company, the cursor still moves.
      if (changes.length > 0 || next !== done) await handler(changes, next);
      done = next;
      if (!more && once) return done;
      if (!more) await this.sleep(pauseMs, call.signal);
    }
  }
}
