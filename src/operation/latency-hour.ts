import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** In microseconds; longer times count as the longest. Each takes some 20 KB, so the hour 1.2 MB. */
const SCALE = { lowest: 1, highest: 60_000_000, figures: 2 };

/** The times of the last hour, in milliseconds, to within 1 %. */
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

interface Minute {
  number: number;
  times: RecordableHistogram;
}

/** Counts how long requests took in each of the last 60 minutes. `elapsedMs` is a monotonic clock. */
export function createLatencyHour(elapsedMs: () => number): LatencyHour {
  const minutes: Minute[] = [];
  const toMinute = () => Math.floor(elapsedMs() / MINUTE_MS);

  return {
    note(ms) {
      const number = toMinute();
      const place = number % MINUTES;
      let minute = minutes[place];
      if (minute?.number !== number) {
        minute = { number, times: createHistogram(SCALE) };
        minutes[place] = minute;
      }
      const micros = Math.min(Math.round(ms * 1_000), SCALE.highest);
      minute.times.record(micros >= SCALE.lowest ? micros : SCALE.lowest);
    },
    read() {
      const oldest = toMinute() - MINUTES + 1;
      const hour = createHistogram(SCALE);
      for (const minute of minutes) {
        if (minute !== undefined && minute.number >= oldest) hour.add(minute.times);
      }
      if (hour.count === 0) return null;
      return { p50Ms: hour.percentile(50) / 1_000, p99Ms: hour.percentile(99) / 1_000 };
    },
  };
}
