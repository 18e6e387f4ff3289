import { openSqliteStaffReads } from '../staff-reads.ts';
import type { ReaderMessage, ReadRequest } from './messages.ts';

// The process that reads for staff. It is killed where a read takes too long, and may be at any
// moment: its connections can't write.

const [dataDir = ''] = process.argv.slice(2);
const reads = openSqliteStaffReads(dataDir);
const send = (message: ReaderMessage) => process.send?.(message);

process.on('message', ({ name, args }: ReadRequest) => {
  const read = reads[name] as (...args: readonly unknown[]) => Promise<unknown>;
  read(...args).then(
    (result) => send({ result }),
    (error: unknown) => send({ fault: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
send({ ready: true });
