import { Unavailable } from '../domain/errors.ts';

/**
 * The client under which the limits of searches and histories count all visitors; no account has
 * this id.
 */
export const PEOPLE = 'people';
/**
 * The most searches and histories of pages that wait. They run one at a time with pauses, so that a
 * flood of them neither uses up the reads that all searches share (`MAX_READS` in
 * `src/answers/limited-reads.ts`) nor keeps the store busy.
 */
export const MAX_WAITING_READS = 20;
/** A read that has waited for others for longer is refused. */
const MAX_WAIT_MS = 2_000;
/** The longest pause after a read. Less than MAX_WAIT_MS, so that the next one can still run. */
const MAX_PAUSE_MS = 1_000;

/** Runs the work in its turn. Rejects with Unavailable if too many wait, or it waited too long. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs one work after another, in the order of the calls. The pause before the next one is as long
 * as the last one took, up to MAX_PAUSE_MS.
 */
export function createTurns(): TakeTurn {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  async function waitForTurn(): Promise<void> {
    if (waiting.length >= MAX_WAITING_READS) throw refuse('too many reads of pages wait');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(refuse(`a read of a page waited over ${MAX_WAIT_MS} ms`));
    }, MAX_WAIT_MS);
    await promise.finally(() => clearTimeout(timer));
  }

  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  return async (work) => {
    if (isTaken) await waitForTurn();
    isTaken = true;
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(pass, Math.min(performance.now() - startMs, MAX_PAUSE_MS));
    }
  };
}

/** Not logged: a flood would write a line for each request. */
function refuse(message: string): Unavailable {
  const error = new Unavailable(message);
  error.isLogged = true;
  return error;
}
