import { describe, expect, it } from 'vitest';
import { createProgress } from '../../scripts/import/progress.ts';
import { createClock } from '../support/clock.ts';

function watch(isTTY: boolean) {
  const clock = createClock(0);
  const written: string[] = [];
  const progress = createProgress({ isTTY, write: (text) => written.push(text) }, clock.nowMs);
  return { clock, written, progress };
}

describe('on a terminal', () => {
  it('one line shows progress, speed and time left', () => {
    const { clock, written, progress } = watch(true);
    progress.begin('reading', 300_000);
    clock.advance(2_000);
    progress.advance(100_000);
    expect(written).toEqual([
      '\r\u001b[Kreading ████████░░░░░░░░░░░░░░░░ 33 %, 100000 rows, 50000 rows/s, 4 s left',
    ]);
    progress.end();
    expect(written.at(-1)).toBe('\r\u001b[K');
  });

  it('the bar changes at most ten times a second, and notes appear above it', () => {
    const { clock, written, progress } = watch(true);
    progress.begin('reading', 1_000);
    for (let batch = 0; batch < 1_000; batch++) {
      clock.advance(1);
      progress.advance(1);
    }
    expect(written).toHaveLength(10);
    progress.note('a note');
    expect(written.at(-1)).toBe('\r\u001b[Ka note\n');
  });
});

describe('in a log', () => {
  it('a plain line appears every five seconds and at the end of each part', () => {
    const { clock, written, progress } = watch(false);
    progress.begin('reading', 100);
    for (let second = 0; second < 12; second++) {
      clock.advance(1_000);
      progress.advance(5);
    }
    progress.begin('writing', null);
    clock.advance(1_000);
    progress.advance(60);
    progress.end();
    progress.end();
    expect(written).toEqual([
      'reading: 25 %, 25 rows, 5 rows/s, 15 s left\n',
      'reading: 50 %, 50 rows, 5 rows/s, 10 s left\n',
      'reading: 60 %, 60 rows, 5 rows/s, 8 s left\n',
      'writing: 60 rows, 60 rows/s\n',
    ]);
  });

  it('more rows than expected are 100 %, and no rows print nothing', () => {
    const { clock, written, progress } = watch(false);
    progress.end();
    expect(written).toEqual([]);
    progress.begin('reading', 10);
    clock.advance(5_000);
    progress.advance(50);
    expect(written).toEqual(['reading: 100 %, 50 rows, 10 rows/s, 0 s left\n']);
  });
});
