import { type FileHandle, open, rm } from 'node:fs/promises';
import { ImportRefusal } from '../domain/errors.ts';
import { type ImportCounts, type KeptReject, MAX_KEPT_REJECTS } from '../store/port/imports.ts';

/** What it is about is personal data at times: for its owner alone. */
const MODE = 0o600;

/**
 * Counts rejected rows by reason, and writes each as a line of JSON beside the file that was read.
 * The file is made with its first line; one that an earlier run left is removed.
 */
export class Rejects {
  readonly path: string | null;
  /** The first of them, for the store. */
  readonly kept: KeptReject[] = [];
  readonly #countBy = new Map<string, number>();
  #lines: string[] = [];
  #handle: FileHandle | null = null;

  /** Without a path they are counted only. */
  constructor(path: string | null) {
    this.path = path;
  }

  add(line: KeptReject): void {
    if (this.kept.length < MAX_KEPT_REJECTS) this.kept.push(line);
    this.#countBy.set(line.reason, (this.#countBy.get(line.reason) ?? 0) + 1);
    if (this.path !== null) this.#lines.push(`${JSON.stringify(line)}\n`);
  }

  /** Removes what an earlier run left. Throws ImportRefusal where that can't be done. */
  async begin(): Promise<void> {
    const { path } = this;
    if (path !== null) await this.#attempt(path, () => rm(path, { force: true }));
  }

  /** Writes the lines that have gathered: once a batch. */
  async flush(): Promise<void> {
    const { path } = this;
    if (path === null || this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    await this.#attempt(path, async () => {
      this.#handle ??= await open(path, 'wx', MODE);
      await this.#handle.appendFile(text);
    });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
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
        `rejected rows can't be written to ${path} (${reason}): ` +
          'make its folder writable, or copy the dump to one that is',
        { cause: error },
      );
    }
  }
}
