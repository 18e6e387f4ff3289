import type { Activity } from './company.ts';

/** A line of the dump's sheet of unlicensed activities. */
export interface ActivityClass {
  /** CAEM code, Rev.2 as `62.01`, Rev.1 as five digits. */
  code: string;
  label: string;
}

/** What the numbers in the columns of activities stand for, by number in plain digits. */
export interface Classification {
  unlicensed: ReadonlyMap<string, ActivityClass>;
  licensed: ReadonlyMap<string, string>;
}

/** `isComplete` is false where the classification does not name some number of the cell. */
export interface ActivitiesReading {
  activities: Activity[];
  isComplete: boolean;
}

export interface LicensedReading {
  labels: string[];
  isComplete: boolean;
}

const NUMBER = /^\d+$/;
const SEPARATORS = /[\s,;]+/;

/** In the order of the cell, each code once; the first is the main one. */
export function toActivities(
  text: string | null,
  classes: Classification['unlicensed'],
): ActivitiesReading {
  const activities: Activity[] = [];
  const codes = new Set<string>();
  let isComplete = true;
  for (const id of splitIds(text)) {
    const found = classes.get(id);
    if (found === undefined) isComplete = false;
    else if (!codes.has(found.code)) {
      codes.add(found.code);
      activities.push({ code: found.code, label: found.label, main: activities.length === 0 });
    }
  }
  return { activities, isComplete };
}

/** The labels of activities under licence, in the order of the cell, each once. */
export function toLicensedActivities(
  text: string | null,
  classes: Classification['licensed'],
): LicensedReading {
  const labels = new Set<string>();
  let isComplete = true;
  for (const id of splitIds(text)) {
    const label = classes.get(id);
    if (label === undefined) isComplete = false;
    else labels.add(label);
  }
  return { labels: [...labels], isComplete };
}

/** The number that a classification's first column holds; null where it is none. */
export function toActivityId(text: string | null): string | null {
  const digits = (text ?? '').trim().replace(/[.,]0+$/, '');
  return NUMBER.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null;
}

function splitIds(text: string | null): string[] {
  if (text === null) return [];
  const ids: string[] = [];
  for (const token of text.split(SEPARATORS)) {
    if (token !== '') ids.push(toActivityId(token) ?? token);
  }
  return ids;
}
