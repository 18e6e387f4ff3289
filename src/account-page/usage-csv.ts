import { toCsvLine } from '../domain/csv.ts';
import type { DayUsage } from '../store/port/usage.ts';

/** A line for each day, with the names of `/api/v1/usage`. */
export function toUsageCsv(usage: readonly DayUsage[]): string {
  const head = ['day', 'ok', 'not_modified', 'not_found', 'client_errors', 'limited'];
  const lines = usage.map(({ day, ok, notModified, notFound, clientErrors, limited }) => [
    day,
    ok,
    notModified,
    notFound,
    clientErrors,
    limited,
  ]);
  return [head, ...lines].map(toCsvLine).join('');
}
