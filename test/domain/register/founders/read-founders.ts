import { expect } from 'vitest';
import { toFounders } from '../../../../src/domain/register/founders/founders.ts';

export type Row = [name: string, share: string | null, type: string];

export const person = (name: string, share: string | null = null): Row => [
  name,
  share,
  'persoana_fizica',
];
export const organisation = (name: string, share: string | null = null): Row => [
  name,
  share,
  'persoana_juridica',
];

export function read(text: string | null): { founders: Row[]; flags: string[] } {
  const { founders, flags } = toFounders(text);
  return {
    founders: founders.map(({ name, share, type }) => [name, share, type]),
    flags: [...flags],
  };
}

/** All that is read of the text. */
export function expectFounders(
  text: string | null,
  founders: readonly Row[],
  flags: readonly string[] = [],
): void {
  expect(read(text)).toEqual({ founders, flags });
}
