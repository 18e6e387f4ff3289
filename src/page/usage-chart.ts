import type { DayUsage } from '../store/usage-store.ts';

/** Units of the drawing; the page scales it to its width. */
const HEIGHT = 160;
const STEP = 24;
const BAR_WIDTH = 16;

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  kind: 'ok' | 'errors' | 'limited';
  day: string;
}

export interface Chart {
  width: number;
  height: number;
  /** Of the tallest bar; 0 where there was no request. */
  highest: number;
  bars: Bar[];
}

/** Stacked bars, one place a day, the highest day at full height. */
export function toChart(days: readonly DayUsage[]): Chart {
  const highest = Math.max(0, ...days.map(toTotal));
  const bars = days.flatMap((one, place) => toBars(one, place * STEP, highest));
  return { width: days.length * STEP, height: HEIGHT, highest, bars };
}

export function toTotal({ ok, clientErrors, limited }: DayUsage): number {
  return ok + clientErrors + limited;
}

function toBars({ day, ok, clientErrors, limited }: DayUsage, left: number, highest: number) {
  const bars: Bar[] = [];
  let bottom = HEIGHT;
  const parts = [
    ['ok', ok],
    ['errors', clientErrors],
    ['limited', limited],
  ] as const;
  for (const [kind, count] of parts) {
    if (count === 0) continue;
    // A single request among thousands is still to be seen.
    const height = Math.max(2, round((count / highest) * (HEIGHT - 4)));
    bottom = round(bottom - height);
    const x = left + (STEP - BAR_WIDTH) / 2;
    bars.push({ x, y: Math.max(0, bottom), width: BAR_WIDTH, height, kind, day });
  }
  return bars;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
