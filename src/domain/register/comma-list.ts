/** Elements of a list; `isCertain` is false when a quote or bracket is not closed. */
interface CommaList {
  elements: string[];
  isCertain: boolean;
}

const SEPARATOR = /[,;]/;
const EDGES = ' ,;:<>|–-\n';
const QUOTES = '"„“”‟«»';
const LAST_QUOTE = /["“”‟»](?=[^"“”‟»]*$)|''(?=[^']*$)/;

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
  const lastQuoteAt = whole.includes(',,') ? whole.search(LAST_QUOTE) : -1;
  let from = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < whole.length; at++) {
    const character = whole.charAt(at);
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
  while (start < end && EDGES.includes(text.charAt(start)) && !beginsQuote(text, start)) start++;
  while (end > start && EDGES.includes(text.charAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function beginsQuote(text: string, at: number): boolean {
  return isDoubleComma(text, at) && text.slice(at).search(LAST_QUOTE) > 0;
}

/** Two commas after a space and before a word are a low quote, typed without such a key. */
function isDoubleComma(text: string, at: number): boolean {
  if (!text.startsWith(',,', at) || (at > 0 && text.charAt(at - 1) !== ' ')) return false;
  return !' ,'.includes(text.charAt(at + 2));
}
