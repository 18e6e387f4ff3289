import type { StaffReads } from '../../port/staff-reads.ts';

export type ReadName = keyof StaffReads;

/** What a reader process is asked, one at a time. */
export interface ReadRequest {
  name: ReadName;
  args: readonly unknown[];
}

/** What it says: first that it is ready, then an answer to each request. */
export type ReaderMessage = { ready: true } | { result: unknown } | { fault: string };
