import { MAX_RECORDS_PER_WRITE } from './companies.ts';

/** A RangeError where one write is asked to take more records than it may. */
export function assertWriteSize(size: number): void {
  if (size > MAX_RECORDS_PER_WRITE) {
    throw new RangeError(`one write takes at most ${MAX_RECORDS_PER_WRITE} records, got ${size}`);
  }
}
