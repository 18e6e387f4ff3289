import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';

/** Founders and administrators are people: only the owner may read the file. */
const MODE = 0o600;

/** Its methods reject with an Error of one line. */
export interface Destination {
  write(text: string): Promise<void>;
  /** Call this when everything is written: only then the file gets its name. */
  complete(): Promise<void>;
  /** Removes what is incomplete; does nothing after `complete`. */
  close(): Promise<void>;
}

/** A file that has its name only once it is complete. Rejects with an Error of one line. */
export async function openFile(path: string, isReplaced: boolean): Promise<Destination> {
  async function refuseExisting(): Promise<void> {
    const existing = await lstat(path).catch(() => null);
    if (existing === null) return;
    // The rename would put a file in place of a device, or of a link such as /dev/stdout.
    if (!existing.isFile()) {
      throw new Error(`${path} is not a file; name another one, or - for standard output`);
    }
    if (!isReplaced) throw new Error(`${path} exists already; --force replaces it`);
  }

  const attempt = <Result>(work: () => Promise<Result>) => orOneLine(path, work);
  await refuseExisting();
  // The process id lets two exports write to the same name, and the last one wins.
  const part = `${path}.${process.pid}.part`;
  let handle: FileHandle | null = await attempt(async () => {
    // A killed export with the same process id has left it.
    await rm(part, { force: true });
    return await open(part, 'wx', MODE);
  });
  return {
    write: (text) => attempt(async () => handle?.appendFile(text)),
    async complete() {
      await attempt(async () => handle?.sync());
      await refuseExisting();
      await attempt(() => rename(part, path));
      await handle?.close();
      handle = null;
    },
    async close() {
      if (handle === null) return;
      await rm(part, { force: true });
      await handle.close();
      handle = null;
    },
  };
}

/** A stream whose reader may be slow, or leave. */
export function openStream(stream: NodeJS.WritableStream): Destination {
  // The error of a write reaches its own callback.
  stream.on('error', () => {});
  return {
    async write(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stream.write(text, (error) => (error == null ? resolve() : reject(error)));
      await orOneLine('standard output', () => promise);
    },
    async complete() {},
    async close() {},
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and run it again',
  EDQUOT: 'the disk quota is used up; free some space and run it again',
  ENOENT: 'its folder does not exist; create it or name another one',
  ENOTDIR: 'a part of its path is a file; name a folder',
  EACCES: 'this user may not write there; name another folder',
  EROFS: 'the disk is read-only; name another folder',
  EPIPE: 'its reader closed it before the export was complete',
};

async function orOneLine<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`${name} cannot be written: ${reason}`, { cause: error });
  }
}
