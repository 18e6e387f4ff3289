import { type OperationId, Operations } from './operations.ts';
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
/** Sends requests, again where that helps, until an answer or the deadline. */
export declare class Requests extends Operations {
    #private;
    constructor(settings: Settings);
    protected sleep(ms: number, signal?: AbortSignal): Promise<void>;
    protected call<Id extends OperationId>(id: Id, parameters: Parameters<Id> | undefined, { deadlineMs, signal, onResponse }?: CallOptions): Promise<Answer<Id>>;
}
