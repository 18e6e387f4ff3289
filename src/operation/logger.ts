import { type DestinationStream, type Logger, pino } from 'pino';
import { redactEscapedKeys } from './escaped-keys.ts';

const MAX_URL_LENGTH = 500;

const KEY_TEXT = /reg_[0-9A-Za-z]{8,}/g;
const REDACTED_KEY = 'reg_[redacted]';
const ANY_ESCAPE = /%[0-9a-f]{2}/;
/** A question or number sign; also escaped, as some mail programs make of it in a link. */
const PATH_END = /[?#]|%(?:25)*(?:3f|23)/i;
const SECRET_MEMBER =
  /"((?:set-)?cookie|authorization|x-api-key)":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/** What terminals obey and JSON leaves as it is: 8-bit controls, direction marks, separators. */
const UNPRINTABLE = /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON lines; keys, tokens and cookies never reach them. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: makeFitToKeep },
    },
    destination,
  );
}

/** The time's member of a line; made once for all the lines of a millisecond. */
function createTimestamp(): () => string {
  let lastMs = Number.NaN;
  let member = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) {
      lastMs = nowMs;
      member = `,"time":"${new Date(nowMs).toISOString()}"`;
    }
    return member;
  };
}

/** A request's path for a log, without its query, where people put secrets by mistake. */
export function toLoggableUrl(url: string): string {
  const end = url.search(PATH_END);
  return url.slice(0, end === -1 ? MAX_URL_LENGTH : Math.min(end, MAX_URL_LENGTH));
}

/** Meets each line that one of these would change; nearly all lines have nothing of them. */
const SUSPECT = new RegExp(
  [KEY_TEXT, ANY_ESCAPE, SECRET_MEMBER, UNPRINTABLE].map(({ source }) => source).join('|'),
  'i',
);

/**
 * The last look at a line before it leaves: whatever was logged and at whatever depth, no key and
 * no secret header stands in it, and nothing that a terminal would obey.
 */
function makeFitToKeep(line: string): string {
  if (!SUSPECT.test(line)) return line;
  return redactEscapedKeys(line, KEY_TEXT, REDACTED_KEY)
    .replace(KEY_TEXT, REDACTED_KEY)
    .replace(SECRET_MEMBER, '"$1":"[redacted]"')
    .replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
