import { LRUCache } from 'lru-cache';
import type { CompanyAnswer, FindCompanyAnswer } from './company-document.ts';

/** The size of an entry in addition to its body: tag, IDNO and the objects around them. */
const ENTRY_OVERHEAD_BYTES = 650;

export interface AnswerCacheOptions {
  /** Changes when any company changes (`CompanyStore.readDataVersion`). Throws Unavailable. */
  readDataVersion: () => number;
  maxBytes: number;
}

/**
 * Caches the most recently used answers until any company changes, which the very next request
 * sees. Unknown IDNOs are not cached: anyone could ask for an unlimited number of them.
 */
export function cacheAnswers(
  find: FindCompanyAnswer,
  { readDataVersion, maxBytes }: AnswerCacheOptions,
): FindCompanyAnswer {
  let cachedVersion = Number.NaN;
  let answers = openCache(maxBytes);

  async function findUncached(idno: string, version: number): Promise<CompanyAnswer | null> {
    const answer = await find(idno);
    // If a change was seen meanwhile, this answer may be from before it.
    if (answer !== null && version === cachedVersion) {
      answers.set(copyString(idno), toCached(answer));
    }
    return answer;
  }

  return async (idno) => {
    const version = readDataVersion();
    if (version !== cachedVersion) {
      // Replaced, not cleared: clearing a full cache would block the event loop.
      answers = openCache(maxBytes);
      cachedVersion = version;
    }
    return answers.get(idno) ?? findUncached(idno, version);
  };
}

interface CachedAnswer extends CompanyAnswer {
  body: Buffer;
}

function openCache(maxBytes: number): LRUCache<string, CachedAnswer> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + ENTRY_OVERHEAD_BYTES,
  });
}

/** A substring, such as a part of a URL, would keep the whole string in memory. */
function copyString(text: string): string {
  return Buffer.from(text).toString();
}

/** As bytes, which take less memory than text; a slice of Node's pool would keep the whole pool. */
function toCached({ body, etag }: CompanyAnswer): CachedAnswer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body));
  bytes.write(body.toString());
  return { body: bytes, etag };
}
