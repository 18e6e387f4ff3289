import { readdirSync } from 'node:fs';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { toMicros } from '../bench/load.ts';
import { readMemoryMib, readOwnMemoryMib } from '../bench/proc.ts';
import { median } from '../bench/table.ts';

interface Minute {
  latencies: RecordableHistogram;
  ownMib: number[];
  residentMib: number[];
  files: number[];
}

/** Records each minute's answers and their times, and a process's memory and descriptors. */
export function createMinutes(pid: number) {
  const minutes: Minute[] = [];
  const counts = new Map<string, number>();
  let now = createMinute();
  let unexpected = 0;
  let firstUnexpected = '';

  return {
    head: [
      'minute',
      'answers',
      'p99 ms',
      'MiB without file mappings',
      'resident MiB',
      'descriptors',
    ],

    /** Records an answer of a task; `fault` is null if it was correct. */
    note(task: string, elapsedMs: number, fault: string | null): void {
      now.latencies.record(toMicros(elapsedMs));
      counts.set(task, (counts.get(task) ?? 0) + 1);
      if (fault === null) return;
      unexpected++;
      firstUnexpected ||= `${task}: ${fault}`;
    },

    sample(): void {
      now.ownMib.push(readOwnMemoryMib(pid));
      now.residentMib.push(readMemoryMib(pid, 'VmRSS'));
      now.files.push(readdirSync(`/proc/${pid}/fd`).length);
    },

    endMinute(): void {
      minutes.push(now);
      now = createMinute();
    },

    rows: () => minutes.map((minute, index) => [String(index + 1), ...toFigures(minute)]),

    summary: () =>
      `Answers by task: ${[...counts].map(([task, count]) => `${task} ${count}`).join(', ')}; ` +
      `${unexpected} unexpected.`,

    get unexpected() {
      return unexpected;
    },

    get firstUnexpected() {
      return firstUnexpected;
    },

    /**
     * How much the process's memory without file mappings grew between `count` minutes from
     * `minute` on and the last `count`, comparing the highest minute of each: 0.1 is a tenth.
     */
    growthSince(minute: number, count: number): number {
      const highest = (span: Minute[]) => Math.max(...span.map(({ ownMib }) => median(ownMib)));
      return highest(minutes.slice(-count)) / highest(minutes.slice(minute, minute + count)) - 1;
    },
  };
}

export type Minutes = ReturnType<typeof createMinutes>;

function createMinute(): Minute {
  return { latencies: createHistogram(), ownMib: [], residentMib: [], files: [] };
}

function toFigures({ latencies, ownMib, residentMib, files }: Minute): string[] {
  return [
    String(latencies.count),
    (latencies.percentile(99) / 1_000).toFixed(1),
    median(ownMib).toFixed(0),
    median(residentMib).toFixed(0),
    median(files).toFixed(0),
  ];
}
