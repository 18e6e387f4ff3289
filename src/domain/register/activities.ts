import type { Activity } from '../company/company.ts';

/** A line of the dump's sheet of unlicensed activities. */
export interface ActivityClass {
  /** CAEM code, Rev.2 as `62.01`, Rev.1 as five digits. */
  code: string;
  label: string;
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
}

interface ParsedLicensedActivities {
  labels: string[];
  isComplete: boolean;
}

/** As the register writes a cell, and JSON the content of a list. */
const PLAIN = /^[1-9]\d{0,8}(?:, [1-9]\d{0,8})*$/;
const PART = /[^,;\0-\u0020\u00a0]+/g;
const ID = /^\d+(?:\.0*)?$/;

/**
 * The activities in the order of the cell, each code once. The first ID is the main activity; if
 * the classification lacks it, there is none.
 */
export function toActivities(
  text: string | null,
  classes: Classification['unlicensed'],
): ParsedActivities {
  const found = toActivityIds(text).map((id) => classes.get(id));
  const activities = new Map<string, Activity>();
  for (const [index, one] of found.entries()) {
    if (one === undefined || activities.has(one.code)) continue;
    activities.set(one.code, { code: one.code, label: one.label, main: index === 0 });
  }
  return {
    activities: [...activities.values()],
    isComplete: !found.includes(undefined),
    isMainKnown: found.length === 0 || found[0] !== undefined,
  };
}

/** The labels of licensed activities in the order of the cell, each once. */
export function toLicensedActivities(
  text: string | null,
  classes: Classification['licensed'],
): ParsedLicensedActivities {
  const found = toActivityIds(text).map((id) => classes.get(id));
  const labels = new Set(found.filter((label) => label !== undefined));
  return { labels: [...labels], isComplete: !found.includes(undefined) };
}

/**
 * The IDs of a cell, `12, 345`, in order; NaN for anything else. A fraction of zeros is ignored:
 * some programs write IDs as decimal numbers.
 */
export function toActivityIds(text: string | null): number[] {
  if (text === null) return [];
  // Converting the parts takes three times as long.
  if (PLAIN.test(text)) return JSON.parse(`[${text}]`);
  const parts = text.match(PART) ?? [];
  return parts.map((part) => (ID.test(part) ? Number(part) : Number.NaN));
}
