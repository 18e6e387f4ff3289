import { hasLetter } from './text.ts';

/**
 * What programs leave in a text that they convert: escapes and references of another format, and
 * UTF-8 that was read in another encoding. It is undone where only one text can have been meant.
 */

/** Each round undoes one conversion: `&amp;quot;` was converted twice. */
const MAX_ROUNDS = 4;

/** Windows code pages 1252, 1250 and 1251 from byte 0x80 on; a byte without a character is C1. */
const CODE_PAGES = {
  western:
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
    '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  central:
    '€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź' +
    '\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  cyrillic:
    'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ' +
    '\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
} as const;
const FIRST_BYTE = 0x80;
const FIRST_LEAD = 0xc2 - FIRST_BYTE;
const CONTINUATIONS = 0x40;

const ROMANIAN = 'ăâîșțşţĂÂÎȘȚŞŢ';
const SIGNS = '«»№';
/** The characters of the register's texts beyond ASCII, by the lead bytes of their UTF-8 form. */
const EXPECTED = `[${ROMANIAN}\u00a0-\u017f\u0401-\u0407\u0410-\u044f\u0451-\u0457\u0490\u0491\u2010-\u2027\u2030-\u203a€№™]`;
const ONLY_EXPECTED = new RegExp(`^(?:[\\0-\\x7f]|${EXPECTED})*$`);
/** After a capital letter these are ordinary text, `"CASĂ”`, and so are letters. */
const ORDINARY = /[\p{L}„“”‘’«»–—…]/u;

/** How often a text of this code page must be misread to be certain: `«КАЛИБР»` has `Р»`. */
const MISREADINGS = [
  createMisreading(CODE_PAGES.western, 1),
  createMisreading(CODE_PAGES.central, 1),
  createMisreading(CODE_PAGES.cyrillic, 2),
];

/** `_x000D_` of workbooks (ECMA-376 part 1, 22.9.2.19) and `\u0219` of JSON. */
const ESCAPE = /_x([\dA-Fa-f]{4})_|\\u([\dA-Fa-f]{4})/g;
const LINE_BREAK = /<br ?\/?>/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([A-Za-z][A-Za-z\d]{1,9}));/gi;
/** Any number of conversions of `&`. */
const AMPERSANDS = /&(?:amp;)+/gi;
/** Byte 0x9d has no character in Windows-1252, so the closing quote ” loses it. */
const LOST_QUOTE = /â€(?=[\s,;.()]|$)/g;

/** Names of HTML references that are not a letter with an accent. */
const REFERENCES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '', num: '#' },
  ...{ laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', bdquo: '„', lsquo: '‘', rsquo: '’' },
  ...{ sbquo: '‚', lsaquo: '‹', rsaquo: '›', ndash: '–', mdash: '—', hellip: '…', bull: '•' },
  ...{ middot: '·', deg: '°', sect: '§', para: '¶', copy: '©', reg: '®', trade: '™', euro: '€' },
  ...{ numero: '№', percnt: '%', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', comma: ',' },
  ...{ semi: ';', colon: ':', period: '.', sol: '/', plus: '+', lowbar: '_', Tab: '\t' },
  ...{ NewLine: '\n', ensp: ' ', emsp: ' ', thinsp: ' ', zwj: '', zwnj: '', acute: '´' },
  ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø' },
  ...{ lstrok: 'ł', Lstrok: 'Ł', dstrok: 'đ', Dstrok: 'Đ', eth: 'ð', ETH: 'Ð', inodot: 'ı' },
  ...{ thorn: 'þ', THORN: 'Þ', ordm: 'º', ordf: 'ª', frac12: '½', frac14: '¼', frac34: '¾' },
};
/** A letter and one of these is a reference too: `&icirc;`, `&Scedil;`, `&abreve;`. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', macr: '\u0304' },
  ...{ breve: '\u0306', uml: '\u0308', ring: '\u030a', caron: '\u030c', cedil: '\u0327' },
  ...{ ogon: '\u0328', dot: '\u0307', dblac: '\u030b', comma: '\u0326' },
};

const ACCENTED = '[\\u00c0-\\u024f]';
/**
 * Letters of one code page that were read in another: Ş and Ţ of Windows-1250 as `ªTEFAN` and `Þ`, a
 * Cyrillic word of Windows-1251 as `ÄÅËÜÒÀ`. No name in Latin letters has four with accents in a row.
 */
const OTHER_PAGE = new RegExp(
  `[ªº](?=[A-Za-z])|(?=[${ROMANIAN}]{0,3}(?![${ROMANIAN}])${ACCENTED})${ACCENTED}{4}`,
);
const THORN = /[Þþ]/;
/** Letters that are in Icelandic names with Þ, and not in Romanian ones. */
const ICELANDIC = /[ÁáÆæÐðÉéÍíÓóÖöÚúÝý]/;
/** Letters that were lost, or bytes of another encoding that no character stands for. */
const LOST = /[\ufffd\u0080-\u0084\u0086-\u009f]|\p{L}\?\p{L}|&[A-Za-z][a-z]{2,7};/u;
/** The first bytes of Ș, Ț, Ş, Ţ, Î and Ă, whose second bytes became spaces: `È TEFÄ NEÈ`. */
const LONE_LEAD = /(?<!\p{L})[ÈÅÃČĹ] \p{L}/u;
const LEAD_AT_END = /[ÈÅÄ](?= |$)/g;
/** The same in Windows-1251: `TEFД‚NEИ`. */
const CYRILLIC_LEAD_AT_END = /[A-Za-z][ГДИ](?:‚|ѓ|ў| |$)/;
/** Misread Ü, О and others, whose second byte is a letter in Windows-1252: `MÃœLLER`. */
const MISREAD_LETTER = /[ÃÐÑ][œžšŒŽŠŸƒ]|Ã[ˆ†‡‰€]/;
/**
 * The ordinary characters of the register. Misread text that consists of these alone, `"CASĂ”`, is
 * not certain to be misread.
 */
const USUAL = /[ -%'-;=>@-[\]^`-~ăâîșțţşĂÂÎȘȚŢŞ„”“‟‘’«»–—…№А-яЁІЇЄҐёіїєґ\n]/;
/** Usual characters, and letters that stand before these in a misread «, » or №: `Â«PLAIÂ»`, `â„– 5`. */
const USUAL_SIGN = /[«»„]/;
const LEADS = new Set([...'ÂâВв'].map((lead) => lead.charCodeAt(0)));
/** No UTF-16 unit from here on is usual. */
const UNITS = 0x2200;
const NEVER = 0;
const ALWAYS = 1;
const UNLESS_BEHIND_LEAD = 2;
let usualUnits: Uint8Array | undefined;
const SIGN = createSign();

/** The text before its conversion, or the text itself where that is not certain. */
export function undoConversion(text: string): string {
  if (!mayBeConverted(text)) return text;
  let undone = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = undone;
    undone = undoEncoding(undoReferences(undoEscapes(before)));
    if (undone === before) break;
  }
  return undone;
}

/** Whether a conversion has lost letters of the text, or has changed it in a way that is unknown. */
export function isDamaged(text: string): boolean {
  if (!mayBeConverted(text)) return false;
  const undone = undoConversion(text);
  return LOST.test(undone) || hasLostBytes(undone) || isMisread(undone) || isOfOtherPage(undone);
}

/** A fast check; false for nearly all texts. */
export function mayBeConverted(text: string): boolean {
  return hasUnusual(text) && SIGN.test(text);
}

/** On cells with diacritics this takes a third of the time of a regular expression or less. */
function hasUnusual(text: string): boolean {
  usualUnits ??= listUsualUnits();
  for (let at = 0; at < text.length; at++) {
    const usual = usualUnits[text.charCodeAt(at)];
    if (usual === ALWAYS) continue;
    if (usual !== UNLESS_BEHIND_LEAD || LEADS.has(text.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** When a unit is usual. Made when the first is needed, as a server may need none. */
function listUsualUnits(): Uint8Array {
  return Uint8Array.from({ length: UNITS }, (_, unit) => {
    const character = String.fromCharCode(unit);
    if (USUAL_SIGN.test(character)) return UNLESS_BEHIND_LEAD;
    return USUAL.test(character) ? ALWAYS : NEVER;
  });
}

/** Words in Finnish end with Ä and words in Italian with È; no name has both. */
function hasLostBytes(text: string): boolean {
  const ends = text.match(LEAD_AT_END) ?? [];
  if (LONE_LEAD.test(text) || CYRILLIC_LEAD_AT_END.test(text)) return true;
  return ends.length > 1 && ends.some((lead) => lead !== 'Ä');
}

function isOfOtherPage(text: string): boolean {
  return OTHER_PAGE.test(text) || (THORN.test(text) && !ICELANDIC.test(text));
}

function undoEscapes(text: string): string {
  const unescaped = text.replace(ESCAPE, (_, escaped, json) =>
    String.fromCharCode(Number.parseInt(escaped ?? json, 16)),
  );
  return unescaped.replace(LINE_BREAK, '\n').toWellFormed();
}

function undoReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .replace(AMPERSANDS, '&')
    .replace(REFERENCE, (reference, decimal, hexadecimal, name) =>
      name === undefined
        ? (toNumbered(decimal, hexadecimal) ?? reference)
        : (toNamed(name) ?? reference),
    );
}

/** As in HTML the numbers 128 to 159 are bytes of Windows-1252. */
function toNumbered(decimal: string | undefined, hexadecimal: string): string | null {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  const isByte = code >= FIRST_BYTE && code < 0xa0;
  return isByte ? CODE_PAGES.western.charAt(code - FIRST_BYTE) : String.fromCodePoint(code);
}

/** Also a name that was turned into upper case with its text: `&QUOT;`, `&ICIRC;`. */
function toNamed(name: string): string | null {
  const character = findNamed(name);
  if (character !== null || name !== name.toUpperCase()) return character;
  return findNamed(name.toLowerCase())?.toUpperCase() ?? null;
}

function findNamed(name: string): string | null {
  const known = Object.hasOwn(REFERENCES, name) ? REFERENCES[name] : undefined;
  if (known !== undefined) return known;
  const accent = name.slice(1);
  if (!Object.hasOwn(ACCENTS, accent)) return null;
  const letter = `${name.charAt(0)}${ACCENTS[accent]}`.normalize('NFC');
  return letter.length === 1 ? letter : null;
}

function undoEncoding(text: string): string {
  const whole = text.replace(LOST_QUOTE, 'â€\u009d');
  for (const { decode } of MISREADINGS) {
    const decoded = decode(whole);
    if (decoded !== null) return decoded;
  }
  return text;
}

/** Whether a part of the text is certainly UTF-8 that was misread. */
function isMisread(text: string): boolean {
  if (MISREAD_LETTER.test(text)) return true;
  return MISREADINGS.some(({ minimum, isFound }) => minimum === 1 && isFound(text));
}

/**
 * Recognises UTF-8 that was read in a code page. Ordinary text is no UTF-8 in these: a letter
 * would need one of the characters of 0x80 to 0xBF behind it.
 */
function createMisreading(page: string, minimum: number) {
  const byteOf = new Map<string, number>();
  // A program that knows only ISO 8859-1 leaves these bytes as control characters. Further bytes
  // of ISO 8859-2 and 8859-5 differ from these of the other pages.
  if (page === CODE_PAGES.western) {
    for (let byte = FIRST_BYTE; byte < 0xa0; byte++) byteOf.set(String.fromCharCode(byte), byte);
  }
  for (const [index, character] of [...page].entries()) byteOf.set(character, FIRST_BYTE + index);
  const leads = escapeClass(page.slice(FIRST_LEAD));
  const continuations = `${escapeClass(page.slice(0, CONTINUATIONS))}\\x80-\\x9f`;
  const sequence = new RegExp(`[${leads}][${continuations}]{1,3}`, 'g');
  const decoder = new TextDecoder('utf-8', { fatal: true });

  const decodeSequence = (text: string): string | null => {
    try {
      return decoder.decode(Uint8Array.from(text, (character) => byteOf.get(character) ?? 0));
    } catch {
      return null;
    }
  };
  const isCertain = (found: string): boolean => {
    const decoded = decodeSequence(found);
    if (decoded === null || !ONLY_EXPECTED.test(decoded)) return false;
    if (minimum > 1 || found.length > 2 || ROMANIAN.includes(decoded)) return true;
    return !ORDINARY.test(found.slice(-1));
  };
  /** One of these is enough: a Romanian letter, or a sign whose first letter stands alone: `Â«`. */
  const isDecisive = ({ 0: found, index, input }: RegExpExecArray): boolean => {
    const decoded = decodeSequence(found) ?? ' ';
    return (
      ROMANIAN.includes(decoded) || (SIGNS.includes(decoded) && !hasLetter(input.charAt(index - 1)))
    );
  };
  const isFound = (text: string): boolean => {
    const all = [...text.matchAll(sequence)];
    const certain = all.filter(([found]) => isCertain(found));
    return certain.length >= minimum || all.some(isDecisive);
  };
  const decode = (text: string): string | null => {
    if (!isFound(text)) return null;
    let isWhole = true;
    const decoded = text.replace(sequence, (found) => {
      const one = decodeSequence(found);
      if (one === null || !ONLY_EXPECTED.test(one)) isWhole = false;
      return one ?? found;
    });
    const rest = text.replace(sequence, '');
    return isWhole && /^[\0-\x7f]*$/.test(rest) ? decoded : null;
  };
  return { minimum, isFound, decode };
}

function createSign(): RegExp {
  const pairs = Object.values(CODE_PAGES).map((page) => {
    const leads = [0xc2, 0xc3, 0xc4, 0xc5, 0xc8, 0xd0, 0xd1, 0xe2].map((byte) =>
      page.charAt(byte - FIRST_BYTE),
    );
    return `[${leads.join('')}][${escapeClass(page.slice(0, CONTINUATIONS))}]`;
  });
  const others = ['[&\\ufffd\\u0080-\\u0084\\u0086-\\u009f]', '_x', '\\\\u', '<[bB]'];
  return new RegExp(
    [...others, '[ÈÅÃÄČĹ](?: |$)', '\\S\\?\\S', '[ªºÞþ]', `${ACCENTED}{4}`, ...pairs].join('|'),
  );
}

function escapeClass(characters: string): string {
  return characters.replace(/[\]\\^-]/g, '\\$&');
}
