import { Unavailable } from '../domain/errors.ts';

/**
 * The most of people's searches that wait. Of the reads for all searches (`MAX_READS` in
 * `src/rest/limited-reads.ts`) they have one at a time, so that no flood of them fills those.
 */
export const MAX_WAITING_SEARCHES = 20;
/** A search that has waited for others for longer is refused. */
const MAX_WAIT_MS = 2_000;

/** Runs work, or rejects with Unavailable if too much waits, or if it waited for too long. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one work at a time, in the order in which they came. */
export function createTurns(maxWaitMs = MAX_WAIT_MS): TakeTurn {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  async function waitForTurn(): Promise<void> {
    if (waiting.length >= MAX_WAITING_SEARCHES) throw refuse('too many searches of pages wait');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(refuse(`a search of a page waited over ${maxWaitMs} ms`));
    }, maxWaitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  return async (work) => {
    if (isTaken) await waitForTurn();
    isTaken = true;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    }
  };
}

/** Not logged: a flood would write a line for each request. */
function refuse(message: string): Unavailable {
  const error = new Unavailable(message);
  error.isLogged = true;
  return error;
}
