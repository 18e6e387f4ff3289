/**
 * Expected failures: the message is one line for a person. Each has its own name, from which
 * `src/worker` restores its class after a transfer between threads or processes.
 */

/**
 * Something that the service depends on (the store, the limiter) cannot answer now. The same
 * request may succeed later, so it is answered 503, never 404 or 500.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
  /** Whether the log has it already, so that a flood of them does not write a line for each. */
  isLogged = false;
}

/** An import ends before its first write to the companies; the message says why and what to do. */
export class ImportRefusal extends Error {
  override name = 'ImportRefusal';
}

/** The file cannot be read as what it claims to be. */
export class FileFault extends ImportRefusal {
  override name = 'FileFault';
}

/** The message of anything that was thrown, on one line. */
export function toErrorLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ');
}
