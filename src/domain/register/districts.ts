import type { ParseResult } from '../parse-result.ts';
import { toLine } from './text.ts';

/**
 * The first two digits of every CUATM code with the name of the unit, as the register's addresses
 * have it: municipalities (01 to 07), districts in the order of the alphabet, Găgăuzia, the left bank
 * (98 and 99). Null: no available source names the unit of this code alone.
 */
const DISTRICTS: ReadonlyMap<string, string | null> = new Map([
  ['01', 'Chișinău'],
  ['03', 'Bălți'],
  ['05', null],
  ['07', null],
  ['10', 'Anenii Noi'],
  ['12', 'Basarabeasca'],
  ['14', 'Briceni'],
  ['17', 'Cahul'],
  ['21', 'Cantemir'],
  ['25', 'Călărași'],
  ['27', 'Căușeni'],
  ['29', 'Cimișlia'],
  ['31', 'Criuleni'],
  ['34', 'Dondușeni'],
  ['36', 'Drochia'],
  ['38', 'Dubăsari'],
  ['41', 'Edineț'],
  ['43', 'Fălești'],
  ['45', 'Florești'],
  ['48', 'Glodeni'],
  ['53', 'Hîncești'],
  ['55', 'Ialoveni'],
  ['57', 'Leova'],
  ['60', 'Nisporeni'],
  ['62', 'Ocnița'],
  ['64', 'Orhei'],
  ['67', 'Rezina'],
  ['71', 'Rîșcani'],
  ['74', 'Sîngerei'],
  ['78', 'Soroca'],
  ['80', 'Strășeni'],
  ['83', 'Șoldănești'],
  ['85', 'Ștefan Vodă'],
  ['87', 'Taraclia'],
  ['89', 'Telenești'],
  ['92', 'Ungheni'],
  ['96', 'Găgăuzia'],
  ['98', null],
  ['99', null],
]);

/** A number cell drops the leading zeros of a CUATM code and may add `.0`. */
const CODE = /^(\d{3,4})(?:[.,]0+)?$/;

/** What a unit is, if not a district (`raion`), by the first two digits of its codes. */
const OTHER_UNITS: ReadonlyMap<string, UnitKind> = new Map([
  ['01', 'municipality'],
  ['03', 'municipality'],
  ['96', 'autonomous'],
]);

export type UnitKind = 'district' | 'municipality' | 'autonomous';

/** A district, municipality or Găgăuzia. */
export interface District {
  /** The first two digits of its codes. */
  code: string;
  name: string;
  kind: UnitKind;
}

/** All districts that have a name, in the order of the classifier. */
export const NAMED_DISTRICTS: readonly District[] = [...DISTRICTS].flatMap(([code, name]) =>
  name === null ? [] : [{ code, name, kind: OTHER_UNITS.get(code) ?? 'district' }],
);
const NAMED_BY_CODE = new Map(NAMED_DISTRICTS.map((district) => [district.code, district]));

/** Whether a CUATM code, or its first two digits, is in a range of the classifier. */
export function isInDistrict(code: string): boolean {
  return DISTRICTS.has(code.slice(0, 2));
}

/** The district of a CUATM code or of its first two digits; null if no source names it. */
export function toDistrict(code: string): District | null {
  return NAMED_BY_CODE.get(code.slice(0, 2)) ?? null;
}

/**
 * The CUATM code of a territorial unit as four digits, `0120`. A missing code is a fault, because
 * every company has a seat, and so is a code outside the ranges of the classifier.
 */
export function toRegion(text: string | null): ParseResult<string, 'region_unknown'> {
  const code = CODE.exec(toLine(text ?? ''))?.[1]?.padStart(4, '0');
  if (code === undefined || !isInDistrict(code)) return { fault: 'region_unknown' };
  return { value: code };
}
