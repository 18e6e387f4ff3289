/** What an import tells while it runs. */
export interface Progress {
  /** Begins a part of the work with so many rows; null: nobody knows how many. */
  begin(title: string, rows: number | null): void;
  /** So many rows more of the part that was begun. */
  advance(rows: number): void;
  /** One line that a person must know. */
  note(line: string): void;
}

export const NO_PROGRESS: Progress = { begin() {}, advance() {}, note() {} };
