import type { ActivityClass } from '../../domain/register/activities.ts';
import { readActivityLines } from '../../domain/register/activity-lines.ts';
import { toCaemCode } from '../../domain/register/caem/code.ts';
import { findOfficialLabel } from '../../domain/register/caem/tables.ts';
import type { StoredClassification } from '../../store/port/imports.ts';

/** What the IDs of unlicensed activities mean, as the program reads the stored lines now. */
export function toActivityClasses({
  lines,
  unlicensed,
}: StoredClassification): Map<number, ActivityClass> {
  if (lines !== undefined) return readActivityLines(lines).classes;
  const classes = new Map<number, ActivityClass>();
  for (const [id, { code: older, label }] of unlicensed) {
    const code = rereadCode(older, label);
    if (code !== null) classes.set(id, { code, label });
  }
  return classes;
}

/**
 * Programs before these lines were stored kept a code only, which they had read by its shape: five
 * digits of the first version or of none, four that got a 0 before them, `62.01` of the second or
 * of none.
 */
function rereadCode(older: string, label: string): string | null {
  const withoutVersion = toCaemCode({ text: older, day: null }, null, label);
  if ('value' in withoutVersion) return withoutVersion.value;
  if (findOfficialLabel(older) !== null) return older;
  if (older.includes('.')) return null;
  const padded = older.startsWith('0') ? older.slice(1) : older;
  const firstVersion = toCaemCode({ text: padded, day: null }, 1, label);
  return 'value' in firstVersion ? firstVersion.value : null;
}
