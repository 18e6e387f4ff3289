import { ApiError } from './errors.js';
/** How long to wait where a refusal at the limit does not say it: then the window is empty. */
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Of a proxy too, whose answers have no `error`. */
const TEMPORARY = [408, 429, 500, 502, 503, 504];
/**
 * Milliseconds until the next attempt, null if another one cannot help. All operations may be
 * sent twice: the second time changes nothing.
 */
export function toPauseMs({ error, response }, earlierFailures) {
    const isRead = error instanceof ApiError;
    if (response !== null && !TEMPORARY.includes(response.status) && (isRead || !response.ok)) {
        return null;
    }
    if (response?.status === 429) {
        return readLimit(response)?.resetMs ?? readRetryAfterMs(response) ?? WINDOW_MS;
    }
    const factor = 2 ** Math.min(earlierFailures, 16);
    const toldMs = response && readRetryAfterMs(response);
    if (toldMs != null)
        return toldMs * factor;
    // Spread, so that clients that failed together do not return together.
    return Math.min(FIRST_PAUSE_MS * factor, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
}
/** What `RateLimit` says: requests left, and milliseconds until one more, or a refused one, has room. */
export function readLimit({ headers }) {
    const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
    if (left === undefined || seconds === undefined)
        return null;
    return { left: Number(left), resetMs: Math.max(1, Number(seconds)) * 1_000 };
}
/** Reads seconds or, from a proxy, a date. */
function readRetryAfterMs({ headers }) {
    const text = headers.get('retry-after') ?? '';
    if (/^\d{1,9}$/.test(text))
        return Number(text) * 1_000;
    const dateMs = Date.parse(text);
    return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - Date.now());
}
