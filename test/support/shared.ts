import { afterAll, beforeAll, onTestFinished } from 'vitest';

type End = () => unknown;

/** Of what is being opened for several tests; null while a test opens its own. */
let sharedEnds: End[] | null = null;

/** Runs when the test has finished, or the last of the tests that share what is being opened. */
export function onFinished(end: End): void {
  if (sharedEnds === null) onTestFinished(async () => void (await end()));
  else sharedEnds.push(end);
}

/**
 * Opens something once for all tests of a file or `describe`, which must not change what the others
 * see of it: to open the application takes longer than to ask it.
 */
export function openShared<Opened>(open: () => Promise<Opened>): () => Opened {
  const ends: End[] = [];
  let opened: Opened;
  beforeAll(async () => {
    sharedEnds = ends;
    opened = await open().finally(() => {
      sharedEnds = null;
    });
  });
  afterAll(async () => {
    const results = await Promise.allSettled(ends.reverse().map(async (end) => await end()));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  });
  return () => opened;
}
