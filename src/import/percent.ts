/** A ratio for a message: `94.8 %`. */
export function toPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}
