import { statSync } from 'node:fs';
import { Unavailable } from '../../domain/errors.ts';

/** How long what is asked of a removed file may still be answered. */
const CHECK_INTERVAL_MS = 1_000;

/** Refuses what would be asked of a database file that is no longer in its place. */
export interface FileGuard {
  /** Throws Unavailable. */
  check(): void;
  /** The same part of the store; each call is refused where the file is not in its place. */
  guard<Part extends object>(part: Part): Part;
}

/**
 * For a file that this process has just opened. SQLite goes on with a file that was removed or
 * replaced: what it then writes is lost, and what others write to the new one it does not see.
 */
export function guardFile(path: string, elapsedMs: () => number): FileGuard {
  const opened = identify(path);
  let checkedMs = elapsedMs();

  function check(): void {
    checkedMs = elapsedMs();
    if (identify(path) === opened) return;
    // Asked again at each call until the file is back.
    checkedMs = Number.NEGATIVE_INFINITY;
    throw new Unavailable(
      `the embedded store: ${path} was removed or replaced; stop the server, put the file back ` +
        'and start again',
    );
  }

  function checkNowAndThen(): void {
    if (elapsedMs() - checkedMs >= CHECK_INTERVAL_MS) check();
  }

  return {
    check,
    guard: (part) => {
      const members = Object.entries(part).map(([name, member]) => [
        name,
        typeof member === 'function' ? refuseBefore(checkNowAndThen, name, member) : member,
      ]);
      return Object.fromEntries(members);
    },
  };
}

type Method = (...args: unknown[]) => unknown;

/** The methods of a store that return no promise: they throw what the others reject with. */
const DIRECT_METHODS: ReadonlySet<string> = new Set(['readDataVersion', 'scanStates']);

function refuseBefore(check: () => void, name: string, method: Method): Method {
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
