import { statSync } from 'node:fs';
import { Unavailable } from '../../domain/errors.ts';

/** How long calls may still succeed after the file was removed. */
const CHECK_INTERVAL_MS = 1_000;

/** Rejects calls after the database file was removed or replaced. */
export interface FileGuard {
  /** Throws Unavailable. */
  check(): void;
  /** Wraps a part of the store: its methods fail while the original file is not in its place. */
  guard<Part extends object>(part: Part): Part;
}

/**
 * For a file that this process has just opened. SQLite continues to use a file that was removed or
 * replaced: its writes are then lost, and it does not see what other processes write to a new one.
 */
export function guardFile(path: string, elapsedMs: () => number): FileGuard {
  const opened = identify(path);
  let checkedMs = elapsedMs();

  function check(): void {
    checkedMs = elapsedMs();
    if (identify(path) === opened) return;
    // Check at each call until the file is back.
    checkedMs = Number.NEGATIVE_INFINITY;
    throw new Unavailable(
      `the embedded store: ${path} was removed or replaced; stop the server, put the file back ` +
        'and start again',
    );
  }

  function checkIfDue(): void {
    if (elapsedMs() - checkedMs >= CHECK_INTERVAL_MS) check();
  }

  return {
    check,
    guard: (part) => {
      const members = Object.entries(part).map(([name, member]) => [
        name,
        typeof member === 'function' ? checkBefore(checkIfDue, name, member) : member,
      ]);
      return Object.fromEntries(members);
    },
  };
}

type Method = (...args: unknown[]) => unknown;

/** The store's methods that return no promise: they throw the error that others reject with. */
const DIRECT_METHODS: ReadonlySet<string> = new Set(['readDataVersion']);

function checkBefore(check: () => void, name: string, method: Method): Method {
  if (DIRECT_METHODS.has(name)) {
    return (...args) => {
      check();
      return method(...args);
    };
  }
  return async (...args) => {
    check();
    return await method(...args);
  };
}

function identify(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
