import type { CompanyRecord } from '../domain/company/company.ts';
import { Unavailable } from '../domain/errors.ts';
import { withTimeLimit } from '../domain/time-limit.ts';

/** How long a page waits for the day: a reader may have to start first. */
const READ_TIMEOUT_MS = 2_000;

/** The reads stop when the signal aborts. They reject with Unavailable. */
export type OpenRecordReads = (signal: AbortSignal) => {
  /** In the order of the IDNOs, null if there is no such company. */
  findCompanies(idnos: readonly string[]): Promise<(Pick<CompanyRecord, 'liquidatedOn'> | null)[]>;
};

/** `YYYY-MM-DD`; null where the register gives no day. */
export type FindLiquidationDay = (idno: string) => Promise<string | null>;

/**
 * Look-ups of the API do not read the day, which v1 does not serve: it is part of the whole record.
 * Those reads share their turns with searches; a page that gets none in time goes without the day.
 */
export function createFindLiquidationDay(
  open: OpenRecordReads,
  timeoutMs = READ_TIMEOUT_MS,
): FindLiquidationDay {
  return async (idno) => {
    try {
      const [record = null] = await withTimeLimit(
        timeoutMs,
        (signal) => open(signal).findCompanies([idno]),
        () => new Unavailable(`the day of a liquidation took over ${timeoutMs} ms`),
      );
      return record?.liquidatedOn ?? null;
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  };
}
