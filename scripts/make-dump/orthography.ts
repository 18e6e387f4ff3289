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
  let count = 0;
  return text.replace(/[șțȘȚ]/g, (letter) => {
    count += 1;
    return count % 2 === 1 ? (CEDILLA[letter] ?? letter) : letter;
  });
}

export function pickSpelling(random: Random): Spelling {
  return chance(random, 0.65) ? withCedilla : (text) => text;
}
