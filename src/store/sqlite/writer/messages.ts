import { Unavailable } from '../../../domain/errors.ts';
import type { CompanyWriter } from './company-writer.ts';

/** What the thread that writes is started with. */
export interface WriterStart {
  /** Of the file of companies. */
  path: string;
  rowsPerCommit: number;
}

export type WriterCall = {
  [Name in keyof CompanyWriter]: { name: Name; args: Parameters<CompanyWriter[Name]> };
}[keyof CompanyWriter];

/** Null ends the thread. */
export type WriterRequest = WriterCall | null;

/** Errors lose their class between threads. */
interface WriterFault {
  fault: unknown;
  isUnavailable: boolean;
}

/** One to each call, in their order; a fault is the last. */
export type WriterAnswer = { result: unknown } | WriterFault;

export function toFault(error: unknown): WriterFault {
  return { fault: error, isUnavailable: error instanceof Unavailable };
}

/** What the thread threw. */
export function toError({ fault, isUnavailable }: WriterFault): unknown {
  return isUnavailable && fault instanceof Error ? new Unavailable(fault.message) : fault;
}
