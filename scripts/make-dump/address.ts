import { chance, integer, pick, type Random, weighted } from './random.ts';
/**
 * Weighted by the number of their companies in 2021 (National Bureau of Statistics for the first
 * ten and the left bank with Bender; the shares of the others are a guess). A code is the town's;
 * the codes of villages follow it, and their addresses end with the area.
 */
import districts from './words/districts.json' with { type: 'json' };
/** Chișinău's sectors with their companies' codes. */
import sectors from './words/sectors.json' with { type: 'json' };
import streets from './words/streets.json' with { type: 'json' };

const pickDistrict = weighted(districts, ({ weight }) => weight);

/** One line, as the register writes it, and the number of the CUATM column. */
export function makeAddress(random: Random) {
  const { name, code, town, villages, area } = pickDistrict(random);
  if (name === 'Chișinău' && chance(random, 0.9)) return makeCapitalAddress(random);
  const isInTown = chance(random, 0.55);
  const villageIndex = integer(random, 0, villages.length - 1);
  const postcode = `MD-${3000 + ((code * 7) % 4000) + integer(random, 0, 49)}`;
  const locality = isInTown ? town : `s. ${villages[villageIndex]}, ${area}`;
  return {
    text: `${postcode}, ${makeStreet(random)}, ${locality}`,
    // Above the town's own code, and above those of the capital's sectors.
    cuatm: isInTown ? code : code + 60 + villageIndex * 3 - (code % 10),
    district: name,
  };
}

function makeCapitalAddress(random: Random) {
  const { name, code: cuatm } = pick(random, sectors);
  const postcode = `MD-20${String(integer(random, 1, 99)).padStart(2, '0')}`;
  const text = `${postcode}, ${makeStreet(random)}, sec. ${name}, mun. Chișinău`;
  return { text, cuatm, district: 'Chișinău' };
}

function makeStreet(random: Random): string {
  const kind = chance(random, 0.12) ? pick(random, ['bd.', 'șos.', 'str-la']) : 'str.';
  const house = String(integer(random, 1, 240));
  const annex = chance(random, 0.35) ? `/${pick(random, ['1', '2', '3', '4', 'A', 'B', 'V'])}` : '';
  const flat = chance(random, 0.5) ? `, ap.(of.) ${integer(random, 1, 160)}` : '';
  return `${kind} ${pick(random, streets)}, ${house}${annex}${flat}`;
}
