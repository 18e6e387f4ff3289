/**
 * What a text says: a value, or the fault that keeps it from being one. An empty text is the value
 * null; a fault is an identifier that runs are counted by, never a sentence.
 */
export type ParseResult<Value, Fault extends string = string> = { value: Value } | { fault: Fault };
