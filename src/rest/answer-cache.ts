import { LRUCache } from 'lru-cache';
import type { CompanyAnswer } from './company-document.ts';

/** The size of an entry in addition to its body: tag, key and the objects around them. */
const ENTRY_OVERHEAD_BYTES = 650;

export interface AnswerCacheOptions<Wanted> {
  /** The key of the cache. */
  toKey: (wanted: Wanted) => string;
  /**
   * Changes when any company changes (`CompanyStore.readDataVersion`). Throws Unavailable. Null:
   * nothing is cached.
   */
  readDataVersion: (() => number) | null;
  /** 0: nothing is cached. */
  maxBytes: number;
}

/**
 * Caches the most recently used answers until any company changes, which the very next request
 * sees. What is missing is not cached: anyone could ask for an unlimited number of unknown IDNOs.
 */
export function cacheAnswers<Wanted, Missing extends null = never>(
  find: (wanted: Wanted) => Promise<CompanyAnswer | Missing>,
  { toKey, readDataVersion, maxBytes }: AnswerCacheOptions<Wanted>,
): (wanted: Wanted) => Promise<CompanyAnswer | Missing> {
  if (readDataVersion === null || maxBytes === 0) return find;
  let cachedVersion = Number.NaN;
  let answers = openCache(maxBytes);

  async function findUncached(
    wanted: Wanted,
    key: string,
    version: number,
  ): Promise<CompanyAnswer | Missing> {
    const answer = await find(wanted);
    // If a change was seen meanwhile, this answer may be from before it.
    if (answer !== null && version === cachedVersion) {
      answers.set(copyString(key), toCached(answer));
    }
    return answer;
  }

  return async (wanted) => {
    const version = readDataVersion();
    if (version !== cachedVersion) {
      // Replaced, not cleared: clearing a full cache would block the event loop.
      answers = openCache(maxBytes);
      cachedVersion = version;
    }
    const key = toKey(wanted);
    return answers.get(key) ?? findUncached(wanted, key, version);
  };
}

function openCache(maxBytes: number): LRUCache<string, CompanyAnswer> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + ENTRY_OVERHEAD_BYTES,
  });
}

/** A substring, such as a part of a URL, would keep the whole string in memory. */
function copyString(text: string): string {
  return Buffer.from(text).toString();
}

/** In memory of its own: a slice of Node's pool would keep the whole pool. */
function toCached({ body, etag }: CompanyAnswer): CompanyAnswer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return { body: copy, etag };
}
