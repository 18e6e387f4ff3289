import type {
  ChangePage,
  ChangePosition,
  ChangeQuery,
  PublicChange,
} from '../../src/store/port/public-changes.ts';
import type { TestStore } from '../support/stores.ts';

const EVER = { from: '1991-01-01' };

/** All changes that clients can read after a position, by default all there are. */
export async function readChanges(
  { changes }: Pick<TestStore, 'changes'>,
  after: ChangeQuery['start'] = EVER,
): Promise<{ changes: PublicChange[]; next: ChangePosition }> {
  const found: PublicChange[] = [];
  for (let start = after; ; ) {
    const query = { start, first: 1_000, keptFromMs: 0 };
    const page: ChangePage | null = await changes.readChanges(query);
    if (page === null) throw new Error('the position is not kept');
    found.push(...page.changes);
    start = page.next;
    if (!page.more) return { changes: found, next: page.next };
  }
}
