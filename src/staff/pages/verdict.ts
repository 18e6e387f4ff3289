import type { ImportCounts, ImportKind } from '../../store/port/imports.ts';

type Counted = 'read' | 'new' | 'changed' | 'gone' | 'rejected' | 'withoutIdno';

/** What is compared of an import. */
export interface ComparedRun {
  kind: ImportKind;
  sample: boolean;
  outcome: 'running' | 'completed' | 'refused' | 'failed' | 'interrupted';
  message: string | null;
  counts: Pick<ImportCounts, Counted> | null;
}

export interface Verdict {
  /** Null if there is nothing to compare with, or it is not complete. */
  isUsual: boolean | null;
  /** One sentence. */
  text: string;
}

/** The most earlier imports that one is compared with, and the fewest. */
const MAX_COMPARED = 10;
const MIN_COMPARED = 3;
/** `read` is unusual if it differs from the median by more than this share of it. */
const MAX_READ_RATIO = 0.1;
/** Another count is unusual above this multiple of the median, and MIN_DIFFERENCE rows above it. */
const MAX_TIMES = 3;
const MIN_DIFFERENCE = 100;

const LABELS: Readonly<Record<Counted, string>> = {
  read: 'read',
  new: 'new',
  changed: 'changed',
  gone: 'gone',
  rejected: 'rejected',
  withoutIdno: 'without IDNO',
};

/**
 * What is unusual about an import: its counts against the median of the last completed ones of its
 * kind. `earlier` has those that began before it, the newest first.
 */
export function toVerdict(run: ComparedRun, earlier: readonly ComparedRun[]): Verdict {
  const { outcome, message, counts } = run;
  if (outcome === 'running') return { isUsual: null, text: 'It has not ended.' };
  if (outcome !== 'completed' || counts === null) {
    const reason = message === null ? '' : `: ${message}`;
    const happened = outcome === 'failed' ? 'it failed' : `it was ${outcome}`;
    return { isUsual: false, text: `Unusual because ${happened}${reason}` };
  }
  const compared = earlier
    .filter(({ kind, sample }) => kind === run.kind && sample === run.sample)
    .flatMap((one) => (one.outcome === 'completed' && one.counts !== null ? [one.counts] : []))
    .slice(0, MAX_COMPARED);
  if (compared.length < MIN_COMPARED) {
    const text = `Nothing to compare with: it needs ${MIN_COMPARED} completed imports of its kind.`;
    return { isUsual: null, text };
  }
  const odd = (Object.keys(LABELS) as Counted[]).flatMap((name) => {
    const median = toMedian(compared.map((one) => one[name]));
    if (!isUnusual(name, counts[name], median)) return [];
    return [`${LABELS[name]} is ${toText(counts[name])}, against a median of ${toText(median)}`];
  });
  if (odd.length === 0) return { isUsual: true, text: 'As usual.' };
  return { isUsual: false, text: `Unusual because ${odd.join('; ')}.` };
}

function isUnusual(name: Counted, count: number, median: number): boolean {
  if (name === 'read') return Math.abs(count - median) > median * MAX_READ_RATIO;
  return count > median * MAX_TIMES && count - median >= MIN_DIFFERENCE;
}

function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

function toText(count: number): string {
  return count.toLocaleString('en');
}
