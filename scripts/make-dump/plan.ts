import { type DirtKind, dirtKinds, dirts } from './dirt.ts';
import { createRandom, type Random, shuffledIndexes } from './random.ts';
import type { RowKind } from './row.ts';

/** Kinds are dealt out in blocks, so that shares are kept and 300 rows have every kind. */
export const BLOCK_ROWS = 300;

/** A far duplicate stands this many blocks below the row that it repeats. */
const farBlocks = 7;

export interface PlanOptions {
  seed: number;
  /** Rows of the dump; what a row pairs with must lie below this number. */
  rows: number;
  dirt: boolean;
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
  /** The slot that a far duplicate, `farBlocks` further down, repeats; null without dirt. */
  farFirst: number | null;
}

const purpose = 101;

/** What each row of a dump is, by row index from 0; a pure function of the options. */
export function planRows(options: PlanOptions): (row: number) => PlannedRow {
  let current = -1;
  let block: Block = { slots: [], farFirst: null };
  return (row) => {
    const number = Math.floor(row / BLOCK_ROWS);
    if (number !== current) {
      block = planBlock(options, number);
      current = number;
    }
    return block.slots[row % BLOCK_ROWS] ?? { kind: 'clean', partner: null };
  };
}

function planBlock(options: PlanOptions, number: number): Block {
  const block = dealKinds(options, number);
  const { farFirst } = block;
  if (farFirst === null) return block;
  // The first block has its far pair within itself: a small sample must have one too.
  const earlier = number < farBlocks ? null : dealKinds(options, number - farBlocks).farFirst;
  const base = (number - farBlocks) * BLOCK_ROWS;
  for (const slot of block.slots) {
    if (slot.kind !== 'duplicate_idno_far' || slot.partner !== null) continue;
    if (earlier === null) slot.kind = 'clean';
    else slot.partner = base + earlier;
  }
  if (repeatsFar(options, number + farBlocks)) {
    block.slots[farFirst] = { kind: 'superseded', partner: null };
  }
  return block;
}

/** True where the block has a far duplicate, and the dump is long enough to reach it. */
function repeatsFar(options: PlanOptions, number: number): boolean {
  const { slots } = dealKinds(options, number);
  const slot = slots.findIndex(({ kind }) => kind === 'duplicate_idno_far');
  return slot >= 0 && number * BLOCK_ROWS + slot < options.rows;
}

/** Deals the kinds of one block to its slots, without looking at other blocks. */
function dealKinds({ seed, rows, dirt, withoutIdno }: PlanOptions, number: number): Block {
  const random = createRandom(seed, number, purpose);
  const slots = Array.from(
    { length: BLOCK_ROWS },
    (): PlannedRow => ({ kind: 'clean', partner: null }),
  );
  const free = shuffledIndexes(random, BLOCK_ROWS);
  const base = number * BLOCK_ROWS;
  const farFirst = dirt ? (free.pop() ?? null) : null;
  for (const kind of dirt ? dirtKinds : []) {
    for (let count = countOf(random, kind, number); count > 0; count -= 1) {
      deal(slots, free, kind, base, rows, number === 0);
    }
  }
  for (let count = roundUp(random, withoutIdno * BLOCK_ROWS); count > 0; count -= 1) {
    const slot = free.pop();
    if (slot !== undefined) slots[slot] = { kind: 'without_idno', partner: null };
  }
  return { slots, farFirst };
}

function deal(
  slots: PlannedRow[],
  free: number[],
  kind: DirtKind,
  base: number,
  rows: number,
  first: boolean,
): void {
  const slot = free.pop();
  if (slot === undefined) return;
  slots[slot] = { kind, partner: null };
  const near = kind === 'duplicate_idno' || (kind === 'duplicate_idno_far' && first);
  if (!near && kind !== 'name_twin') return;
  const other = free.pop() ?? slot;
  const early = Math.min(slot, other);
  const late = Math.max(slot, other);
  slots[late] = { kind, partner: base + early };
  const repeated = near && base + late < rows;
  slots[early] = { kind: repeated ? 'superseded' : 'clean', partner: null };
}

/** At least one of every kind in the first block; on average the kind's share in the others. */
function countOf(random: Random, kind: DirtKind, number: number): number {
  const count = roundUp(random, dirts[kind].share * BLOCK_ROWS);
  return number === 0 ? Math.max(1, count) : count;
}

/** Up or down at random, so that the average is kept. */
function roundUp(random: Random, count: number): number {
  return Math.floor(count + random());
}
