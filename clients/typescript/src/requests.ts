import { ApiError, ConnectionError } from './errors.ts';
import { OPERATIONS, type OperationId, Operations } from './operations.ts';
import { type Failure, readLimit, toPauseMs } from './retry.ts';
import type { Answer, Parameters } from './types.ts';

export interface Settings {
  /** Where the service is, such as `https://registru.example`. */
  baseUrl: string;
  apiKey: string;
  /** The longest time of a call with all its attempts and pauses; two minutes by default. */
  deadlineMs?: number;
  /** The longest time of one attempt; 30 seconds by default. */
  attemptMs?: number;
  fetch?: typeof fetch;
  /** For tests. */
  clock?: Clock;
}

export interface Clock {
  /** Milliseconds that only grow. */
  nowMs(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface CallOptions {
  /** In place of that of the client. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** Told of the response that is returned, such as for its header `X-Data-Date`. */
  onResponse?: (response: Response) => void;
}

const DEADLINE_MS = 120_000;
const ATTEMPT_MS = 30_000;
/** The longest time that timers can have. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Values = Readonly<Record<string, unknown>>;
interface Success {
  value: unknown;
  response: Response;
}

/** Sends requests, again where that helps, until an answer or the deadline. */
export class Requests extends Operations {
  readonly #settings: Required<Settings>;
  /** Before this moment of the clock, the limit refuses. */
  #fullUntilMs = 0;

  constructor(settings: Settings) {
    super();
    const defaults = { deadlineMs: DEADLINE_MS, attemptMs: ATTEMPT_MS, clock: CLOCK };
    // Workers need it called on the global object.
    const send: typeof fetch = (input, init) => globalThis.fetch(input, init);
    const baseUrl = settings.baseUrl.replace(/\/+$/, '');
    this.#settings = { ...defaults, fetch: send, ...settings, baseUrl };
  }

  protected sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#settings.clock.sleep(ms, signal);
  }

  protected async call<Id extends OperationId>(
    id: Id,
    parameters: Parameters<Id> | undefined,
    { deadlineMs = this.#settings.deadlineMs, signal, onResponse }: CallOptions = {},
  ): Promise<Answer<Id>> {
    const { nowMs } = this.#settings.clock;
    const endMs = nowMs() + deadlineMs;
    const request = this.#toRequest(id, (parameters ?? {}) as Values);
    for (let failures = 0; ; failures++) {
      // At the limit it waits rather than being refused. Others may have filled it meanwhile.
      const fullMs = this.#fullUntilMs - nowMs();
      if (fullMs > 0 && fullMs < endMs - nowMs()) await this.sleep(fullMs, signal);
      const outcome = await this.#attempt(request, endMs - nowMs(), signal);
      if (!('error' in outcome)) {
        onResponse?.(outcome.response);
        return outcome.value as Answer<Id>;
      }
      const pauseMs = toPauseMs(outcome, failures);
      if (pauseMs === null || pauseMs >= endMs - nowMs()) throw outcome.error;
      await this.sleep(pauseMs, signal);
    }
  }

  #toRequest(id: OperationId, parameters: Values): { url: string; init: RequestInit } {
    const { method, path, query }: { method: string; path: string; query: readonly string[] } =
      OPERATIONS[id];
    const rest = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
    const take = (name: string) => {
      const value = rest.get(name);
      rest.delete(name);
      return value;
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(take(name))));
    const url = new URL(this.#settings.baseUrl + filled);
    for (const name of query) {
      const value = take(name);
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ Authorization: `Bearer ${this.#settings.apiKey}` });
    const hasBody = method === 'POST';
    if (hasBody) headers.set('Content-Type', 'application/json');
    else if (rest.size > 0) throw new TypeError(`${id} has no parameter ${[...rest.keys()][0]}`);
    const body = hasBody && { body: JSON.stringify(Object.fromEntries(rest)) };
    return { url: url.href, init: { method, headers, redirect: 'error', ...body } };
  }

  /** Rejects only with the reason of the caller's signal. */
  async #attempt(
    { url, init }: { url: string; init: RequestInit },
    leftMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Success | Failure> {
    signal?.throwIfAborted();
    const attemptMs = Math.max(0, Math.min(leftMs, this.#settings.attemptMs, MAX_TIMER_MS));
    // Node takes whole milliseconds only.
    const timeout = AbortSignal.timeout(Math.ceil(attemptMs));
    let response: Response | null = null;
    let text: string;
    try {
      const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
      response = await this.#settings.fetch(url, { ...init, signal: either });
      const limit = readLimit(response);
      if (limit?.left === 0) this.#fullUntilMs = this.#settings.clock.nowMs() + limit.resetMs;
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const what = timeout.aborted ? 'no answer in time' : 'the connection failed';
      return { error: new ConnectionError(`${what}: ${url}`, { cause }), response: null };
    }
    return readAnswer(response, text);
  }
}

function readAnswer(response: Response, text: string): Success | Failure {
  const { status, ok } = response;
  if (status === 204) return { value: undefined, response };
  const body = parseObject(text);
  if (body !== null && ok) return { value: body, response };
  if (body !== null && typeof body['error'] === 'string') {
    const id = response.headers.get('x-request-id');
    return { error: new ApiError(status, body['error'], String(body['message']), id), response };
  }
  const what = `${status} ${response.url} is not an answer of the API`;
  return { error: new ConnectionError(what), response };
}

function parseObject(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Values | null) : null;
  } catch {
    return null;
  }
}

const CLOCK: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, MAX_TIMER_MS));
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
