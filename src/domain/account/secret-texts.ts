import { API_KEY_LENGTH, API_KEY_PREFIX, KEY_START_LENGTH } from './api-key.ts';
import { WEBHOOK_SECRET_LENGTH, WEBHOOK_SECRET_PREFIX } from './webhook.ts';

/*
 * API keys and secrets of webhooks in texts that are stored or logged. People copy them from mails,
 * chats and terminals, so that a secret may be in other letters, escaped, broken over lines, or
 * without its first or last characters: the rest could be guessed. The text is read as the secret
 * would be read, and each character knows its span of the text as it came.
 */

/** How much is read of a text for each character that is shown, so that long ones cost no more. */
const READ_PER_SHOWN = 4;

/**
 * Cuts each key to its start, by which its holder recognises it, and removes other secrets. At most
 * `maxLength` characters are left.
 */
export function cutSecrets(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return replaceSecrets(
    text.slice(0, READ_PER_SHOWN * maxLength),
    ({ prefix, start }) => `${prefix === API_KEY_PREFIX ? start : prefix}…`,
  ).slice(0, maxLength);
}

/** Removes all secrets. A text of JSON stays one. */
export function redactSecrets(text: string): string {
  return replaceSecrets(text, ({ prefix }) => `${prefix}[redacted]`);
}

/** A line break with what mail programs and terminals put around it. */
const BREAK = '(?:[-=\\\\]{0,2}[ ]*\\n[ \\n>|]*)?';
/** The first characters of a body have no underscore: names such as `reg_date_of_x` are no keys. */
const MIN_LENGTH = 8;
const toBody = (first: string, others: string, length: number) =>
  `(?:${BREAK}[${first}]){${MIN_LENGTH}}(?:${BREAK}[${others}]){0,${length - MIN_LENGTH}}[${others}]*`;
const KEY_BODY = toBody('\\p{L}\\p{N}', '\\p{L}\\p{N}_', API_KEY_LENGTH - API_KEY_PREFIX.length);
const WEBHOOK_BODY = toBody(
  '\\p{L}\\p{N}+/=-',
  '\\p{L}\\p{N}+/=_-',
  WEBHOOK_SECRET_LENGTH - WEBHOOK_SECRET_PREFIX.length,
);
/** Letters before an underscore, as in `reg_founders_list`; shorter than the body of any key. */
const NAME = '\\p{L}{8,20}_';
/** Without the prefix and up to a few characters: as many as a key has, of all three kinds. */
const RUN_LENGTH = API_KEY_LENGTH - API_KEY_PREFIX.length;
const MIN_RUN_LENGTH = RUN_LENGTH - 4;
const RUN = `(?<![0-9A-Za-z])[0-9A-Za-z]{${MIN_RUN_LENGTH},${RUN_LENGTH}}(?![0-9A-Za-z])`;
/** Without the prefix, and without the last character: a double click selects no `=`. */
const BASE64_LENGTH = WEBHOOK_SECRET_LENGTH - WEBHOOK_SECRET_PREFIX.length - 1;
const BASE64 = `[0-9A-Za-z+/]{${BASE64_LENGTH}}=|(?<![0-9A-Za-z+])[0-9A-Za-z+/]{${BASE64_LENGTH}}(?![0-9A-Za-z+/])`;
/** An underscore as it is, and escaped in Markdown, HTML, mails and JSON. */
const UNDERSCORE = '(?:\\\\*_|&(?:#0*95|#x0*5f|lowbar|UnderBar);|=5f|\\\\u005f)';
const SECRETS = new RegExp(
  `(?<key>reg${UNDERSCORE}(?!${NAME})${KEY_BODY})|(?<webhook>whsec${UNDERSCORE}${WEBHOOK_BODY})|${BASE64}|${RUN}`,
  'giu',
);
const ESCAPED_UNDERSCORE = new RegExp(UNDERSCORE, 'iu');
const KINDS = [/\d/, /[A-Z]/, /[a-z]/];

/** Nearly no line of the log has one: reading a text as a secret costs some microseconds. */
const SUSPECT_CHARACTER = /[_%=&\\\x80-\uffff]/;
const SUSPECT = new RegExp(`(?:reg|whsec)${UNDERSCORE}|%[0-9a-f]{2}|\\\\u|[^\\x00-\\x7f]`, 'i');

/** Whether a text could have a secret. */
function isSuspect(text: string): boolean {
  return (SUSPECT_CHARACTER.test(text) && SUSPECT.test(text)) || hasRun(text);
}

/** Whether a word is as long as MIN_RUN_LENGTH; it then has one of the characters that far apart. */
function hasRun(text: string): boolean {
  for (let at = MIN_RUN_LENGTH - 1; at < text.length; at += MIN_RUN_LENGTH) {
    let [from, to] = [at, at];
    while (from >= 0 && isWordCharacter(text.charCodeAt(from))) from--;
    if (from === at) continue;
    while (to < text.length && isWordCharacter(text.charCodeAt(to))) to++;
    if (to - from > MIN_RUN_LENGTH) return true;
  }
  return false;
}

/** Of base64; without a regular expression, which takes ten times as long for one character. */
function isWordCharacter(code: number): boolean {
  const letter = code | 0x20;
  const isSign = code === 0x2b || code === 0x2f;
  return isSign || (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

interface Secret {
  /** Empty where it has none. */
  prefix: string;
  /** As it is shown of a key. */
  start: string;
}

function replaceSecrets(text: string, toReplacement: (secret: Secret) => string): string {
  if (!isSuspect(text)) return text;
  const { folded, spans } = foldSecrets(text);
  let replaced = '';
  let end = 0;
  for (const { 0: match, index, groups = {} } of folded.matchAll(SECRETS)) {
    const isKey = groups['key'] !== undefined;
    const isWebhook = groups['webhook'] !== undefined;
    if (!isKey && !isWebhook && !KINDS.every((kind) => kind.test(match))) continue;
    const prefix = isKey ? API_KEY_PREFIX : isWebhook ? WEBHOOK_SECRET_PREFIX : '';
    const plain = match.replace(ESCAPED_UNDERSCORE, '_').replaceAll(/[\\\s]/g, '');
    const start = plain.slice(0, KEY_START_LENGTH);
    replaced += text.slice(end, spans[index]?.from) + toReplacement({ prefix, start });
    end = spans[index + match.length - 1]?.to ?? text.length;
  }
  return replaced + text.slice(end);
}

/** Where a character of the folded text comes from. */
interface Span {
  from: number;
  to: number;
}

/** A character, or a byte of an escaped one. */
interface Unit extends Span {
  code: number;
  isByte: boolean;
}

/** The text without escapes and characters that nobody sees, in letters of ASCII where they look so. */
function foldSecrets(text: string): { folded: string; spans: Span[] } {
  let folded = '';
  const spans: Span[] = [];
  for (const { code, from, to } of joinBytes(decodeEscapes(text))) {
    const letters = foldCharacter(String.fromCodePoint(code));
    folded += letters;
    for (let index = 0; index < letters.length; index++) spans.push({ from, to });
  }
  return { folded, spans };
}

/** An escape of JSON. */
const JSON_ESCAPE = /\\(?:u([0-9a-f]{4})|[nrt])/iy;
const LINE_FEED = 0x0a;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/** Percent-encoding at any depth, and escapes of JSON, in one pass. */
function decodeEscapes(text: string): Unit[] {
  const units: Unit[] = [];
  for (let from = 0; from < text.length; ) {
    const unit = readUnit(text, from);
    units.push(unit);
    // What an escape stands for may complete another one.
    while (joinEscape(units));
    from = unit.to;
  }
  return units;
}

function readUnit(text: string, from: number): Unit {
  const code = text.codePointAt(from) ?? 0;
  if (code === BACKSLASH) {
    JSON_ESCAPE.lastIndex = from;
    const { 0: escaped, 1: hex } = JSON_ESCAPE.exec(text) ?? [];
    if (escaped !== undefined) {
      const decoded = hex === undefined ? LINE_FEED : Number.parseInt(hex, 16);
      return { code: decoded, from, to: from + escaped.length, isByte: false };
    }
  }
  return { code, from, to: from + (code > 0xffff ? 2 : 1), isByte: false };
}

/** Replaces the last three units by the byte that they stand for, if they do. */
function joinEscape(units: Unit[]): boolean {
  const { length } = units;
  const percent = units[length - 3];
  if (percent?.code !== PERCENT) return false;
  const [high, low] = [units[length - 2], units[length - 1]];
  if (high === undefined || low === undefined) return false;
  const byte = toDigit(high.code) * 16 + toDigit(low.code);
  if (Number.isNaN(byte)) return false;
  units.length = length - 3;
  units.push({ code: byte, from: percent.from, to: low.to, isByte: byte > 0x7f });
  return true;
}

/** NaN for what is no hexadecimal digit. */
function toDigit(code: number): number {
  return code > 0x7f ? Number.NaN : Number.parseInt(String.fromCharCode(code), 16);
}

const UTF_8 = new TextDecoder();

/** The characters whose bytes were escaped. */
function joinBytes(units: readonly Unit[]): Unit[] {
  const joined: Unit[] = [];
  for (let index = 0; index < units.length; ) {
    const unit = units[index] as Unit;
    let count = 1;
    if (unit.isByte) {
      const length = unit.code >= 0xf0 ? 4 : unit.code >= 0xe0 ? 3 : 2;
      while (count < length && units[index + count]?.isByte) count++;
      const bytes = units.slice(index, index + count).map(({ code }) => code);
      const code = UTF_8.decode(Uint8Array.from(bytes)).codePointAt(0) ?? 0xfffd;
      joined.push({
        code,
        from: unit.from,
        to: units[index + count - 1]?.to ?? unit.to,
        isByte: false,
      });
    } else joined.push(unit);
    index += count;
  }
  return joined;
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu;
const LINE_ENDS = /[\r\v\f\x85\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Letters of other scripts that look like those of the prefixes. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  г: 'r',
  е: 'e',
  ε: 'e',
  ɡ: 'g',
  ց: 'g',
  ԝ: 'w',
  ѡ: 'w',
  ω: 'w',
  һ: 'h',
  н: 'h',
  ѕ: 's',
  с: 'c',
  ϲ: 'c',
  ꮯ: 'c',
  ˍ: '_',
};

function foldCharacter(character: string): string {
  if (character >= ' ' && character <= '~') return character;
  const visible = character.normalize('NFKD').replace(INVISIBLE, '').replace(LINE_ENDS, '\n');
  const plain = visible.replace(CONTROLS, '').replace(/\t/g, ' ');
  const lower = plain.toLowerCase();
  return LOOK_ALIKES[lower] ?? plain;
}
