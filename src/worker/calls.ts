import { type Answer, type Request, reviveError, toSentError } from './messages.ts';

/** What a method of the other thread or process gives for its arguments, which are copied. */
export type Result<Methods, Name extends keyof Methods> = Methods[Name] extends (
  ...args: never[]
) => infer Returned
  ? Promise<Awaited<Returned>>
  : never;
export type Args<Methods, Name extends keyof Methods> = Methods[Name] extends (
  ...args: infer Parameters
) => unknown
  ? Parameters
  : never;

export type Call<Methods> = <Name extends keyof Methods & string>(
  name: Name,
  ...args: Args<Methods, Name>
) => Result<Methods, Name>;

/** The caller's side: calls without an answer, in their order. */
export interface Calls<Methods> {
  call: Call<Methods>;
  /** How many calls wait for their answers. */
  countWaiting(): number;
  /** Resolves when at most `max` calls wait; rejects with the call that it waited for. */
  waitUntilAtMost(max: number): Promise<void>;
  /** Gives the oldest call its answer. */
  settle(answer: Answer): void;
  /** The other side cannot answer any more: every call, now and later, rejects with the error. */
  fail(error: unknown): void;
}

export function createCalls<Methods>(send: (request: Request) => void): Calls<Methods> {
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
    call: call as unknown as Call<Methods>,
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
export function serveCalls<Methods extends object>(
  opening: Promise<Methods>,
  send: (answer: Answer) => void,
): (request: Request) => Promise<void> {
  async function carryOut({ name, args }: Request): Promise<Answer> {
    try {
      const method = (await opening)[name as keyof Methods] as (...args: unknown[]) => unknown;
      return { result: await method(...args) };
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
