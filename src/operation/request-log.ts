import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';

type LogArguments = [objectOrText: unknown, text?: string, ...values: unknown[]];

/**
 * A request's own logger, made when it first has something to say: nearly all requests have nothing
 * beside the line of the access log, which is the application's, and a child of pino's for each of
 * them took more than 1 % of their time.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#make = () => parent.child(bindings, options);
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }

  fatal(...args: LogArguments): void {
    this.#log.fatal(...args);
  }

  error(...args: LogArguments): void {
    this.#log.error(...args);
  }

  warn(...args: LogArguments): void {
    this.#log.warn(...args);
  }

  info(...args: LogArguments): void {
    this.#log.info(...args);
  }

  debug(...args: LogArguments): void {
    this.#log.debug(...args);
  }

  trace(...args: LogArguments): void {
    this.#log.trace(...args);
  }

  silent(...args: LogArguments): void {
    this.#log.silent(...args);
  }
}
