const MAX_QUOTED = 80;

/** A text from a file as it may stand in a message of one line: short, and in quotes. */
export function quote(text: string): string {
  const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  return JSON.stringify(short.toWellFormed());
}
