import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';

/** How a CSV file is written. */
export interface Dialect {
  delimiter: ',' | ';';
  /** The line of the first record, from 1: Excel may write `sep=;` on a line before it. */
  firstLine: number;
}

const SEPARATOR_LINE = /^\uFEFF?sep=([^\r\n])\r?\n/i;
const QUOTED = /"[^"]*(?:"|$)/g;
const LINE_END = /[\r\n]/;
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

function findDelimiter(sample: string): string {
  // Line ends and delimiters in quotes do not count.
  const lines = sample.replace(QUOTED, '').split(LINE_END, SAMPLE_LINES);
  let best = { delimiter: ',', lines: 0 };
  for (const delimiter of DELIMITERS) {
    const count = countEvenLines(lines, delimiter);
    if (count > best.lines) best = { delimiter, lines: count };
  }
  return best.delimiter;
}

/** How many lines have the number of delimiters, other than none, that most lines have. */
function countEvenLines(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1);
  const linesByCount = Map.groupBy(counts, (count) => count);
  linesByCount.delete(0);
  return Math.max(0, ...[...linesByCount.values()].map(({ length }) => length));
}
