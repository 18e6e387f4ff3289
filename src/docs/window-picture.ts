/** A moment of the example: what a window of 60 seconds that ends now has in it. */
export interface WindowMoment {
  clock: string;
  /** In the picture's units. */
  top: number;
  windowX: number;
  windowWidth: number;
  bursts: { x: number; counted: boolean }[];
  counted: number;
  /** Whole seconds until the oldest counted request leaves. */
  untilFree: number;
}

export interface WindowPicture {
  width: number;
  height: number;
  burstWidth: number;
  requestsPerBurst: number;
  ticks: { x: number; label: string }[];
  moments: WindowMoment[];
}

const LIMIT = 60;
const WINDOW_SECONDS = 60;
const REQUESTS_PER_BURST = 10;
/** Seconds after 12:00:00 at which ten requests were sent at once. */
const BURSTS = [5, 13, 21, 29, 37, 45];
const NOW = [50, 70];
const FIRST_SECOND = -15;
const LAST_SECOND = 75;
const UNITS_PER_SECOND = 5;
const ROW_HEIGHT = 118;

/** Six bursts of ten requests, seen at two moments: the window is full, then it has room. */
export function toWindowPicture(): WindowPicture {
  const toX = (second: number) => (second - FIRST_SECOND) * UNITS_PER_SECOND;
  return {
    width: toX(LAST_SECOND),
    height: ROW_HEIGHT * NOW.length + 24,
    burstWidth: 4 * UNITS_PER_SECOND,
    requestsPerBurst: REQUESTS_PER_BURST,
    ticks: [0, 30, 60].map((second) => ({ x: toX(second), label: toClock(second) })),
    moments: NOW.map((now, row) => {
      const counted = BURSTS.filter((second) => second > now - WINDOW_SECONDS);
      const oldest = counted[counted.length - LIMIT / REQUESTS_PER_BURST] ?? counted[0] ?? now;
      return {
        clock: toClock(now),
        top: row * ROW_HEIGHT,
        windowX: toX(Math.max(now - WINDOW_SECONDS, FIRST_SECOND)),
        windowWidth: WINDOW_SECONDS * UNITS_PER_SECOND,
        bursts: BURSTS.map((second) => ({ x: toX(second), counted: counted.includes(second) })),
        counted: counted.length * REQUESTS_PER_BURST,
        untilFree: oldest + WINDOW_SECONDS - now,
      };
    }),
  };
}

function toClock(second: number): string {
  return new Date(Date.UTC(2000, 0, 1, 12, 0, second)).toISOString().slice(11, 19);
}
