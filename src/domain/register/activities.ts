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

export interface ParsedActivities {
  activities: Activity[];
  /** False if the classification lacks an ID of the cell. */
  isComplete: boolean;
  /** False if it lacks the first ID, whose activity would be the main one. */
  isMainKnown: boolean;
}

export interface ParsedLicensedActivities {
  labels: string[];
  isComplete: boolean;
}

const SEPARATORS = /[,;\0-\u0020\u00a0]+/;
const ID = /^\d+(?:\.0*)?$/;

/**
 * The activities in the order of the cell, each code once. The first ID is the main activity; if
 * the classification lacks it, there is none.
 */
export function toActivities(
  text: string | null,
  classes: Classification['unlicensed'],
): ParsedActivities {
  const activities: Activity[] = [];
  const codes = new Set<string>();
  let isComplete = true;
  let isMainKnown = true;
  for (const [index, id] of toActivityIds(text).entries()) {
    const found = classes.get(id);
    if (found === undefined) {
      isComplete = false;
      if (index === 0) isMainKnown = false;
    } else if (!codes.has(found.code)) {
      codes.add(found.code);
      activities.push({ code: found.code, label: found.label, main: index === 0 });
    }
  }
  return { activities, isComplete, isMainKnown };
}

/** The labels of licensed activities in the order of the cell, each once. */
export function toLicensedActivities(
  text: string | null,
  classes: Classification['licensed'],
): ParsedLicensedActivities {
  const labels = new Set<string>();
  let isComplete = true;
  for (const id of toActivityIds(text)) {
    const label = classes.get(id);
    if (label === undefined) isComplete = false;
    else labels.add(label);
  }
  return { labels: [...labels], isComplete };
}

/**
 * The IDs of a cell, `12, 345`, in order; NaN for anything else. A fraction of zeros is ignored:
 * some programs write IDs as decimal numbers.
 */
export function toActivityIds(text: string | null): number[] {
  const parts = text === null ? [] : text.split(SEPARATORS).filter((part) => part !== '');
  return parts.map((part) => (ID.test(part) ? Number(part) : Number.NaN));
}
