import { type DestinationStream, type Logger, pino } from 'pino';
import { redactLine } from './redaction.ts';

const MAX_URL_LENGTH = 500;
/** The `?` or `#` after a path, also escaped, as some mail programs write it in a link. */
const PATH_END = /[?#]|%(?:25)*(?:3f|23)/i;

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
