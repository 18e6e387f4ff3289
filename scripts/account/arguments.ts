import { InvalidArgumentError } from 'commander';
import { isDay, toEndOfDayMs } from '../../src/domain/time/time-zone.ts';

/** Reads one of these names, in any case. */
export function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text.toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  };
}

/** When a plan ends; the library takes no null for the value of an option. */
export interface End {
  /** The first instant after the last day; null: never. */
  endsAtMs: number | null;
}

export function toEnd(text: string): End {
  if (text.toLowerCase() === 'never') return { endsAtMs: null };
  if (isDay(text)) return { endsAtMs: toEndOfDayMs(text) };
  throw new InvalidArgumentError('It must be a day as YYYY-MM-DD, or never.');
}
