import { LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';

/** A moment of the example, with the requests in the window that ends then. */
export type WindowMoment = ReturnType<typeof toWindowPicture>['moments'][number];

/** Seconds after 12:00:00 at which an equal part of the limit was sent at once. */
const BURSTS = [5, 13, 21, 29, 37, 45];
const NOW = [50, 70];
const FIRST_SECOND = -15;
const LAST_SECOND = 75;
const UNITS_PER_SECOND = 5;
const ROW_HEIGHT = 118;

/**
 * Six bursts that make up the limit, at two moments: the window is full, then it has room.
 * Positions and sizes are in units of the picture.
 */
export function toWindowPicture(limit: number) {
  const toX = (second: number) => (second - FIRST_SECOND) * UNITS_PER_SECOND;
  const bursts = BURSTS.map((second, index) => ({ second, requests: toPart(limit, index) }));
  return {
    width: toX(LAST_SECOND),
    height: ROW_HEIGHT * NOW.length + 24,
    burstWidth: 4 * UNITS_PER_SECOND,
    ticks: [0, 30, 60].map((second) => ({ x: toX(second), label: toClock(second) })),
    moments: NOW.map((now, row) => {
      const inWindow = bursts.filter(({ second }) => second > now - LIMIT_WINDOW_SECONDS);
      const counted = inWindow.reduce((sum, { requests }) => sum + requests, 0);
      return {
        clock: toClock(now),
        top: row * ROW_HEIGHT,
        windowX: toX(Math.max(now - LIMIT_WINDOW_SECONDS, FIRST_SECOND)),
        windowWidth: LIMIT_WINDOW_SECONDS * UNITS_PER_SECOND,
        bursts: bursts.map((burst) => ({
          x: toX(burst.second),
          requests: burst.requests,
          counted: inWindow.includes(burst),
        })),
        counted,
        /** Requests that would be admitted now. */
        free: limit - counted,
        /** Whole seconds until the oldest counted request leaves. */
        untilFree: (inWindow[0]?.second ?? now) + LIMIT_WINDOW_SECONDS - now,
      };
    }),
  };
}

/** The requests of one burst; the remainder is spread over the first ones. */
function toPart(limit: number, index: number): number {
  return Math.floor(limit / BURSTS.length) + (index < limit % BURSTS.length ? 1 : 0);
}

function toClock(second: number): string {
  return new Date(Date.UTC(2000, 0, 1, 12, 0, second)).toISOString().slice(11, 19);
}
