/** An instant as the schema gives it: RFC 3339 in UTC, to the millisecond. */
export function toTimestamp(atMs: number): string;
export function toTimestamp(atMs: number | null): string | null;
export function toTimestamp(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
