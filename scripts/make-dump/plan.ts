import { anomalies, listAnomalies } from './anomalies.ts';
import type { DumpOptions } from './options.ts';
import { createRandom, shuffledIndexes, weighted } from './random.ts';

type PlanOptions = Required<Pick<DumpOptions, 'seed' | 'rows' | 'anomalies' | 'withoutIdno'>>;

export interface PlannedRow {
  kind: string;
  /** The row whose IDNO a duplicate repeats, or whose folded name a twin shares. */
  partner: number | null;
}

/** The first rows contain every kind at least once, so a small sample shows all. */
const FIRST_ROWS = 300;

/** Rows between a row and its partner; a far one has batches of rows in between. */
const NEAR = 40;
const FAR = 2_100;
const PAIRED = new Set(['duplicate_idno', 'duplicate_idno_far', 'name_twin']);
const PURPOSE = 107;

/** The kind of each row of a dump, by row index from 0; a pure function of the options. */
export function planRows(options: PlanOptions): (row: number) => PlannedRow {
  const { seed, rows } = options;
  const first = dealFirst(options);
  const pickKind = createPick(options);
  const kindOf = (row: number): string =>
    first.get(row) ?? pickKind(createRandom(seed, PURPOSE, row));

  function partnerOf(row: number, kind: string): number | null {
    if (!PAIRED.has(kind)) return null;
    const isFar = kind === 'duplicate_idno_far' && row >= FIRST_ROWS;
    const partner = row - (isFar ? FAR : NEAR);
    if (partner < 0 || kindOf(partner) !== 'clean') return null;
    return isFar && isRepeatedBy(partner + NEAR, partner) ? null : partner;
  }

  function isRepeatedBy(row: number, partner: number): boolean {
    if (row >= rows) return false;
    const kind = kindOf(row);
    return kind.startsWith('duplicate_idno') && partnerOf(row, kind) === partner;
  }

  return (row) => {
    const kind = kindOf(row);
    if (kind === 'clean') {
      const isSuperseded = isRepeatedBy(row + NEAR, row) || isRepeatedBy(row + FAR, row);
      return { kind: isSuperseded ? 'superseded' : 'clean', partner: null };
    }
    const partner = partnerOf(row, kind);
    return PAIRED.has(kind) && partner === null ? { kind: 'clean', partner } : { kind, partner };
  };
}

function createPick({ anomalies: set, withoutIdno }: PlanOptions) {
  const shares: [string, number][] = listAnomalies(set).map((kind) => {
    return [kind, anomalies[kind]?.share ?? 0];
  });
  shares.push(['without_idno', withoutIdno]);
  const rest = 1 - shares.reduce((sum, [, share]) => sum + share, 0);
  const pick = weighted([...shares, ['clean', Math.max(0, rest)] as const], ([, share]) => share);
  return (random: () => number): string => pick(random)[0];
}

/** One row for each kind, and a clean one for each kind that needs a partner. */
function dealFirst({ seed, anomalies: set }: PlanOptions): Map<number, string> {
  const dealt = new Map<number, string>();
  const slots = shuffledIndexes(createRandom(seed, PURPOSE), FIRST_ROWS);
  for (const kind of listAnomalies(set).toSorted((a) => (PAIRED.has(a) ? -1 : 1))) {
    const isFree = (slot: number) => {
      return !dealt.has(slot) && (!PAIRED.has(kind) || (slot >= NEAR && !dealt.has(slot - NEAR)));
    };
    const slot = slots.find(isFree);
    if (slot === undefined) throw new Error(`${FIRST_ROWS} rows have no room for ${kind}`);
    dealt.set(slot, kind);
    if (PAIRED.has(kind)) dealt.set(slot - NEAR, 'clean');
  }
  return dealt;
}
