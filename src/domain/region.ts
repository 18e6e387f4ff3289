import type { Reading } from './reading.ts';
import { toLine } from './text.ts';

/** A number cell drops the leading zeros of a CUATM code, and `.0` may come after it. */
const CODE = /^(\d{3,4})(?:[.,]0+)?$/;

/**
 * The CUATM code of a territorial unit as four digits, `0120`; a company without one is at fault
 * too, for every company has a seat.
 */
export function toRegion(text: string | null): Reading<string, 'region_unknown'> {
  const code = CODE.exec(toLine(text ?? ''))?.[1];
  if (code === undefined || /^0+$/.test(code)) return { fault: 'region_unknown' };
  return { value: code.padStart(4, '0') };
}
