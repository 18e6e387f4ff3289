/** The errors of this client. What a handler or an aborted signal throws is thrown as it is. */
export class RegistruError extends Error {
}
/** The service refused the request, or failed. `message` says what to do. */
export class ApiError extends RegistruError {
    name = 'ApiError';
    status;
    /** What went wrong, for programs. Later versions of the service may have further values. */
    error;
    /** Names the request in a question to support; null if the answer had none. */
    requestId;
    constructor(status, error, message, requestId = null) {
        super(message);
        this.status = status;
        this.error = error;
        this.requestId = requestId;
    }
}
/** There was no answer of the service: the connection broke, or a proxy answered instead. */
export class ConnectionError extends RegistruError {
    name = 'ConnectionError';
}
