import {
  countRequests,
  type DayUsage,
  NO_REQUESTS,
  REQUEST_KINDS,
  type Requests,
} from '../store/port/usage.ts';

/** Units of the drawing; the page scales it to its width. */
const HEIGHT = 160;
const STEP = 24;
const BAR_WIDTH = 16;
/** A single request among thousands must still be visible. */
const MIN_BAR_HEIGHT = 2;
/** Between the days that the axis names, counted back from the last one. */
const TICK_DAYS = 7;
/** Where the scale may end, times a power of ten. */
const SCALE_ENDS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

export interface Bar {
  kind: keyof Requests;
  y: number;
  height: number;
}

export interface ChartDay extends DayUsage {
  /** Of its place in the drawing, which is `step` wide; its bars stand in the middle. */
  x: number;
  /** Whether the axis names this day. */
  isTick: boolean;
  bars: Bar[];
}

export interface Chart {
  width: number;
  height: number;
  step: number;
  barWidth: number;
  /** Of the busiest day; 0 where there was no request. */
  highest: number;
  /** The value at full height; even, so that the value at half the height is a whole number. */
  scaleEnd: number;
  days: ChartDay[];
}

/** Stacked bars, one place a day, the last day on the right. */
export function toChart(usage: readonly DayUsage[]): Chart {
  const highest = Math.max(0, ...usage.map(countRequests));
  const scaleEnd = toScaleEnd(highest);
  const days = usage.map((one, index) => ({
    ...one,
    x: index * STEP,
    isTick: (usage.length - 1 - index) % TICK_DAYS === 0,
    bars: toBars(one, scaleEnd),
  }));
  const size = { width: usage.length * STEP, height: HEIGHT, step: STEP, barWidth: BAR_WIDTH };
  return { ...size, highest, scaleEnd, days };
}

export function toTotals(usage: readonly DayUsage[]): Requests {
  const totals = { ...NO_REQUESTS };
  for (const day of usage) for (const kind of REQUEST_KINDS) totals[kind] += day[kind];
  return totals;
}

function toScaleEnd(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const ends = SCALE_ENDS.map((end) => Math.round(end * power));
  return ends.find((end) => end >= highest && end % 2 === 0) ?? 10 * power;
}

function toBars(usage: Requests, scaleEnd: number): Bar[] {
  const kinds = REQUEST_KINDS.filter((kind) => usage[kind] > 0);
  const heights = kinds.map((kind) =>
    Math.max(MIN_BAR_HEIGHT, round((usage[kind] / scaleEnd) * HEIGHT)),
  );
  // The tallest bar gives up the height that the smallest bars got beyond their share.
  const excess = Math.max(0, round(heights.reduce((sum, height) => sum + height, 0) - HEIGHT));
  const tallest = heights.indexOf(Math.max(...heights));
  let top = HEIGHT;
  return kinds.map((kind, index) => {
    const height = round((heights[index] ?? 0) - (index === tallest ? excess : 0));
    top = round(top - height);
    return { kind, y: top, height };
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
