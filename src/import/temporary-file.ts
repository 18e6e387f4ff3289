import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ImportRefusal } from '../domain/errors.ts';

/** Rows and strings of the register may be personal data: only the owner may read them. */
const MODE = 0o600;

/**
 * A file whose name is removed as soon as it is open, so that its content disappears however the
 * process ends. Calls are synchronous, since each only copies to or from the system's page cache.
 */
export class TemporaryFile {
  readonly descriptor: number;
  readonly #content: string;

  /** `content`: what the file holds, in messages. Throws ImportRefusal if it cannot be written. */
  constructor(folder: string, content: string) {
    this.#content = content;
    const path = join(folder, `registru-${randomUUID()}.tmp`);
    try {
      this.descriptor = openSync(path, 'wx+', MODE);
      rmSync(path);
    } catch (error) {
      throw toRefusal(content, error);
    }
  }

  /** Appends all bytes. Throws ImportRefusal if that fails, for example because the disk is full. */
  append(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at);
    } catch (error) {
      throw toRefusal(this.#content, error);
    }
  }

  /** Fills `length` bytes of `into`, from `offset`, with those at `position` in the file. */
  read(
    into: Uint8Array,
    { offset, length, position }: { offset: number; length: number; position: number },
  ): void {
    for (let done = 0; done < length; ) {
      const rest = length - done;
      const read = readSync(this.descriptor, into, offset + done, rest, position + done);
      if (read === 0) {
        throw new Error(`the temporary file of ${this.#content} is shorter than written`);
      }
      done += read;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Without the folder's path, since staff see the message too. */
function toRefusal(content: string, error: unknown): ImportRefusal {
  const reason = error instanceof Error && 'code' in error ? error.code : error;
  return new ImportRefusal(
    `${content} cannot be written to a temporary file (${reason}): free some space in DATA_DIR, ` +
      'or with MONGODB_URI in the folder that TMPDIR names',
    { cause: error },
  );
}
