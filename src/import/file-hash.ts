import { createHash } from 'node:crypto';
import { openSourceFile, readChunks } from './source-file.ts';

const CHUNK_BYTES = 2 ** 18;

/** SHA-256 of a file's bytes, 64 hexadecimal digits. Throws FileFault where it can't be read. */
export async function hashFile(path: string): Promise<string> {
  const file = await openSourceFile(path);
  try {
    const hash = createHash('sha256');
    for await (const chunk of readChunks(file, 0, file.size, CHUNK_BYTES)) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await file.handle.close();
  }
}
