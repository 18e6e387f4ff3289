import { type DestinationStream, type Logger, pino } from 'pino';
import { redactSecrets } from '../domain/account/secret-texts.ts';

const MAX_URL_LENGTH = 500;
/** The `?` or `#` after a path, also escaped, as some mail programs write it in a link. */
const PATH_END = /[?#]|%(?:25)*(?:3f|23)/i;

const SECRET_MEMBER =
  /"((?:set-)?cookie|authorization|x-api-key)":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/** Characters that terminals interpret and JSON does not escape: C1 controls, direction marks. */
const UNPRINTABLE = /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Matches every line that the two could change; nearly all lines do not match. */
const SUSPECT = new RegExp(`${SECRET_MEMBER.source}|${UNPRINTABLE.source}`, 'i');

/** Writes JSON lines, redacted: keys, tokens and cookies never reach the destination. */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
    },
    destination,
  );
}

/** The `time` member of a line, formatted once for all lines of a millisecond. */
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

/** A request's path for a log, without its query, which may hold secrets. */
export function toLoggableUrl(url: string): string {
  const end = url.search(PATH_END);
  return url.slice(0, end === -1 ? MAX_URL_LENGTH : Math.min(end, MAX_URL_LENGTH));
}

/**
 * Redacts a line of JSON before it is written: no key, no secret header and no terminal control
 * character gets through, at whatever depth of the logged object.
 */
function redactLine(line: string): string {
  const redacted = redactSecrets(line);
  if (!SUSPECT.test(redacted)) return redacted;
  return redacted
    .replace(SECRET_MEMBER, '"$1":"[redacted]"')
    .replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
