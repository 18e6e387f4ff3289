import { readdirSync } from 'node:fs';
import { readMemoryMib, readOwnMemoryMib } from '../bench/proc.ts';
import { median } from '../bench/table.ts';

interface Minute {
  answers: number;
  latenciesMs: number[];
  ownMib: number[];
  residentMib: number[];
  files: number[];
}

/** Further latencies are counted but not included in the percentile. */
const MAX_LATENCIES = 100_000;

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
      now.answers++;
      if (now.latenciesMs.length < MAX_LATENCIES) now.latenciesMs.push(elapsedMs);
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
  return { answers: 0, latenciesMs: [], ownMib: [], residentMib: [], files: [] };
}

function toFigures({ answers, latenciesMs, ownMib, residentMib, files }: Minute): string[] {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return [
    String(answers),
    p99Ms.toFixed(1),
    median(ownMib).toFixed(0),
    median(residentMib).toFixed(0),
    median(files).toFixed(0),
  ];
}
