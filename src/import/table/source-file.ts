import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { FileFault } from '../../domain/errors.ts';

const HASH_CHUNK_BYTES = 2 ** 18;
/** Opening a named pipe would otherwise wait for another program to write to it. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** A regular file, open for reading; its name, without line ends, begins each error message. */
export interface SourceFile {
  name: string;
  size: number;
  /** When it was last written before it was opened. */
  modifiedMs: number;
  inode: number;
  handle: FileHandle;
}

/** Throws FileFault when there is no such file or it cannot be opened. */
export async function openSourceFile(path: string): Promise<SourceFile> {
  const name = basename(path).replace(/\p{Cc}/gu, '?');
  const handle = await open(path, READ_WITHOUT_WAITING).catch((error: NodeJS.ErrnoException) => {
    throw new FileFault(`${name} cannot be opened (${error.code}): ${toRemedy(path, error)}`);
  });
  const found = await handle.stat();
  const { size, mtimeMs: modifiedMs, ino: inode } = found;
  if (found.isFile()) return { name, size, modifiedMs, inode, handle };
  await handle.close();
  throw new FileFault(`${name} is not a regular file: give the path of an XLSX or CSV file`);
}

/** Names the path as it was tried: npm runs a command in the folder of the program. */
function toRemedy(path: string, { code }: NodeJS.ErrnoException): string {
  const tried = JSON.stringify(resolve(path));
  if (code === 'ENOENT' || code === 'ENOTDIR') return `no file ${tried}; give its full path`;
  if (code === 'EACCES') return `let this user read ${tried}`;
  return `check ${tried}`;
}

/** Exactly `length` bytes from `position`; FileFault when the file ends before them. */
export async function readBytes(
  file: SourceFile,
  position: number,
  length: number,
): Promise<Buffer> {
  if (position + length > file.size) throw toCutShort(file);
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw toCutShort(file);
    filled += bytesRead;
  }
  return bytes;
}

/** Chunks of the bytes in [start, end), each at most `chunkBytes` long. */
export async function* readChunks(
  file: SourceFile,
  start: number,
  end: number,
  chunkBytes: number,
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; position += chunkBytes) {
    yield await readBytes(file, position, Math.min(chunkBytes, end - position));
  }
}

/** Throws FileFault for a file that was written since it was opened, as by a running download. */
export async function requireUnchanged(file: SourceFile): Promise<void> {
  requireSame(file, await file.handle.stat());
}

function requireSame({ name, size, modifiedMs, inode }: SourceFile, found: Stats | null): void {
  if (found?.size === size && found.mtimeMs === modifiedMs && found.ino === inode) return;
  throw new FileFault(`${name} was changed while it was read: import it again when it is complete`);
}

export function toCutShort(file: SourceFile): FileFault {
  return new FileFault(`${file.name} is cut short or damaged: fetch it again`);
}

interface HashedFile {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  hash: string;
  /** Throws FileFault if its path has other bytes by now. */
  requireUnchanged(): Promise<void>;
}

/** Throws FileFault when the file cannot be opened. */
export async function hashFile(path: string): Promise<HashedFile> {
  const file = await openSourceFile(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of readChunks(file, 0, file.size, HASH_CHUNK_BYTES)) hash.update(chunk);
    return {
      hash: hash.digest('hex'),
      requireUnchanged: async () => requireSame(file, await stat(path).catch(() => null)),
    };
  } finally {
    await file.handle.close();
  }
}
