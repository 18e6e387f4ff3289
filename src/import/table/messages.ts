import type { MessagePort } from 'node:worker_threads';
import { FileFault } from '../../domain/errors.ts';
import type { ReadOptions } from './read-limits.ts';
import type { TableFile, TableRow } from './table.ts';

/** What the thread is started with. */
export interface TableRequest {
  path: string;
  options: ReadOptions;
}

/** The thread's first message: the file is open. */
export type TableHead = Pick<TableFile, 'sheets' | 'hiddenSheets' | 'date1904' | 'separated'>;

/**
 * Asks the thread for the rows of a sheet. Each message on the port asks for one batch, and closing
 * the port says that no more are wanted; null in place of the request closes the file.
 */
export interface RowsRequest {
  sheet: string;
  port: MessagePort;
}

/** A batch; null behind the last one. */
export type RowsAnswer = TableRow[] | null;

/** Errors lose their class between threads. */
export interface Failure {
  error: unknown;
  isFileFault: boolean;
}

export type Answer<Result> = { result: Result } | Failure;

export function toFailure(error: unknown): Failure {
  return { error, isFileFault: error instanceof FileFault };
}

/** The result of an answer. Throws what the other thread threw. */
export function unpack<Result>(answer: Answer<Result>): Result {
  if ('result' in answer) return answer.result;
  const { error, isFileFault } = answer;
  throw isFileFault && error instanceof Error ? new FileFault(error.message) : error;
}
