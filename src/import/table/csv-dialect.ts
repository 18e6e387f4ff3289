import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';

/** The form of a CSV file. */
export interface Dialect {
  delimiter: ',' | ';';
  /** The line of the first record, from 1: Excel may write `sep=;` on a line before it. */
  firstLine: number;
}

const SEPARATOR_LINE = /^\uFEFF?sep=([^\r\n])\r?\n/i;
const SAMPLE_LINES = 200;
/** The first one wins a tie. */
const DELIMITERS = [',', ';', '\t', '|'];
const NAMES = new Map([
  ['\t', 'tabs'],
  ['|', 'pipes ("|")'],
]);

/**
 * Finds the delimiter that divides the lines at the start of the text most evenly. Throws FileFault for
 * one that is neither a comma nor a semicolon.
 */
export function detectDialect(sample: string, fileName: string): Dialect {
  const separator = SEPARATOR_LINE.exec(sample)?.[1];
  const delimiter = separator ?? findDelimiter(sample);
  if (delimiter === ',' || delimiter === ';') {
    return { delimiter, firstLine: separator === undefined ? 1 : 2 };
  }
  throw new FileFault(
    `${fileName} has ${NAMES.get(delimiter) ?? quote(delimiter)} between its cells, ` +
      'not commas or semicolons: save it as CSV UTF-8',
  );
}

export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function findDelimiter(sample: string): string {
  let best = { delimiter: ',', lines: 0 };
  for (const delimiter of DELIMITERS) {
    const lines = countEvenLines(sample, delimiter);
    if (lines > best.lines) best = { delimiter, lines };
  }
  return best.delimiter;
}

/** How many lines have the number of delimiters, other than none, that most lines have. */
function countEvenLines(sample: string, delimiter: string): number {
  const linesByCount = new Map<number, number>();
  for (const count of countPerLine(sample, delimiter)) {
    if (count > 0) linesByCount.set(count, (linesByCount.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...linesByCount.values());
}

/** Line ends and delimiters in quotes do not count. */
function countPerLine(sample: string, delimiter: string): number[] {
  const counts = [0];
  let quoted = false;
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === delimiter) counts.push((counts.pop() ?? 0) + 1);
    else if (isLineEnd(character) && counts.push(0) > SAMPLE_LINES) break;
  }
  return counts;
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}
