import { type FileHandle, open, rm } from 'node:fs/promises';
import { ImportRefusal } from '../domain/errors.ts';
import { type ImportCounts, MAX_STORED_REJECTS, type StoredReject } from '../store/port/imports.ts';
import type { ImportContext } from './context.ts';

/** Rejected values may be personal data: only the owner may read them. */
const MODE = 0o600;

/**
 * Counts rejected rows by reason, and writes each as a line of JSON to `FILE.rejects.ndjson`. That
 * file is created with its first line; one of an earlier run is removed.
 */
export class Rejects {
  readonly #path: string | null;
  /** The first rejected rows, for the store. */
  readonly #first: StoredReject[] = [];
  readonly #countBy = new Map<string, number>();
  #lines: string[] = [];
  #handle: FileHandle | null = null;

  /** `importedPath`: null where they are only counted. */
  constructor(importedPath: string | null) {
    this.#path = importedPath === null ? null : `${importedPath}.rejects.ndjson`;
  }

  add(line: StoredReject): void {
    if (this.#first.length < MAX_STORED_REJECTS) this.#first.push(line);
    this.#countBy.set(line.reason, (this.#countBy.get(line.reason) ?? 0) + 1);
    if (this.#path !== null) this.#lines.push(`${JSON.stringify(line)}\n`);
  }

  /** The file; null where there are none, or they are only counted. */
  get path(): string | null {
    return this.#countBy.size > 0 ? this.#path : null;
  }

  /** Removes the file of an earlier run. Throws ImportRefusal if that fails. */
  async begin(): Promise<void> {
    const path = this.#path;
    if (path !== null) await this.#attempt(path, () => rm(path, { force: true }));
  }

  /** Writes the lines since the last call: once a batch. Throws ImportRefusal if that fails. */
  async flush(): Promise<void> {
    const path = this.#path;
    if (path === null || this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    await this.#attempt(path, async () => {
      this.#handle ??= await open(path, 'wx', MODE);
      await this.#handle.appendFile(text);
    });
  }

  /** Closes the file and stores the first rejects, also if they are why the import is refused. */
  async close({ store, importId, dryRun }: ImportContext): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
    if (dryRun || this.#first.length === 0) return;
    try {
      await store.companies.flush();
    } finally {
      await store.imports.saveRejects(importId, this.#first);
    }
  }

  /** The most frequent reason first. */
  count(): Pick<ImportCounts, 'rejected' | 'rejectedBy'> {
    const reasons = [...this.#countBy].sort(([, first], [, second]) => second - first);
    return {
      rejected: reasons.reduce((sum, [, count]) => sum + count, 0),
      rejectedBy: Object.fromEntries(reasons),
    };
  }

  async #attempt(path: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ImportRefusal(
        `rejected rows cannot be written to ${path} (${reason}): ` +
          'make its folder writable, or copy the dump to one that is',
        { cause: error },
      );
    }
  }
}
