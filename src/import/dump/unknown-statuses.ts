import { toStatedStatus } from '../../domain/register/status.ts';
import { quote } from '../quote.ts';

/** Different values that are told; further ones count only. */
const MAX_VALUES = 5;

/** Counts what the column `Statutul` says and nobody knows the meaning of. */
export class UnknownStatuses {
  readonly #examples = new Set<string>();
  #count = 0;

  add(text: string | null): void {
    if (!('fault' in toStatedStatus(text))) return;
    this.#count++;
    if (this.#examples.size < MAX_VALUES) this.#examples.add(text ?? '');
  }

  /** Null where every value is known. */
  describe(): string | null {
    if (this.#count === 0) return null;
    const examples = [...this.#examples].map((text) => quote(text)).join(', ');
    return (
      `${this.#count} rows have an unknown value in the column "Statutul" (${examples}): their ` +
      'status is worked out from the other columns, and flagged status_uncertain'
    );
  }
}
