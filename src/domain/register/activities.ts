import type { Activity } from '../company/company.ts';

/** A line of the dump's sheet of unlicensed activities. */
export interface ActivityClass {
  /** CAEM code, Rev.2 as `62.01`, Rev.1 as five digits. */
  code: string;
  label: string;
}

/** What the numbers in the columns of activities stand for. */
export interface Classification {
  unlicensed: ReadonlyMap<number, ActivityClass>;
  /** Labels; the licensed have no code. */
  licensed: ReadonlyMap<number, string>;
}

export interface ActivitiesReading {
  activities: Activity[];
  /** False where the classification does not name some number of the cell. */
  isComplete: boolean;
  /** False where that is the first number, whose activity would be the main one. */
  isMainKnown: boolean;
}

export interface LicensedReading {
  labels: string[];
  isComplete: boolean;
}

const ZERO = 0x30;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const POINT = 0x2e;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * In the order of the cell, each code once. The activity that the register lists first is the main
 * one; where the classification does not name it, there is none.
 */
export function toActivities(
  text: string | null,
  classes: Classification['unlicensed'],
): ActivitiesReading {
  const activities: Activity[] = [];
  const codes = new Set<string>();
  let isComplete = true;
  let isMainKnown = true;
  for (const [place, id] of toActivityIds(text).entries()) {
    const found = classes.get(id);
    if (found === undefined) {
      isComplete = false;
      if (place === 0) isMainKnown = false;
    } else if (!codes.has(found.code)) {
      codes.add(found.code);
      activities.push({ code: found.code, label: found.label, main: place === 0 });
    }
  }
  return { activities, isComplete, isMainKnown };
}

/** The labels of activities under licence, in the order of the cell, each once. */
export function toLicensedActivities(
  text: string | null,
  classes: Classification['licensed'],
): LicensedReading {
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
 * The numbers of a cell, `12, 345`, in its order; NaN for what is none. A fraction of zeros is what
 * a program leaves that took the number for a measure. Eight a row: read without cutting the text.
 */
export function toActivityIds(text: string | null): number[] {
  const ids: number[] = [];
  if (text === null) return ids;
  let id = -1;
  let inFraction = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : COMMA;
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (!inFraction) id = Math.max(id, 0) * 10 + digit;
      else if (digit > 0) id = Number.NaN;
    } else if (isSeparator(code)) {
      if (id !== -1) ids.push(id);
      id = -1;
      inFraction = false;
    } else if (code === POINT && id !== -1 && !inFraction) inFraction = true;
    else id = Number.NaN;
  }
  return ids;
}

function isSeparator(code: number): boolean {
  return code === COMMA || code === SEMICOLON || code <= SPACE || code === NO_BREAK_SPACE;
}
