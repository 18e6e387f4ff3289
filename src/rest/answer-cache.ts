import { LRUCache } from 'lru-cache';
import type { CompanyAnswer, FindCompanyAnswer } from './company-answer.ts';

/** Of an answer beside its body: the tag, the number, and the objects that hold them together. */
const BYTES_BESIDE_BODY = 650;

export interface AnswerCacheOptions {
  /** Another number once any company has changed. Throws Unavailable. */
  readDataVersion: () => number;
  maxBytes: number;
}

/**
 * Keeps the answers that were asked for last until any company changes, which is seen by the very
 * next request. What is not in the register is not kept: anyone could ask for ever more of it.
 */
export function cacheAnswers(
  find: FindCompanyAnswer,
  { readDataVersion, maxBytes }: AnswerCacheOptions,
): FindCompanyAnswer {
  const readVersion = onceARun(readDataVersion);
  let cachedVersion = Number.NaN;
  let answers = openCache(maxBytes);

  async function make(idno: string, version: number): Promise<CompanyAnswer | null> {
    const answer = await find(idno);
    // Where a change has been seen meanwhile, this may be from before it.
    if (answer !== null && version === cachedVersion) answers.set(toOwnText(idno), toOwn(answer));
    return answer;
  }

  return async (idno) => {
    const version = readVersion();
    if (version !== cachedVersion) {
      // A new one is there at once; to empty a full one takes 30 ms, in which nothing is answered.
      answers = openCache(maxBytes);
      cachedVersion = version;
    }
    return answers.get(idno) ?? make(idno, version);
  };
}

function openCache(maxBytes: number): LRUCache<string, CompanyAnswer> {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + BYTES_BESIDE_BODY,
  });
}

/**
 * One reading for all that is done without waiting for anything: requests whose keys were read
 * together ask one after the other, and a reading is 3 % of a request.
 */
function onceARun<Value>(read: () => Value): () => Value {
  let reading: { value: Value } | null = null;
  const forget = () => {
    reading = null;
  };
  return () => {
    if (reading === null) {
      reading = { value: read() };
      process.nextTick(forget);
    }
    return reading.value;
  };
}

/** The same text by itself: a part of a longer one, as an address, keeps all of that in memory. */
function toOwnText(text: string): string {
  return Buffer.from(text).toString();
}

/** The same answer in memory of its own: a part of Node's pool keeps all of that in memory. */
function toOwn({ body, etag }: CompanyAnswer): CompanyAnswer {
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return { body: own, etag };
}
