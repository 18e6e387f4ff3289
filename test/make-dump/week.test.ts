import { describe, expect, it } from 'vitest';
import type { DumpOptions } from '../../scripts/make-dump/options.ts';
import type { Truth } from '../../scripts/make-dump/row.ts';
import { generateRows } from '../../scripts/make-dump/rows.ts';

const base: DumpOptions = { rows: 6_000, seed: 8, dumpDate: '2026-09-14' };
const week = { ...base, dumpDate: '2026-09-21', changed: 0.05 };

const before = storedByIdno(base);
const after = storedByIdno(week);
const touched = [...before].filter(([idno, truth]) => {
  const later = after.get(idno);
  return later !== undefined && JSON.stringify(record(later)) !== JSON.stringify(record(truth));
});

describe('a later week of the same dump', () => {
  it('changes exactly the companies that it marks as changed', () => {
    const said = [...after.values()].filter((truth) => truth.change === 'changed');
    expect(touched.map(([idno]) => idno).sort()).toEqual(said.map((truth) => truth.idno).sort());
    expect(said.length / before.size).toBeGreaterThan(0.03);
    expect(said.length / before.size).toBeLessThan(0.05);
  });

  it('removes some companies and adds about as many', () => {
    const gone = [...before.keys()].filter((idno) => !after.has(idno));
    const gained = [...after].filter(([idno]) => !before.has(idno));
    expect(gained.map(([, truth]) => truth.change)).toEqual(gained.map(() => 'new'));
    expect(gained.length).toBe(30);
    expect(gone.length).toBeGreaterThan(10);
    expect(gone.length).toBeLessThan(50);
  });

  it('liquidates some in the days before the dump', () => {
    const closed = touched.filter(([idno, truth]) => {
      return truth.liquidatedOn === null && after.get(idno)?.liquidatedOn !== null;
    });
    expect(closed.length).toBeGreaterThan(0);
    for (const [idno] of closed) {
      expect(after.get(idno)?.expected?.status).toBe('lichidata');
      expect(after.get(idno)?.liquidatedOn).toMatch(/^2026-09-(1[4-9]|20)$/);
    }
  });

  it('differs at another date', () => {
    const next = storedByIdno({ ...week, dumpDate: '2026-09-28' });
    const differing = [...next].filter(([idno, truth]) => {
      const same = after.get(idno);
      return same !== undefined && JSON.stringify(record(same)) !== JSON.stringify(record(truth));
    });
    expect(differing.length).toBeGreaterThan(100);
  });

  it('is the first dump again where nothing changes but the date', () => {
    const same = storedByIdno({ ...base, dumpDate: '2026-09-21' });
    const clean = [...before].filter(([, truth]) => truth.kind === 'clean');
    for (const [idno, truth] of clean) expect(same.get(idno)).toEqual(truth);
  });
});

function storedByIdno(options: DumpOptions): Map<string, Truth> {
  const stored = new Map<string, Truth>();
  for (const { truth } of generateRows(options)) {
    if (truth.outcome === 'stored') stored.set(truth.idno ?? '', truth);
  }
  return stored;
}

function record({ expected, directors, licensedActivities, liquidatedOn, flags }: Truth) {
  return { expected, directors, licensedActivities, liquidatedOn, flags };
}
