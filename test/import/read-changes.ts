import type { ChangePage, ChangePlace, PublicChange } from '../../src/store/port/public-changes.ts';
import type { TestStore } from '../support/stores.ts';

export const FIRST_PLACE: ChangePlace = { importMs: 0, idno: null };

/** All changes that clients can read after a place, and the place behind them. */
export async function readChanges(
  { changes }: Pick<TestStore, 'changes'>,
  after: ChangePlace | null = FIRST_PLACE,
): Promise<{ changes: PublicChange[]; next: ChangePlace }> {
  const found: PublicChange[] = [];
  for (let start = after; ; ) {
    const query = { start, first: 1_000, keptFromMs: 0 };
    const page: ChangePage | null = await changes.readChanges(query);
    if (page === null) throw new Error('the place is not kept');
    found.push(...page.changes);
    start = page.next;
    if (!page.more) return { changes: found, next: page.next };
  }
}
