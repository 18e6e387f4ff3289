/**
 * The result of parsing a text: a value or a fault. An empty text gives the value null. A fault is
 * an identifier that imports count, never a sentence.
 */
export type ParseResult<Value, Fault extends string = string> = { value: Value } | { fault: Fault };
