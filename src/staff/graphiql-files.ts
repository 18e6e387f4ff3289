import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('./graphiql-worker.ts', import.meta.url);

/** Files of the editor that staff write queries in, each gzipped. */
export type GraphiqlFiles = Readonly<Record<GraphiqlFile, Uint8Array>>;
export type GraphiqlFile = 'bundle' | 'style' | 'editorWorker' | 'jsonWorker' | 'graphqlWorker';

/**
 * Reads and packs the nine megabytes of the package once, at the first request, in a worker
 * thread; the server keeps only the packed files.
 */
export function createGraphiqlFiles(): () => Promise<GraphiqlFiles> {
  let files: Promise<GraphiqlFiles> | null = null;
  return () => {
    files ??= pack().catch((error: unknown) => {
      files = null;
      throw error;
    });
    return files;
  };
}

async function pack(): Promise<GraphiqlFiles> {
  const worker = new Worker(PROGRAM, { execArgv: [] });
  const [files] = await once(worker, 'message');
  return files;
}
