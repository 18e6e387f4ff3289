/** What a table file may be at most; past any of these it is refused. */
export interface ReadLimits {
  /** Parts of one ZIP archive. */
  entries: number;
  /** One part of the archive, unpacked. */
  entryBytes: number;
  /** Unpacked bytes for each packed byte of one part. */
  compressionRatio: number;
  sheets: number;
  sharedStrings: number;
  /** UTF-16 units of one cell. */
  cellLength: number;
  /** UTF-16 units of all cells of one row together. */
  rowLength: number;
  rows: number;
  columns: number;
}

/**
 * The register's dump of 300,000 rows has 1.1 million strings, 11 columns and parts of some 100 MB
 * that shrink to a sixth; the longest cells seen have a few tens of thousands of characters.
 */
export const READ_LIMITS: ReadLimits = {
  entries: 10_000,
  entryBytes: 2 ** 30,
  compressionRatio: 200,
  sheets: 1_000,
  sharedStrings: 2 ** 24,
  cellLength: 2 ** 20,
  rowLength: 2 ** 22,
  rows: 2_000_000,
  columns: 1_024,
};

/** Rows are handed over in batches that are full at either of these. */
export const BATCH_ROWS = 100;
export const BATCH_LENGTH = 2 ** 20;

/** How a file is read; everything has a default. */
export interface ReadOptions {
  limits?: Partial<ReadLimits>;
  /** Bytes that are unpacked and parsed at a time. */
  chunkBytes?: number;
  /** Where the temporary file of decoded strings goes: about half of the unpacked workbook. */
  temporaryFolder?: string;
}

export const CHUNK_BYTES = 65_536;
