import { mkdirSync } from 'node:fs';

/** Makes the data folder for its owner alone. Throws an Error of one line when it can't be. */
export function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR ${JSON.stringify(dataDir)} can't be used as a folder: ${reason}`, {
      cause: error,
    });
  }
}
