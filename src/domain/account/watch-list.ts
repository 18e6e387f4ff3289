/** The most IDNOs that one change adds, and the most that it removes. */
export const MAX_WATCH_CHANGES = 1_000;

/** IDNOs to add to a watch list and to remove from it; none is in both. */
export interface WatchListChange {
  add: readonly string[];
  remove: readonly string[];
}

/** How many IDNOs a change added and removed, and how many the list has now. */
export interface WatchListOutcome {
  added: number;
  removed: number;
  size: number;
}

/**
 * The list after a change, ascending as before. Null if the change adds to a list that would then
 * have more than `maxSize`: a list over the limit of a smaller plan can only be shortened.
 */
export function toChangedWatchList(
  before: readonly string[],
  { add, remove }: WatchListChange,
  maxSize: number,
): { idnos: string[]; outcome: WatchListOutcome } | null {
  const idnos = new Set(before);
  for (const idno of remove) idnos.delete(idno);
  const kept = idnos.size;
  for (const idno of add) idnos.add(idno);
  const { size } = idnos;
  if (size > kept && size > maxSize) return null;
  const outcome = { added: size - kept, removed: before.length - kept, size };
  return { idnos: [...idnos].sort(), outcome };
}
