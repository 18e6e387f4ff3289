import { type District, pickDistrict } from './places.ts';
import { chance, integer, pick, type Random } from './random.ts';

export interface Address {
  /** One line, as the register writes it. */
  text: string;
  /** The number of the CUATM column, without leading zeros. */
  cuatm: number;
  district: string;
}

const streets = `
Albișoara|Alba-Iulia|Alexandru cel Bun|Armenească|Bucovinei|Calea Basarabiei|Calea Ieșilor
Cetatea Albă|Constructorilor|Dacia|Decebal|Drumul Viilor|Florilor|Gării|Grenoble|Grădinilor|Haltei
Igor Vieru|Independenței|Industrială|Ion Creangă|Izvorului|Lunca Bîcului|Livezilor|Mihai Eminescu
Mihai Viteazul|Miorița|Mircea cel Bătrîn|Mitropolit Varlaam|Moara Roșie|Muncești|Nicolae Dimo
Nucarilor|Otovasca|Pădurii|Petricani|Plaiului|Podgorenilor|Renașterii Naționale|Sfînta Maria
Socoleni|Studenților|Ștefan cel Mare|Școlii|Teilor|Tighina|Tineretului|Trandafirilor|Transnistria
Țarinei|Uzinelor|Valea Crucii|Vasile Alecsandri|Vasile Lupu|Victoriei|Viilor|Voluntarilor|Zorilor
31 August 1989|Columna|Calea Orheiului`
  .trim()
  .split(/[|\n]/);

/** Chișinău's sectors with the codes that its companies carry. */
const sectors: [string, number][] = [
  ['Botanica', 110],
  ['Buiucani', 120],
  ['Centru', 130],
  ['Ciocana', 140],
  ['Rîșcani', 150],
];

export function inventAddress(random: Random): Address {
  const district = pickDistrict(random);
  if (district.name === 'Chișinău' && chance(random, 0.9)) return inventInCapital(random);
  const inTown = chance(random, 0.55);
  const place = integer(random, 0, district.villages.length - 1);
  return {
    text: `${inventPostcode(random, district)}, ${inventStreet(random)}, ${
      inTown ? district.town : nameVillage(district, place)
    }`,
    // Above the town's own code, and above those of the capital's sectors.
    cuatm: inTown ? district.code : district.code + 60 + place * 3 - (district.code % 10),
    district: district.name,
  };
}

function inventInCapital(random: Random): Address {
  const [sector, cuatm] = pick(random, sectors);
  const postcode = `MD-20${String(integer(random, 1, 99)).padStart(2, '0')}`;
  return {
    text: `${postcode}, ${inventStreet(random)}, sec. ${sector}, mun. Chișinău`,
    cuatm,
    district: 'Chișinău',
  };
}

function inventStreet(random: Random): string {
  const kind = chance(random, 0.12) ? pick(random, ['bd.', 'șos.', 'str-la']) : 'str.';
  const house = String(integer(random, 1, 240));
  const annex = chance(random, 0.35) ? `/${pick(random, ['1', '2', '3', '4', 'A', 'B', 'V'])}` : '';
  const flat = chance(random, 0.5) ? `, ap.(of.) ${integer(random, 1, 160)}` : '';
  return `${kind} ${pick(random, streets)}, ${house}${annex}${flat}`;
}

function inventPostcode(random: Random, district: District): string {
  return `MD-${3000 + ((district.code * 7) % 4000) + integer(random, 0, 49)}`;
}

function nameVillage(district: District, place: number): string {
  const { name, code, town, villages } = district;
  const village = `s. ${villages[place] ?? name}`;
  if (name === 'Găgăuzia') return `${village}, UTA Găgăuzia`;
  // The two municipalities that are no part of a district have the lowest codes.
  return code < 1_000 ? `${village}, ${town}` : `${village}, r-nul ${name}`;
}
