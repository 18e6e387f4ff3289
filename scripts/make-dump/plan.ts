import { type AnomalyKind, anomalies, anomalyKinds } from './anomalies.ts';
import { createRandom, type Random, shuffledIndexes } from './random.ts';
import type { RowKind } from './row.ts';

/** Kinds are dealt out in blocks, so that shares are kept and 300 rows have every kind. */
export const BLOCK_ROWS = 300;

/** A far duplicate stands this many blocks below the row that it repeats. */
const FAR_BLOCKS = 7;
const PURPOSE = 101;

export interface PlanOptions {
  seed: number;
  /** Rows of the dump; what a row pairs with must lie below this number. */
  rows: number;
  anomalies: boolean;
  /** Share of rows without a 13-digit number, 0 to 1. */
  withoutIdno: number;
}

export interface PlannedRow {
  kind: RowKind;
  /** The row whose number a duplicate repeats, or whose name a twin folds like. */
  partner: number | null;
}

interface Block {
  slots: PlannedRow[];
  /** The slot that a far duplicate, `FAR_BLOCKS` further down, repeats; null without anomalies. */
  farFirst: number | null;
}

const CLEAN: PlannedRow = { kind: 'clean', partner: null };

/** What each row of a dump is, by row index from 0; a pure function of the options. */
export function planRows(options: PlanOptions): (row: number) => PlannedRow {
  let current = -1;
  let slots: PlannedRow[] = [];
  return (row) => {
    const number = Math.floor(row / BLOCK_ROWS);
    if (number !== current) {
      slots = planBlock(options, number);
      current = number;
    }
    return slots[row % BLOCK_ROWS] ?? CLEAN;
  };
}

function planBlock(options: PlanOptions, number: number): PlannedRow[] {
  const { slots, farFirst } = dealKinds(options, number);
  if (farFirst === null) return slots;
  // The first block has its far pair within itself: a small sample must have one too.
  const earlier = number < FAR_BLOCKS ? null : dealKinds(options, number - FAR_BLOCKS).farFirst;
  const base = (number - FAR_BLOCKS) * BLOCK_ROWS;
  for (const slot of slots) {
    if (slot.kind !== 'duplicate_idno_far' || slot.partner !== null) continue;
    if (earlier === null) slot.kind = 'clean';
    else slot.partner = base + earlier;
  }
  if (repeatsFar(options, number + FAR_BLOCKS)) {
    slots[farFirst] = { kind: 'superseded', partner: null };
  }
  return slots;
}

/** True where the block has a far duplicate, and the dump is long enough to reach it. */
function repeatsFar(options: PlanOptions, number: number): boolean {
  const { slots } = dealKinds(options, number);
  const slot = slots.findIndex(({ kind }) => kind === 'duplicate_idno_far');
  return slot >= 0 && number * BLOCK_ROWS + slot < options.rows;
}

/** Deals the kinds of one block to its slots, without looking at other blocks. */
function dealKinds(options: PlanOptions, number: number): Block {
  const random = createRandom(options.seed, number, PURPOSE);
  const slots = Array.from({ length: BLOCK_ROWS }, (): PlannedRow => ({ ...CLEAN }));
  const free = shuffledIndexes(random, BLOCK_ROWS);
  const farFirst = options.anomalies ? (free.pop() ?? null) : null;
  for (const kind of options.anomalies ? anomalyKinds : []) {
    for (let count = countOf(random, kind, number); count > 0; count -= 1) {
      deal(slots, free, kind, number, options.rows);
    }
  }
  for (let count = roundUp(random, options.withoutIdno * BLOCK_ROWS); count > 0; count -= 1) {
    const slot = free.pop();
    if (slot !== undefined) slots[slot] = { kind: 'without_idno', partner: null };
  }
  return { slots, farFirst };
}

function deal(
  slots: PlannedRow[],
  free: number[],
  kind: AnomalyKind,
  number: number,
  rows: number,
): void {
  const slot = free.pop();
  if (slot === undefined) return;
  slots[slot] = { kind, partner: null };
  const isNear = kind === 'duplicate_idno' || (kind === 'duplicate_idno_far' && number === 0);
  if (!isNear && kind !== 'name_twin') return;
  const other = free.pop() ?? slot;
  const early = Math.min(slot, other);
  const late = Math.max(slot, other);
  const base = number * BLOCK_ROWS;
  slots[late] = { kind, partner: base + early };
  const isRepeated = isNear && base + late < rows;
  slots[early] = { kind: isRepeated ? 'superseded' : 'clean', partner: null };
}

/** At least one of every kind in the first block; on average the kind's share in the others. */
function countOf(random: Random, kind: AnomalyKind, number: number): number {
  const count = roundUp(random, anomalies[kind].share * BLOCK_ROWS);
  return number === 0 ? Math.max(1, count) : count;
}

/** Up or down at random, so that the average is kept. */
function roundUp(random: Random, count: number): number {
  return Math.floor(count + random());
}
