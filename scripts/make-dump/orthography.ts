import { chance, type Random } from './random.ts';

/** How one row spells its Romanian letters. */
export type Spelling = (text: string) => string;

const CEDILLA: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };

/** The letters of the old code pages, which most of the register still has. */
export function withCedilla(text: string): string {
  return text.replace(/[șțȘȚ]/g, (letter) => CEDILLA[letter] ?? letter);
}

/** Every second such letter with a cedilla, the others with a comma below. */
export function withBothLetters(text: string): string {
  const pairs = /[șțȘȚ]([^șțȘȚ]*[șțȘȚ])?/g;
  return text.replace(pairs, (pair) => withCedilla(pair.charAt(0)) + pair.slice(1));
}

export function pickSpelling(random: Random): Spelling {
  return chance(random, 0.65) ? withCedilla : (text) => text;
}
