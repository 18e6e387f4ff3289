import { flushCompileCache } from 'node:module';
import { type CallRequest, serveCalls } from '../../../worker/calls.ts';
import { STOP_SIGNALS } from '../../../worker/stop-signals.ts';
import type { QueryReads } from '../../query-reads.ts';

// The program of a reader process. A read that takes too long ends with its process, which may be
// killed at any moment: its connections cannot write.

// A terminal and systemd send a signal to all processes of a server. Readers end with the server,
// which answers until it has stopped.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});

/** After the first reads, so that their compiled functions are cached too. */
const FLUSH_AFTER_MS = 1_000;

export interface ReaderMethods extends QueryReads {
  /** Answered once the process can read. */
  start(): void;
}

const [dataDir = ''] = process.argv.slice(2);
// Later than the handlers above, because it takes most of the start.
const { openSqliteQueryReads } = await import('../query-reads.ts');
// Without `close`: the connections are open as long as the process runs.
const { close: _, ...reads } = openSqliteQueryReads(dataDir);
const methods: ReaderMethods = { ...reads, start() {} };
const answer = serveCalls(Promise.resolve(methods), (message) => process.send?.(message));

process.on('message', (request: CallRequest) => answer(request));
process.on('disconnect', () => process.exit());
// For later readers: Node does it when a process ends by itself, but readers are killed.
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
