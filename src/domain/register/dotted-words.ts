/**
 * Abbreviations of this country's legal forms, without points: S.R.L., Î.I., G.Ț. The last four
 * also occur next to a form: societate comercială, întreprindere cu capital străin, firmă, mixtă.
 */
export const FORM_ABBREVIATIONS: ReadonlySet<string> = new Set(
  'srl sa ii is snc gt cc cp ci ip ao aei sc ics fpc im'.split(' '),
);

const DOTTED_WORD = /(?<![\p{L}\p{N}])(?:\p{L}\. ?)+(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const POINTS = /\./g;
const SINGLE = /^\p{L}\.$/u;

/**
 * Joins letters with points into one word: `s.r.l.` and `s. r. l.` in a folded text become `srl`
 * followed by `mark`. In a row of such letters a legal form is a separate word, `s.r.l. a.b. prim`,
 * and a letter without a point belongs to the next word: `s.r.l. e-comert`.
 */
export function joinDottedWords(folded: string, mark: string): string {
  if (!folded.includes('.')) return folded;
  return folded.replace(DOTTED_WORD, (dotted) => {
    const words = splitForms(dotted.trim().split(' '));
    return words
      .map((word) => `${word.replace(POINTS, '')}${word.includes('.') ? mark : ''} `)
      .join('');
  });
}

/** Each word with its points. */
function splitForms(parts: readonly string[]): string[] {
  if (parts.length === 1) return [...parts];
  for (let count = parts.length; count > 0; count--) {
    if (isForm(parts.slice(0, count))) {
      return [parts.slice(0, count).join(''), ...splitForms(parts.slice(count))];
    }
  }
  for (let from = 1; from < parts.length; from++) {
    if (isForm(parts.slice(from))) {
      return [...splitForms(parts.slice(0, from)), parts.slice(from).join('')];
    }
  }
  return parts.every((part) => SINGLE.test(part)) ? [parts.join('')] : [...parts];
}

function isForm(parts: readonly string[]): boolean {
  return FORM_ABBREVIATIONS.has(parts.join('').replace(POINTS, ''));
}
