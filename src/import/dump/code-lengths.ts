/** Legacy fiscal codes are shorter: this many digits were meant to be an IDNO. */
const LONG_CODE = /^\d{10,20}$/;
const IGNORED = /['\s\p{Cf}]+/gu;

/** Counts codes that have almost the length of an IDNO, by their number of digits. */
export class CodeLengths {
  readonly #counts = new Map<number, number>();
  #example = '';

  /** The code of a row that has no IDNO of 13 digits. */
  add(row: number, code: string | null): void {
    const digits = code?.replace(IGNORED, '') ?? '';
    if (!LONG_CODE.test(digits)) return;
    if (this.#counts.size === 0) this.#example = `${digits} in row ${row}`;
    this.#counts.set(digits.length, (this.#counts.get(digits.length) ?? 0) + 1);
  }

  /** What was seen and what to do about it; null where no such code was. */
  describe(): string | null {
    const [[shortest, count] = [0, 0], ...others] = [...this.#counts].sort(([a], [b]) => a - b);
    if (count === 0) return null;
    const rows = count === 1 ? '1 row has a code' : `${count} rows have a code`;
    const more = others.map(([length, rowCount]) => `, ${rowCount} of ${length}`).join('');
    return (
      `${rows} of ${shortest} digits${more}, such as ${this.#example}; ` +
      'an IDNO has 13: correct them, or fetch the file again'
    );
  }
}
