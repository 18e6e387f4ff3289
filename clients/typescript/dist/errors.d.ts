import type { ErrorName } from './operations.ts';
/** The errors of this client. What a handler or an aborted signal throws is thrown as it is. */
export declare abstract class RegistruError extends Error {
}
/** The service refused the request, or failed. `message` says what to do. */
export declare class ApiError extends RegistruError {
    readonly name = "ApiError";
    readonly status: number;
    /** What went wrong, for programs. Later versions of the service may have further values. */
    readonly error: ErrorName | (string & {});
    /** Names the request in a question to support; null if the answer had none. */
    readonly requestId: string | null;
    constructor(status: number, error: string, message: string, requestId?: string | null);
}
/** There was no answer of the service: the connection broke, or a proxy answered instead. */
export declare class ConnectionError extends RegistruError {
    readonly name = "ConnectionError";
}
