import { type DestinationStream, type Logger, pino } from 'pino';

const MAX_URL_LENGTH = 500;
/** The `?` or `#` after a path, also escaped, as some mail programs write it in a link. */
const PATH_END = /[?#]|%(?:25)*(?:3f|23)/i;

/** A key, or the secret of a webhook. */
const KEY_TEXT = /(reg_)[0-9A-Za-z]{8,}|(whsec_)[0-9A-Za-z+/=]{8,}/g;
/** In place of what matches KEY_TEXT. */
const REDACTED = '$1$2[redacted]';
const REDACTED_WORD = 'reg_[redacted]';
const SECRET_MEMBER =
  /"((?:set-)?cookie|authorization|x-api-key)":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;
/** Characters that terminals interpret and JSON does not escape: C1 controls, direction marks. */
const UNPRINTABLE = /[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const ANY_ESCAPE = /%[0-9a-f]{2}/;
/** Matches every line that redaction could change; nearly all lines do not match. */
const SUSPECT = new RegExp(
  [KEY_TEXT, ANY_ESCAPE, SECRET_MEMBER, UNPRINTABLE].map(({ source }) => source).join('|'),
  'i',
);

/** An escape may itself be escaped; a word with more levels is replaced as a whole. */
const MAX_DECODINGS = 8;
/** A percent-encoded character of a key, or the beginning of another escape. */
const KEY_ESCAPE = /%(?:2[5bf]|3[0-9d]|[46][1-9a-f]|[57][0-9a]|5f)/gi;
const WORD = /[^\s"\\]+/g;

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

/** The same without percent-encoded keys, for what is stored. */
export function toPathToStore(url: string): string {
  return redactEscapedKeys(toLoggableUrl(url));
}

/**
 * Redacts a line of JSON before it is written: no key, no secret header and no terminal control
 * character gets through, at whatever depth of the logged object.
 */
function redactLine(line: string): string {
  if (!SUSPECT.test(line)) return line;
  return redactEscapedKeys(line)
    .replace(KEY_TEXT, REDACTED)
    .replace(SECRET_MEMBER, '"$1":"[redacted]"')
    .replace(UNPRINTABLE, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A word with a percent-encoded key is logged decoded, with the key replaced. */
function redactEscapedKeys(line: string): string {
  return line.replace(WORD, (word) => {
    if (!word.includes('%')) return word;
    const decoded = decodeKeyCharacters(word);
    if (decoded === null) return REDACTED_WORD;
    const redacted = decoded.replace(KEY_TEXT, REDACTED);
    return redacted === decoded ? word : redacted;
  });
}

/** Null: there are still escapes after MAX_DECODINGS. */
function decodeKeyCharacters(word: string): string | null {
  let text = word;
  for (let count = 0; count <= MAX_DECODINGS; count++) {
    const decoded = text.replace(KEY_ESCAPE, decodeEscape);
    if (decoded === text) return text;
    text = decoded;
  }
  return null;
}

function decodeEscape(encoded: string): string {
  return String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
}
