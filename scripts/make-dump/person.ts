import {
  cyrillicNames,
  cyrillicSurnames,
  femaleNames,
  maleNames,
  surnameEndings,
  surnameHeads,
  surnameMiddles,
} from './person-words.ts';
import { chance, integer, pick, type Random } from './random.ts';

/** `SURNAME GIVEN` in capitals, as the register writes people. */
export function inventPerson(random: Random): string {
  return `${inventSurname(random)} ${inventGivenName(random)}`;
}

export function inventSurname(random: Random): string {
  const middle = chance(random, 0.7) ? pick(random, surnameMiddles) : '';
  return (pick(random, surnameHeads) + middle + pick(random, surnameEndings)).toUpperCase();
}

export function inventGivenName(random: Random): string {
  const names = chance(random, 0.6) ? maleNames : femaleNames;
  const given = pick(random, names);
  if (!chance(random, 0.04)) return given;
  const second = pick(random, names);
  return second === given ? given : `${given}-${second}`;
}

export function inventCyrillicPerson(random: Random): string {
  return `${pick(random, cyrillicSurnames)} ${pick(random, cyrillicNames)}`;
}

/** People who differ in name; a list of more than 500 is never asked for. */
export function inventPeople(random: Random, count: number): string[] {
  const people = new Set<string>();
  for (let attempt = 0; people.size < count && attempt < 5_000; attempt += 1) {
    people.add(inventPerson(random));
  }
  return [...people];
}

/** Thirteen digits in the shape of a personal number, of a year that nobody was registered in. */
export function inventPersonalNumber(random: Random): string {
  return `2999${String(integer(random, 0, 999_999_999)).padStart(9, '0')}`;
}
