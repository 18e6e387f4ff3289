/** Elements of a list; `isCertain` is false where a quote or bracket never ends. */
export interface CommaList {
  elements: string[];
  isCertain: boolean;
}

const SEPARATOR = /[,;]/;
const EDGE = /[\s,;:<>|–-]/;

/**
 * Splits at commas and semicolons outside quotes and brackets. The register's quotes open and close
 * in every mixture (`”X”`, `„X"`, `,,X''`), so any quote ends what any other began. A list in which
 * they don't pair is one element: where it would split can't be known.
 */
export function splitAtCommas(text: string): CommaList {
  const whole = trimSeparators(text);
  if (!SEPARATOR.test(whole)) return { elements: whole === '' ? [] : [whole], isCertain: true };
  const elements: string[] = [];
  let from = 0;
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < whole.length; at++) {
    const character = whole.charAt(at);
    const quoteLength = measureQuote(whole, at, isQuoted);
    if (quoteLength > 0) {
      isQuoted = !isQuoted;
      at += quoteLength - 1;
    } else if (character === '(' || character === '[') depth++;
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

/** Takes away what separates names, at both ends. */
export function trimSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start++;
  while (end > start && EDGE.test(text.charAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** The length of a double quote in any typing; 0 where there is none. */
function measureQuote(text: string, at: number, isQuoted: boolean): number {
  switch (text.charAt(at)) {
    case '"':
    case '„':
    case '“':
    case '”':
    case '‟':
    case '«':
    case '»':
      return 1;
    case "'":
      return text.charAt(at + 1) === "'" ? 2 : 0;
    case ',':
      // Two commas are a low quote where a word follows them and none stands right before.
      return !isQuoted && /^(?:^|\s),,[^\s,]/.test(text.slice(Math.max(0, at - 1), at + 3)) ? 2 : 0;
    default:
      return 0;
  }
}
