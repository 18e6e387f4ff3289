import type { Activity } from '../company/company.ts';
import type { LaterEdition } from './caem/tables.ts';
import { undoConversion } from './conversion.ts';

/** A line of the dump's sheet of unlicensed activities. */
export interface ActivityClass {
  /** CAEM code, Rev.1 as five digits, later editions as `62.01`. */
  code: string;
  label: string;
  /** Set for editions after CAEM Rev.2, whose codes have its form and may mean something else. */
  edition?: LaterEdition;
}

/** The activities behind the IDs in the dump's columns of activities. */
export interface Classification {
  unlicensed: ReadonlyMap<number, ActivityClass>;
  /** Labels; licensed activities have no code. */
  licensed: ReadonlyMap<number, string>;
}

interface ParsedActivities {
  activities: Activity[];
  /** False if the classification lacks an ID of the cell. */
  isComplete: boolean;
  /** False if it lacks the first ID, whose activity would be the main one. */
  isMainKnown: boolean;
  /** Whether any activity is of an edition after CAEM Rev.2. */
  hasLaterEdition: boolean;
}

interface ParsedLicensedActivities {
  labels: string[];
  isComplete: boolean;
}

/** As the register writes a cell, and JSON the content of a list. */
const PLAIN = /^[1-9]\d{0,8}(?:, [1-9]\d{0,8})*$/;
const PART = /[^,;\0-\u0020\u00a0]+/g;
const ID = /^\d+(?:\.0*)?$/;

/** Between the parts of a list. A separator alone may be a thousands sign. */
const LIST_SEPARATOR = /[;\n\r]\s*|,\s+/;
/** A number with thousands signs, `1,714`, which may be a list of numbers too. */
const GROUPED = /^[1-9]\d{0,2}([,.'’ \u00a0\u202f])\d{3}(?:\1\d{3})*$/;
const GROUP_SIGNS = /\D/g;
const ZERO_FIRST = /[^.\d]0/;

/** The IDs that a classification names. */
interface KnownIds {
  has(id: number): boolean;
}

/**
 * The activities in the order of the cell, each code once. The first ID is the main activity; if
 * the classification lacks it, there is none.
 */
export function toActivities(
  text: string | null,
  classes: Classification['unlicensed'],
): ParsedActivities {
  const found = toActivityIds(text, classes).map((id) => classes.get(id));
  const activities = new Map<string, Activity>();
  for (const [index, one] of found.entries()) {
    if (one === undefined || activities.has(one.code)) continue;
    activities.set(one.code, { code: one.code, label: one.label, main: index === 0 });
  }
  return {
    activities: [...activities.values()],
    isComplete: !found.includes(undefined),
    isMainKnown: found.length === 0 || found[0] !== undefined,
    hasLaterEdition: found.some((one) => one?.edition !== undefined),
  };
}

/** The labels of licensed activities in the order of the cell, each once. */
export function toLicensedActivities(
  text: string | null,
  classes: Classification['licensed'],
): ParsedLicensedActivities {
  const found = toActivityIds(text, classes).map((id) => classes.get(id));
  const labels = new Set(found.filter((label) => label !== undefined));
  return { labels: [...labels], isComplete: !found.includes(undefined) };
}

/**
 * The IDs of a cell, `12, 345`, in order; NaN for anything else. A fraction of zeros is ignored:
 * some programs write IDs as decimal numbers. Others write thousands signs: `1,714` is 1714 if the
 * classification has that and lacks 1 or 714, two IDs in the opposite case, else NaN.
 */
export function toActivityIds(text: string | null, known: KnownIds): number[] {
  if (text === null) return [];
  // Converting the parts takes three times as long.
  if (PLAIN.test(text)) return JSON.parse(`[${text}]`);
  return undoConversion(text)
    .split(LIST_SEPARATOR)
    .flatMap((part) => {
      const trimmed = part.trim();
      return GROUPED.test(trimmed) ? toGroupedIds(trimmed, known) : toIds(part);
    });
}

function toIds(list: string): number[] {
  const parts = list.match(PART) ?? [];
  return parts.map((part) => (ID.test(part) ? Number(part) : Number.NaN));
}

function toGroupedIds(text: string, known: KnownIds): number[] {
  const asNumber = [Number(text.replace(GROUP_SIGNS, ''))];
  // No list has an ID that begins with 0.
  const asList = ZERO_FIRST.test(text) ? [Number.NaN] : toIds(text);
  const readings = [asNumber, asList].filter((ids) => ids.every((id) => known.has(id)));
  const [ids, ...others] = readings;
  return ids === undefined || others.length > 0 ? [Number.NaN] : ids;
}
