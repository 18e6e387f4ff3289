import { chance, type Random } from './random.ts';

const MS_PER_DAY = 86_400_000;

/** `YYYY-MM-DD` to the workbook's serial day; Excel counts a 29 February 1900 that never was. */
export function toSerial(day: string): number {
  return daysBetween('1899-12-30', day);
}

/** `YYYY-MM-DD` to the register's own `DD.MM.YYYY`. */
export function toDotted(day: string): string {
  return day.split('-').reverse().join('.');
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}

/** How one row spells its Romanian letters. */
export type Spelling = (text: string) => string;

const CEDILLA: Record<string, string> = { ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' };

/** The text with the letters of the old code pages, which most of the register still has. */
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
