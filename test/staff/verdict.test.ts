import { expect, it } from 'vitest';
import { type ComparedRun, toVerdict } from '../../src/staff/pages/verdict.ts';

const COUNTS = { read: 1_000, new: 10, changed: 50, gone: 20, rejected: 0, withoutIdno: 4 };
const make = (
  counts: Partial<typeof COUNTS> = {},
  replaced: Partial<ComparedRun> = {},
): ComparedRun => ({
  ...{ kind: 'full', sample: false, outcome: 'completed', message: null },
  counts: { ...COUNTS, ...counts },
  ...replaced,
});
const EARLIER = [make({ read: 900 }), make(), make({ read: 1_100 }), make()];

it.each([
  [make(), true, 'As usual.'],
  [make({ read: 1_100, gone: 119, new: 0 }), true, 'As usual.'],
  [make({ read: 1_101 }), false, 'Unusual because read is 1,101, against a median of 1,000.'],
  [make({ read: 899 }), false, 'Unusual because read is 899, against a median of 1,000.'],
  [
    make({ gone: 2_000, rejected: 100 }),
    false,
    'Unusual because gone is 2,000, against a median of 20; rejected is 100, against a median of 0.',
  ],
  [make({ changed: 150 }), true, 'As usual.'],
  [make({}, { outcome: 'running', counts: null }), null, 'It has not ended.'],
  [
    make({}, { outcome: 'refused', counts: null, message: 'too few rows' }),
    false,
    'Unusual because it was refused: too few rows',
  ],
  [
    make({}, { outcome: 'failed', counts: null, message: 'the disk is full' }),
    false,
    'Unusual because it failed: the disk is full',
  ],
])('%j', (run, isUsual, text) => {
  expect(toVerdict(run, EARLIER)).toEqual({ isUsual, text });
});

it('compares only completed imports of its kind, at most ten, and at least three', () => {
  const others = [
    make({}, { kind: 'partial' }),
    make({}, { sample: true }),
    make({}, { outcome: 'failed', counts: null }),
  ];
  expect(toVerdict(make(), [...others, make(), make()]).isUsual).toBeNull();
  const newest = Array.from({ length: 10 }, () => make({ gone: 1_000 }));
  const oldest = Array.from({ length: 30 }, () => make());
  expect(toVerdict(make({ gone: 1_000 }), [...newest, ...oldest]).isUsual).toBe(true);
});
