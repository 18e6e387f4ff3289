/** Elements of a list; `isCertain` is false when a quote or bracket is not closed. */
interface CommaList {
  elements: string[];
  isCertain: boolean;
}

const SEPARATOR = /[,;]/;
const EDGES = ' ,;:<>|–-\n';
const QUOTES = '"„“”‟«»';
/** `,,X,,` and `<<X>>`, typed on keyboards that lack quotes: closed, and not a list. */
const TYPED_QUOTE =
  /(?<![^\s(]),,(?=[^\s,])(?:[^,\n]|,(?!,))*?[^\s,],,(?=,?(?:\s|$)|[;)[(])|(?<!<)<{1,2}[^\s<>](?:[^<>\n]*[^\s<>])?>{1,2}(?!>)/uy;
const TYPED_QUOTE_SIGN = /,,|</;
const CLOSING_QUOTES = ['"', '“', '”', '‟', '»', "''"];

/**
 * Splits at commas and semicolons outside quotes and brackets. The register mixes opening and
 * closing quotes (`”X”`, `„X"`, `,,X''`), so any quote closes any other. A list with unbalanced
 * quotes stays one element, because it is unknown where to split it.
 */
export function splitAtCommas(text: string): CommaList {
  const whole = trimSeparators(text);
  if (whole === '') return { elements: [], isCertain: true };
  if (!SEPARATOR.test(whole)) return { elements: [whole], isCertain: true };
  const elements: string[] = [];
  const hasTypedQuotes = TYPED_QUOTE_SIGN.test(whole);
  const lastQuoteAt = whole.includes(',,') ? findLastQuote(whole) : -1;
  let from = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < whole.length; at++) {
    const character = whole.charAt(at);
    const typed = hasTypedQuotes && !isQuoted ? findTypedQuote(whole, at) : 0;
    if (typed > 0) {
      at += typed - 1;
      continue;
    }
    const isLowQuote = !isQuoted && at < lastQuoteAt && isDoubleComma(whole, at);
    if (isLowQuote || (character === "'" && whole.charAt(at + 1) === "'")) {
      isQuoted = !isQuoted;
      at++;
    } else if (QUOTES.includes(character)) isQuoted = !isQuoted;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if ((character === ',' || character === ';') && !isQuoted && depth === 0) {
      elements.push(trimSeparators(whole.slice(from, at)));
      from = at + 1;
    }
  }
  if (isQuoted || depth !== 0) return { elements: [whole], isCertain: false };
  elements.push(trimSeparators(whole.slice(from)));
  return { elements: elements.filter((element) => element !== ''), isCertain: true };
}

/** Removes separators of names at both ends. */
export function trimSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  if (!EDGES.includes(text.charAt(0)) && !EDGES.includes(text.charAt(end - 1))) return text;
  while (start < end && EDGES.includes(text.charAt(start)) && !beginsQuote(text, start)) start++;
  const keptTo = TYPED_QUOTE_SIGN.test(text) ? findLastTypedQuoteEnd(text) : 0;
  while (end > Math.max(start, keptTo) && EDGES.includes(text.charAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** The length of the typed quote that begins here; 0 where none does. */
function findTypedQuote(text: string, at: number): number {
  const character = text.charAt(at);
  if (character !== ',' && character !== '<') return 0;
  TYPED_QUOTE.lastIndex = at;
  return TYPED_QUOTE.exec(text)?.[0].length ?? 0;
}

/** The end of the last typed quote in a text; 0 without one. */
function findLastTypedQuoteEnd(text: string): number {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const length = findTypedQuote(text, at);
    if (length === 0) continue;
    end = at + length;
    at = end - 1;
  }
  return end;
}

function beginsQuote(text: string, at: number): boolean {
  if (findTypedQuote(text, at) > 0) return true;
  return isDoubleComma(text, at) && findLastQuote(text) > at;
}

function findLastQuote(text: string): number {
  return Math.max(...CLOSING_QUOTES.map((quote) => text.lastIndexOf(quote)));
}

/** Two commas after a space and before a word are a low quote, typed without such a key. */
function isDoubleComma(text: string, at: number): boolean {
  if (!text.startsWith(',,', at) || (at > 0 && text.charAt(at - 1) !== ' ')) return false;
  return !' ,'.includes(text.charAt(at + 2));
}
