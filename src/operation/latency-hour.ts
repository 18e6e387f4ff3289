const MINUTE_MS = 60_000;
const MINUTES = 60;
const SHORTEST_MS = 0.05;
/** Each bucket is 9 % wider than the one before. */
const BUCKETS_PER_DOUBLING = 8;
/** Up to 52 seconds; the last one also has all that took longer. */
const BUCKETS = 20 * BUCKETS_PER_DOUBLING + 1;
/** The memory of the counts, however many there are: 38 KB. */
const MAX_COUNTS = MINUTES * BUCKETS;

/** The times of the last hour, in milliseconds; each is at most 9 % above the exact one. */
export interface Latencies {
  /** The time within which half of all were answered. */
  p50Ms: number;
  /** The time within which 99 of 100 were answered. */
  p99Ms: number;
}

export interface LatencyHour {
  note(ms: number): void;
  /** Null if there were none. */
  read(): Latencies | null;
}

/** Counts how long requests took in each of the last 60 minutes. `elapsedMs` is a monotonic clock. */
export function createLatencyHour(elapsedMs: () => number): LatencyHour {
  const counts = new Uint32Array(MAX_COUNTS);
  /** Which minute each row of `counts` is of. */
  const minutes = new Float64Array(MINUTES).fill(Number.NEGATIVE_INFINITY);
  const toMinute = () => Math.floor(elapsedMs() / MINUTE_MS);

  /** The counts of the last hour, all minutes together. */
  function sum(): Float64Array {
    const oldest = toMinute() - MINUTES + 1;
    const sums = new Float64Array(BUCKETS);
    for (const [row, minute] of minutes.entries()) {
      if (minute < oldest) continue;
      const start = row * BUCKETS;
      for (const [bucket, count] of counts.subarray(start, start + BUCKETS).entries()) {
        sums[bucket] = (sums[bucket] ?? 0) + count;
      }
    }
    return sums;
  }

  return {
    note(ms) {
      const minute = toMinute();
      const row = minute % MINUTES;
      const start = row * BUCKETS;
      if (minutes[row] !== minute) {
        counts.fill(0, start, start + BUCKETS);
        minutes[row] = minute;
      }
      const place = start + toBucket(ms);
      counts[place] = (counts[place] ?? 0) + 1;
    },
    read() {
      const sums = sum();
      const total = sums.reduce((one, other) => one + other, 0);
      if (total === 0) return null;
      return { p50Ms: findQuantile(sums, total * 0.5), p99Ms: findQuantile(sums, total * 0.99) };
    },
  };
}

function toBucket(ms: number): number {
  if (!(ms > SHORTEST_MS)) return 0;
  return Math.min(Math.ceil(Math.log2(ms / SHORTEST_MS) * BUCKETS_PER_DOUBLING), BUCKETS - 1);
}

/** The upper end of the bucket in which the count reaches `rank`. */
function findQuantile(sums: Float64Array, rank: number): number {
  let reached = 0;
  const bucket = sums.findIndex((count) => {
    reached += count;
    return reached >= rank;
  });
  return SHORTEST_MS * 2 ** (bucket / BUCKETS_PER_DOUBLING);
}
