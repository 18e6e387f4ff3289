import type { CompanyReads } from '../port/companies.ts';
import type { Collections } from './collections.ts';

/** A request this long after the last read of the version starts the next one, but does not wait. */
const REFRESH_MS = 500;
/** A request this long after it waits for the next one: no answer from a cache is older. */
export const MAX_AGE_MS = 1_000;

/**
 * A version that changes within MAX_AGE_MS of any change of the companies. It is read at intervals,
 * because a read for each request would take as long as reading the company. Only imports write
 * companies of a database that servers use, and each is recorded as running before its first write
 * and as ended after its last. So the version changes when the newest record differs, and with each
 * read while that import is running or was killed. A read that took MAX_AGE_MS changes it too, as an
 * import may have run meanwhile.
 */
export function createDataVersion(
  { imports }: Collections,
  elapsedMs = () => performance.now(),
): CompanyReads['readDataVersion'] {
  const newest = {
    projection: { 'document.outcome': 1 },
    sort: { 'document.startedAtMs': -1 },
    limit: 1,
  } as const;
  let version = 0;
  let last = '';
  let known = { version: Promise.resolve(version), atMs: Number.NEGATIVE_INFINITY };
  let reading: Promise<number> | null = null;

  async function readVersion(atMs: number): Promise<number> {
    const [run] = await imports.lookUp({}, newest);
    const isLate = elapsedMs() - atMs >= MAX_AGE_MS;
    const outcome = run?.document['outcome'];
    const read = JSON.stringify([run?._id, outcome]);
    if (outcome === 'running' || isLate || read !== last) version++;
    last = read;
    known = { version: Promise.resolve(version), atMs };
    return version;
  }

  function refresh(atMs: number): Promise<number> {
    reading ??= readVersion(atMs).finally(() => {
      reading = null;
    });
    return reading;
  }

  return () => {
    const nowMs = elapsedMs();
    const ageMs = nowMs - known.atMs;
    if (ageMs >= MAX_AGE_MS) return refresh(nowMs);
    if (ageMs >= REFRESH_MS) refresh(nowMs).catch(() => {});
    return known.version;
  };
}
