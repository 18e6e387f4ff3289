/** A table for a terminal and for docs/benchmarks.md alike: padded Markdown. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (row: string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => '-'.repeat(width + 1) + (column === 0 ? '-' : ':')).join('|')}|`;
  return [toLine(head), rule, ...rows.map(toLine)].join('\n');
}

/** Names to the left, figures to the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** `0.56 (0.50–0.61)`: the median, and the quartiles around it. */
export function formatQuartiles(values: number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(values, part).toFixed(2));
  return `${middle} (${low}–${high})`;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
