import { FileFault, ImportRefusal, Unavailable } from '../domain/errors.ts';

/** Asks another thread or process for one call. */
export interface CallRequest {
  name: string;
  args: readonly unknown[];
}

/** Exactly one for each call, in the order of the calls. */
export type Answer = { result: unknown } | { error: SentError };

/** An error as plain data: copied between threads it would lose its class. */
export interface SentError {
  name: string;
  message: string;
  stack: string;
}

/** The classes that an error gets back, by the name that each class gives its errors. */
const CLASSES = new Map(
  [FileFault, ImportRefusal, Unavailable].map((Class) => [new Class().name, Class]),
);

export function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' };
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** The error with its class, and with the stack of the thread that threw it. */
export function reviveError({ name, message, stack }: SentError): Error {
  const Class = CLASSES.get(name) ?? Error;
  return Object.assign(new Class(message), { name, stack });
}
