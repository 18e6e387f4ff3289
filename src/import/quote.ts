import { LONG_NUMBER } from '../domain/company/idno.ts';
import { toLine } from '../domain/register/text.ts';

const MAX_QUOTED = 80;
/** In a list each is shorter, so that the message stays readable. */
const MAX_LISTED = 40;
const MAX_LIST = 15;

/**
 * A text from a file for a message of one line: shortened, in quotes, and without long numbers,
 * which may be personal.
 */
export function quote(text: string, maxLength = MAX_QUOTED): string {
  const shown = text.replace(LONG_NUMBER, '…');
  const short = shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
  return JSON.stringify(short.toWellFormed());
}

/** The cells of a row that are not empty, each in quotes. */
export function quoteList(cells: readonly unknown[]): string {
  const filled = cells.filter((cell) => cell !== null);
  const quoted = filled.slice(0, MAX_LIST).map((cell) => quote(toLine(String(cell)), MAX_LISTED));
  return filled.length > MAX_LIST
    ? `${quoted.join(', ')} and ${filled.length - MAX_LIST} more`
    : quoted.join(', ');
}
