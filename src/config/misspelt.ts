import { type Environment, VARIABLES } from './variables.ts';

const NAMES = Object.values(VARIABLES).map(({ name }) => name);
/** The most edits in a name of at least LONG_NAME letters; shorter ones may have one. */
const MAX_EDITS = 2;
const LONG_NAME = 10;

/**
 * One sentence for each variable that is set, has no effect and whose name is close to a known one.
 * Others belong to other programs. An empty variable counts as unset.
 */
export function describeMisspelt(env: Environment): string[] {
  const unknown = Object.keys(env).filter((name) => env[name] && !NAMES.includes(name));
  return unknown.flatMap((name) => {
    const nearest = findNearest(toSingular(name.toUpperCase()));
    return nearest === null
      ? []
      : [`the variable ${name} is unknown and has no effect; did you mean ${nearest}?`];
  });
}

/** Three edits otherwise, by which many names of other programs are as close. */
function toSingular(name: string): string {
  return name.replace(/IES$/, 'Y');
}

function findNearest(name: string): string | null {
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const found = NAMES.find((known) => {
      const isShort = known.length < LONG_NAME;
      return !(isShort && edits > 1) && isWithin(name, known, edits);
    });
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether at most `edits` insertions, deletions, replacements or swaps turn one into the other. */
function isWithin(from: string, to: string, edits: number): boolean {
  if (Math.abs(from.length - to.length) > edits) return false;
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const [left, right] = [from.slice(same), to.slice(same)];
  if (left === right) return true;
  if (edits === 0) return false;
  const isSwap = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return (
    isWithin(left.slice(1), right, edits - 1) ||
    isWithin(left, right.slice(1), edits - 1) ||
    isWithin(left.slice(1), right.slice(1), edits - 1) ||
    (isSwap && isWithin(left.slice(2), right.slice(2), edits - 1))
  );
}
