import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { JsonAnswer } from './documents.ts';

/** The size of an entry in addition to its body: tag, key and the objects around them. */
const ENTRY_OVERHEAD_BYTES = 650;
/**
 * The keys that the doorkeeper of a full cache remembers, 4 bytes each. More cost more than they
 * save (docs/benchmarks.md).
 */
const DOORKEEPER_KEYS = 2 ** 12;

/** What a cache was asked for since the start, and what it holds. */
export interface CacheUse {
  hits: number;
  misses: number;
  bytes: number;
}

export function createCacheUse(): CacheUse {
  return { hits: 0, misses: 0, bytes: 0 };
}

export interface AnswerCacheOptions<Wanted> {
  /** The key of the cache. */
  toKey: (wanted: Wanted) => string;
  /** See `CompanyReads`. Rejects with Unavailable. */
  readDataVersion: () => Promise<number>;
  /** 0: nothing is cached. */
  maxBytes: number;
  /** Is kept up to date. */
  use?: CacheUse;
}

/**
 * Caches the most recently used answers until any company changes (`CompanyReads.readDataVersion`).
 * A full cache takes an answer only if its doorkeeper remembers an earlier request for it: requests
 * for any company at random would otherwise replace the answers all the time, which costs more than
 * the few hits save. Null is not cached: anyone could ask for an unlimited number of unknown IDNOs.
 * Further arguments, such as who asks, do not change the answer.
 */
export function cacheAnswers<Wanted, Others extends unknown[], Missing extends null = never>(
  find: (wanted: Wanted, ...others: Others) => Promise<JsonAnswer | Missing>,
  { toKey, readDataVersion, maxBytes, use = createCacheUse() }: AnswerCacheOptions<Wanted>,
): (wanted: Wanted, ...others: Others) => Promise<JsonAnswer | Missing> {
  if (maxBytes === 0) return find;
  let cachedVersion = Number.NaN;
  let answers = openCache(maxBytes);
  const isRepeated = createDoorkeeper();

  return async (wanted, ...others) => {
    const version = await readDataVersion();
    if (version !== cachedVersion) {
      // Replaced, not cleared: clearing a full cache would block the event loop.
      answers = openCache(maxBytes);
      cachedVersion = version;
      use.bytes = 0;
    }
    const key = toKey(wanted);
    const cached = answers.get(key);
    if (cached !== undefined) {
      use.hits++;
      return cached;
    }
    use.misses++;
    const answer = await find(wanted, ...others);
    // If a change was seen meanwhile, this answer may be from before it.
    if (answer === null || version !== cachedVersion) return answer;
    const hasRoom = answers.calculatedSize + toSize(answer, key) <= maxBytes;
    if (hasRoom || isRepeated(key)) {
      answers.set(copyString(key), toCached(answer));
      use.bytes = answers.calculatedSize;
    }
    return answer;
  };
}

function openCache(maxBytes: number): LRUCache<string, JsonAnswer> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: toSize });
}

function toSize({ body }: JsonAnswer, key: string): number {
  return body.length + key.length + ENTRY_OVERHEAD_BYTES;
}

/**
 * The doorkeeper of TinyLFU (Einziger et al., 2017): whether a key was asked for before. It forgets
 * keys by overwriting their hashes.
 */
function createDoorkeeper(): (key: string) => boolean {
  const hashes = new Uint32Array(DOORKEEPER_KEYS);
  return (key) => {
    const hash = crc32(key);
    const isRepeated = hashes[hash % DOORKEEPER_KEYS] === hash;
    hashes[hash % DOORKEEPER_KEYS] = hash;
    return isRepeated;
  };
}

/** A substring, such as a part of a URL, would keep the whole string in memory. */
function copyString(text: string): string {
  return Buffer.from(text).toString();
}

/** Copies the body out of Node's buffer pool: a slice would keep the whole pool in memory. */
function toCached(answer: JsonAnswer): JsonAnswer {
  const body = Buffer.allocUnsafeSlow(answer.body.length);
  answer.body.copy(body);
  return { ...answer, body };
}

/** Rejects with Unavailable. */
export type ReadDataDate = () => Promise<string | null>;

export interface DataDateSources {
  /** `CompanyReads.findDataDate`. */
  findDataDate: ReadDataDate;
  /** Changes when any company or import changes. */
  readDataVersion: () => Promise<number>;
}

/**
 * Caches the date of the served dump, `YYYY-MM-DD`, so that a request does not query for it. It
 * is read again when the store's data version changes and after a failure; requests that come
 * meanwhile share that read.
 */
export function cacheDataDate({ findDataDate, readDataVersion }: DataDateSources): ReadDataDate {
  let cachedVersion = Number.NaN;
  let cached: ReturnType<ReadDataDate> | null = null;

  return async () => {
    const version = await readDataVersion();
    if (cached !== null && version === cachedVersion) return cached;
    const reading = findDataDate();
    cachedVersion = version;
    cached = reading;
    reading.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading;
  };
}

/** Requests whose keys were read in one batch share one read of a value, such as a data version. */
export function oncePerTick<Value>(read: () => Value): () => Value {
  let cached: { value: Value } | null = null;
  const clear = () => {
    cached = null;
  };
  return () => {
    if (cached === null) {
      cached = { value: read() };
      process.nextTick(clear);
    }
    return cached.value;
  };
}
