const BUSY = 5;
const READ_ONLY = 8;
const FULL = 13;
/** The shared-memory index of the write-ahead log could not be enlarged. */
const IO_SHARED_MEMORY_SIZE = 4_874;

/** True for errors of node:sqlite. */
export function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // node:sqlite throws ERR_INVALID_STATE if the database is closed.
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE';
}

/** Another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return (toCode(error) & 0xff) === BUSY;
}

export function isDiskFull(error: unknown): boolean {
  const code = toCode(error);
  return code === FULL || code === IO_SHARED_MEMORY_SIZE;
}

/** One line for messages, with what to do if SQLite's own message does not say so. */
export function toReason(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full; free some space';
  if (isBusy(error)) {
    return (
      'another process has locked it; a server that was started on a full disk does so until there ' +
      'is free space'
    );
  }
  const text = error instanceof Error ? error.message : String(error);
  const isReadOnly = (toCode(error) & 0xff) === READ_ONLY;
  return isReadOnly ? `${text}; give the user of the server the right to write it` : text;
}

/** SQLite's extended result code; 0 for other errors. */
function toCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode : 0;
}
