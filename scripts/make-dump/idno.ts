/** The IDNOs of real companies; no synthetic company may have one of them. */
import realIdnos from './words/real-idnos.json' with { type: 'json' };

const OFFICES = '600 600 600 600 601 602 603 604 605 606 607'.split(' ');
/** An office that no known real IDNO has. */
const SPARE_OFFICE = '699';
const SERIALS = 100_000;
const FIRST_YEAR = 2;
const YEARS = 24;
/** The register's own form: digit 1 register, 2–4 year, 5–7 office, 8–12 serial, 13 check. */
const WEIGHTS = [7, 3, 1];

/** The most companies of one seed that get different IDNOs. */
export const MAX_COMPANIES = YEARS * SERIALS;

/**
 * The IDNO of a seed's company `index`: different for every index below MAX_COMPANIES, because each
 * round of 100,000 uses every serial once and gives a serial another year than the rounds before.
 */
export function makeIdno(seed: number, index: number): string {
  const serial = ((index % SERIALS) * 61_803 + (seed % SERIALS)) % SERIALS;
  const round = Math.floor(index / SERIALS);
  const year = FIRST_YEAR + ((mix(serial + seed) + round * 7) % YEARS);
  const office = OFFICES[mix(serial * 31 + seed) % OFFICES.length] ?? SPARE_OFFICE;
  const numberFrom = (from: string) => complete(`1${pad(year, 3)}${from}${pad(serial, 5)}`);
  const idno = numberFrom(office);
  return realIdnos.includes(idno) ? numberFrom(SPARE_OFFICE) : idno;
}

export function checkDigit(firstTwelve: string): number {
  const weightAt = (index: number) => WEIGHTS[index % WEIGHTS.length] ?? 0;
  return [...firstTwelve].reduce((sum, digit, at) => sum + Number(digit) * weightAt(at), 0) % 10;
}

/** The year of assignment; a company is never registered later. */
export function yearOfIdno(idno: string): number {
  return 2000 + Number(idno.slice(1, 4));
}

function complete(firstTwelve: string): string {
  return firstTwelve + checkDigit(firstTwelve);
}

/** Hashes a whole number. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
