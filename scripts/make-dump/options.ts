/** `common`: seen in dumps of the register; `all`: also possible ones. */
export const ANOMALY_SETS = ['none', 'common', 'all'] as const;
export type AnomalySet = (typeof ANOMALY_SETS)[number];

export interface DumpOptions {
  /** Rows of the first dump, 1 to MAX_ROWS; the same for every later week of it. */
  rows: number;
  /** A whole number from 0 to 2^32 − 1; the same seed gives the same dump. */
  seed: number;
  /** `YYYY-MM-DD`, not before FIRST_DUMP_DATE. */
  dumpDate: string;
  /** `none`: clean rows only, and no last row with a count. */
  anomalies?: AnomalySet;
  /** Share of rows without an IDNO. */
  withoutIdno?: number;
  /** Share of the clean companies that differ from the first dump or are missing. */
  changed?: number;
  /** The sheet has the column `Statutul`. */
  statusColumn?: boolean;
}

export type DumpSettings = Required<DumpOptions>;

export const MAX_ROWS = 1_000_000;
/** The companies of a seed are made up to the end of 2025. */
export const FIRST_DUMP_DATE = '2026-01-01';
export const DEFAULT_DUMP_DATE = '2026-09-14';
export const DEFAULTS = {
  anomalies: 'common',
  /** The share in the real file. */
  withoutIdno: 0.11,
  changed: 0,
  statusColumn: false,
} as const satisfies Partial<DumpOptions>;
