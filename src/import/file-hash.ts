import { createHash } from 'node:crypto';
import { openSourceFile } from './table/source-file.ts';

const CHUNK_BYTES = 2 ** 18;

/** SHA-256 of a file's bytes, 64 hexadecimal digits. Throws FileFault where it can't be opened. */
export async function hashFile(path: string): Promise<string> {
  const { handle } = await openSourceFile(path);
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
