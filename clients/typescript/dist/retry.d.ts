import { type RegistruError } from './errors.ts';
/** An attempt without a result. */
export interface Failure {
    error: RegistruError;
    /** Null: no answer has come. */
    response: Response | null;
}
/**
 * Milliseconds until the next attempt, null if another one cannot help. All operations may be
 * sent twice: the second time changes nothing.
 */
export declare function toPauseMs({ error, response }: Failure, earlierFailures: number): number | null;
/** What `RateLimit` says: requests left, and milliseconds until one more, or a refused one, has room. */
export declare function readLimit({ headers }: Response): {
    left: number;
    resetMs: number;
} | null;
