/** Infinity of no values, so that a test that has measured nothing fails. */
export function toPercentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? Number.POSITIVE_INFINITY;
}
