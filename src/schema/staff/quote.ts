const MAX_QUOTED_LENGTH = 100;

/** An argument as an error message repeats it, cut: a document may be a quarter of a megabyte. */
export function quoteArgument(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED_LENGTH));
}
