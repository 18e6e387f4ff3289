import { FileFault, ImportRefusal, Unavailable } from '../domain/errors.ts';

/** Asks another thread or process for one call. */
export interface CallRequest {
  name: string;
  args: readonly unknown[];
}

/** Exactly one for each call, in the order of the calls. */
export type Answer = { result: unknown } | { error: SentError };

/** An error as plain data: copied between threads it would lose its class. */
interface SentError {
  name: string;
  message: string;
  stack: string;
}

/** Methods that another thread or process carries out; arguments and results are copied. */
export type Methods<Own> = { [Name in keyof Own]: (...args: never[]) => unknown };

export type RemoteCall<Own extends Methods<Own>> = <Name extends keyof Own & string>(
  name: Name,
  ...args: Parameters<Own[Name]>
) => Promise<Awaited<ReturnType<Own[Name]>>>;

/** The caller's side: the calls that wait for their answers, in their order. */
export interface CallQueue<Own extends Methods<Own>> {
  call: RemoteCall<Own>;
  /** How many calls wait for their answers. */
  countWaiting(): number;
  /** Resolves when at most `max` calls wait; rejects with the call that it waited for. */
  waitUntilAtMost(max: number): Promise<void>;
  /** Gives the oldest call its answer. */
  settle(answer: Answer): void;
  /** The other side cannot answer any more: every call, now and later, rejects with the error. */
  fail(error: unknown): void;
}

export function createCallQueue<Own extends Methods<Own>>(
  send: (request: CallRequest) => void,
): CallQueue<Own> {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let failure: { error: unknown } | null = null;

  function call(name: string, ...args: readonly unknown[]): Promise<unknown> {
    if (failure !== null) return Promise.reject(failure.error);
    const answered = Promise.withResolvers<unknown>();
    send({ name, args });
    waiting.push(answered);
    return answered.promise;
  }

  return {
    call: call as RemoteCall<Own>,
    countWaiting: () => waiting.length,
    async waitUntilAtMost(max) {
      await waiting.at(-1 - max)?.promise;
    },
    settle(answer) {
      const answered = waiting.shift();
      if ('result' in answer) answered?.resolve(answer.result);
      else answered?.reject(reviveError(answer.error));
    },
    fail(error) {
      failure ??= { error };
      for (const answered of waiting.splice(0)) answered.reject(failure.error);
    },
  };
}

/**
 * The other side: carries out calls one at a time, in their order. Until `opening` resolves they
 * wait; when it rejects, each is answered with its error. Resolves when the answer is sent.
 */
export function serveCalls<Own extends Methods<Own>>(
  opening: Promise<Own>,
  send: (answer: Answer) => void,
): (request: CallRequest) => Promise<void> {
  async function carryOut({ name, args }: CallRequest): Promise<Answer> {
    try {
      const methods = await opening;
      return { result: await methods[name as keyof Own](...(args as never[])) };
    } catch (error) {
      return { error: toSentError(error) };
    }
  }

  let last: Promise<void> = Promise.resolve();
  return (request) => {
    last = last.then(async () => send(await carryOut(request)));
    return last;
  };
}

/** The classes that an error gets back, by the name that each class gives its errors. */
const CLASSES = new Map(
  [FileFault, ImportRefusal, Unavailable].map((Class) => [new Class().name, Class]),
);

function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' };
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** The error with its class, and with the stack of the thread that threw it. */
function reviveError({ name, message, stack }: SentError): Error {
  const Class = CLASSES.get(name) ?? Error;
  return Object.assign(new Class(message), { name, stack });
}
