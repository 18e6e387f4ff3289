import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';

type LogArguments = [objectOrText: unknown, text?: string, ...values: unknown[]];

/**
 * The same logger with children that are made when they first have something to say: the framework
 * makes one for each request, nearly all have nothing to say beside the line of the access log,
 * which is the application's, and a child of pino's takes more than 1 % of a request's time. The
 * framework's own serializers of `err`, `req` and `res` go before any of the logger's.
 */
export function withLazyChildren(logger: FastifyBaseLogger): FastifyBaseLogger {
  return new LazyLogger(() => logger);
}

class LazyLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | null = null;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return new LazyLogger(() => this.#log.child(bindings, options));
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
