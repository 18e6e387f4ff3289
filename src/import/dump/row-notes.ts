import { hidePersonalNumber, mayBePersonalNumber } from '../../domain/company/idno.ts';
import { undoConversion } from '../../domain/register/conversion.ts';
import { listRoles } from '../../domain/register/directors.ts';
import { hasRoleWord, readRole } from '../../domain/register/roles.ts';
import { toStatedStatus } from '../../domain/register/status.ts';
import { hasLetter } from '../../domain/register/text.ts';
import { toCalendarDate } from '../../domain/time/calendar-date.ts';
import { quote } from '../quote.ts';
import type { DateCounts } from './guards.ts';

/** Legacy fiscal codes are shorter: codes of this many digits were meant to be an IDNO. */
const LONG_CODE = /^\d{10,20}$/;
const IGNORED = /['\s\p{Cf}]+/gu;
/** A day in any notation, or one for which a spreadsheet's column was too narrow. */
const DAY = /\d\D+\d|^#+$/;
/** Different unknown statuses or roles that a note quotes; further ones are only counted. */
const MAX_EXAMPLES = 5;
/** What most cells have, and nothing else in brackets. */
const USUAL_ROLE = '[Administrator]';
const BRACKETED = /\[[^[\]]*\]/g;

/** Counts what is odd in the rows of a dump, to report each kind in one line. */
export class RowNotes {
  readonly dates: DateCounts = { filled: 0, unreadable: 0, example: '' };
  readonly #codesByLength = new Map<number, number>();
  #codeExample = '';
  #statusCount = 0;
  readonly #statusExamples = new Set<string>();
  #roleCount = 0;
  readonly #roleExamples = new Set<string>();
  #remnantCount = 0;
  #remnantExample = '';

  /** The code of a row that has no IDNO of 13 digits. */
  addCode(row: number, code: string | null): void {
    const digits = code?.replace(IGNORED, '') ?? '';
    if (!LONG_CODE.test(digits)) return;
    if (this.#codesByLength.size === 0) {
      const shown = mayBePersonalNumber(digits) ? hidePersonalNumber(digits) : digits;
      this.#codeExample = `${shown} in row ${row}`;
    }
    this.#codesByLength.set(digits.length, (this.#codesByLength.get(digits.length) ?? 0) + 1);
  }

  /** A short row without an IDNO, with its code: a text there may be the rest of the row above. */
  addRemnant(row: number, text: string | null): void {
    if (text === null || !hasLetter(text)) return;
    if (this.#remnantCount === 0) this.#remnantExample = `${quote(text)} in row ${row}`;
    this.#remnantCount++;
  }

  addStatus(text: string): void {
    if (!('fault' in toStatedStatus(undoConversion(text)))) return;
    this.#statusCount++;
    if (this.#statusExamples.size < MAX_EXAMPLES) this.#statusExamples.add(text);
  }

  addDirectors(text: string): void {
    if (text.indexOf('[') === text.length - USUAL_ROLE.length && text.endsWith(USUAL_ROLE)) return;
    if (!text.includes('[') || hasKnownRolesOnly(text)) return;
    for (const role of listRoles(undoConversion(text))) {
      if (readRole(role).isKnown) continue;
      this.#roleCount++;
      if (this.#roleExamples.size < MAX_EXAMPLES) this.#roleExamples.add(role);
    }
  }

  addDate(row: number, text: string): void {
    this.dates.filled++;
    if (!DAY.test(text) || !('fault' in toCalendarDate(text))) return;
    if (this.dates.unreadable === 0) this.dates.example = `${quote(text)} in row ${row}`;
    this.dates.unreadable++;
  }

  describe(): string[] {
    const notes = [
      this.describeCodes(),
      this.#describeRemnants(),
      this.#describeStatuses(),
      this.#describeRoles(),
    ];
    return notes.filter((note) => note !== null);
  }

  /** Null where there were no such codes. */
  describeCodes(): string | null {
    const byLength = [...this.#codesByLength].sort(([a], [b]) => a - b);
    const [[shortest, count] = [0, 0], ...others] = byLength;
    if (count === 0) return null;
    const rows = count === 1 ? '1 row has a code' : `${count} rows have a code`;
    const more = others.map(([length, rowCount]) => `, ${rowCount} of ${length}`).join('');
    return (
      `${rows} of ${shortest} digits${more}, such as ${this.#codeExample}; ` +
      'an IDNO has 13: correct them, or fetch the file again'
    );
  }

  #describeRemnants(): string | null {
    if (this.#remnantCount === 0) return null;
    return (
      `rows with a text in place of the IDNO and too few cells: ${this.#remnantCount}, such as ` +
      `${this.#remnantExample}; if a line end in a text without quotes has cut the row above, ` +
      'put the text in quotes'
    );
  }

  #describeStatuses(): string | null {
    if (this.#statusCount === 0) return null;
    const examples = [...this.#statusExamples].map((text) => quote(text)).join(', ');
    return (
      `${this.#statusCount} rows have an unknown value in the column "Statutul" (${examples}): ` +
      'their status is derived from the other columns, and flagged status_uncertain'
    );
  }

  #describeRoles(): string | null {
    if (this.#roleCount === 0) return null;
    const examples = [...this.#roleExamples].map((text) => quote(text)).join(', ');
    return (
      `${this.#roleCount} directors have a role without a rule (${examples}): it does not count for ` +
      'the status; if it tells of a liquidation or an insolvency, it needs a rule'
    );
  }
}

/** A fast check: all brackets are closed and have known roles, and nothing else may be one. */
function hasKnownRolesOnly(text: string): boolean {
  const names = text.replace(BRACKETED, '');
  if (names.includes('[') || hasRoleWord(names)) return false;
  const bracketed = text.match(BRACKETED) ?? [];
  return bracketed.every((role) => readRole(role.slice(1, -1)).isKnown);
}
