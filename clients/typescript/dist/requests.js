import { ApiError, ConnectionError } from './errors.js';
import { OPERATIONS, Operations } from './operations.js';
import { readLimit, toPauseMs } from './retry.js';
const DEADLINE_MS = 120_000;
const ATTEMPT_MS = 30_000;
/** The longest time that timers can have. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Sends requests, again where that helps, until an answer or the deadline. */
export class Requests extends Operations {
    #settings;
    /** Before this moment of the clock, the limit refuses. */
    #fullUntilMs = 0;
    constructor(settings) {
        super();
        const defaults = { deadlineMs: DEADLINE_MS, attemptMs: ATTEMPT_MS, clock: CLOCK };
        // Workers need it called on the global object.
        const send = (input, init) => globalThis.fetch(input, init);
        const baseUrl = settings.baseUrl.replace(/\/+$/, '');
        this.#settings = { ...defaults, fetch: send, ...settings, baseUrl };
    }
    sleep(ms, signal) {
        return this.#settings.clock.sleep(ms, signal);
    }
    async call(id, parameters, { deadlineMs = this.#settings.deadlineMs, signal, onResponse } = {}) {
        const { nowMs } = this.#settings.clock;
        const endMs = nowMs() + deadlineMs;
        const request = this.#toRequest(id, (parameters ?? {}));
        for (let failures = 0;; failures++) {
            // At the limit it waits rather than being refused. Others may have filled it meanwhile.
            const fullMs = this.#fullUntilMs - nowMs();
            if (fullMs > 0 && fullMs < endMs - nowMs())
                await this.sleep(fullMs, signal);
            const outcome = await this.#attempt(request, endMs - nowMs(), signal);
            if (!('error' in outcome)) {
                onResponse?.(outcome.response);
                return outcome.value;
            }
            const pauseMs = toPauseMs(outcome, failures);
            if (pauseMs === null || pauseMs >= endMs - nowMs())
                throw outcome.error;
            await this.sleep(pauseMs, signal);
        }
    }
    #toRequest(id, parameters) {
        const { method, path, query } = OPERATIONS[id];
        const rest = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
        const take = (name) => {
            const value = rest.get(name);
            rest.delete(name);
            return value;
        };
        const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(take(name))));
        const url = new URL(this.#settings.baseUrl + filled);
        for (const name of query) {
            const value = take(name);
            if (value !== undefined)
                url.searchParams.set(name, String(value));
        }
        const headers = new Headers({ Authorization: `Bearer ${this.#settings.apiKey}` });
        const hasBody = method === 'POST';
        if (hasBody)
            headers.set('Content-Type', 'application/json');
        else if (rest.size > 0)
            throw new TypeError(`${id} has no parameter ${[...rest.keys()][0]}`);
        const body = hasBody && { body: JSON.stringify(Object.fromEntries(rest)) };
        return { url: url.href, init: { method, headers, redirect: 'error', ...body } };
    }
    /** Rejects only with the reason of the caller's signal. */
    async #attempt({ url, init }, leftMs, signal) {
        signal?.throwIfAborted();
        const attemptMs = Math.max(0, Math.min(leftMs, this.#settings.attemptMs, MAX_TIMER_MS));
        // Node takes whole milliseconds only.
        const timeout = AbortSignal.timeout(Math.ceil(attemptMs));
        let response = null;
        let text;
        try {
            const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
            response = await this.#settings.fetch(url, { ...init, signal: either });
            const limit = readLimit(response);
            if (limit?.left === 0)
                this.#fullUntilMs = this.#settings.clock.nowMs() + limit.resetMs;
            text = await response.text();
        }
        catch (cause) {
            signal?.throwIfAborted();
            const what = timeout.aborted ? 'no answer in time' : 'the connection failed';
            return { error: new ConnectionError(`${what}: ${url}`, { cause }), response: null };
        }
        return readAnswer(response, text);
    }
}
function readAnswer(response, text) {
    const { status, ok } = response;
    if (status === 204)
        return { value: undefined, response };
    const body = parseObject(text);
    if (body !== null && ok)
        return { value: body, response };
    if (body !== null && typeof body['error'] === 'string') {
        const id = response.headers.get('x-request-id');
        return { error: new ApiError(status, body['error'], String(body['message']), id), response };
    }
    const what = `${status} ${response.url} is not an answer of the API`;
    return { error: new ConnectionError(what), response };
}
function parseObject(text) {
    try {
        const value = JSON.parse(text);
        return typeof value === 'object' ? value : null;
    }
    catch {
        return null;
    }
}
const CLOCK = {
    nowMs: () => performance.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
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
