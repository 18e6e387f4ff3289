import type { DatabaseSync } from 'node:sqlite';
import type { Activity } from '../../domain/company/company.ts';
import type { ActivityClass } from '../../domain/register/activities.ts';

/** A row of the table of activities, whose rows are never changed or removed. */
type ActivityColumns = readonly [id: number, code: string, label: string];

/** Codes and labels by id, cached in memory: about 2,000, and more if labels change. */
export interface ActivityIds {
  /** For a company's record; the main activity's id is negative. One writer at a time adds ids. */
  toIds(activities: readonly Activity[]): number[];
  /** The activities added since the last call, to be written before the companies that have them. */
  takeNew(): ActivityColumns[];
  toActivities(ids: readonly number[]): Activity[];
}

/** Each edition of the country's classification has about 1,000. */
const MAX_ACTIVITIES = 100_000;
const MAX_SHOWN_LENGTH = 100;

export function createActivityIds(db: DatabaseSync): ActivityIds {
  const listAfter = db.prepare('SELECT id, code, label FROM activities WHERE id > ? ORDER BY id');
  const names: (ActivityClass | undefined)[] = [];
  let added: ActivityColumns[] = [];
  const idsByCode = new Map<string, { label: string; id: number }[]>();

  function add(id: number, { code, label }: ActivityClass): void {
    names[id] = { code, label };
    const sameCode = idsByCode.get(code) ?? [];
    sameCode.push({ label, id });
    idsByCode.set(code, sameCode);
  }

  /** Loads the activities that this or another process has added since. */
  function catchUp(): void {
    for (const row of listAfter.all(Math.max(names.length - 1, 0))) {
      add(Number(row['id']), { code: String(row['code']), label: String(row['label']) });
    }
  }

  function findKnown({ code, label }: Activity): number | undefined {
    return idsByCode.get(code)?.find((one) => one.label === label)?.id;
  }

  function findOrAdd(activity: Activity): number {
    const known = findKnown(activity);
    if (known !== undefined) return known;
    catchUp();
    return findKnown(activity) ?? addNew(activity);
  }

  function addNew(activity: Activity): number {
    const id = Math.max(names.length, 1);
    if (id > MAX_ACTIVITIES) {
      throw new Error(
        `the store has ${MAX_ACTIVITIES} different activities, which is its maximum; check the ` +
          `classification in the file: ${JSON.stringify(activity.label.slice(0, MAX_SHOWN_LENGTH))}`,
      );
    }
    add(id, activity);
    added.push([id, activity.code, activity.label]);
    return id;
  }

  function find(id: number): ActivityClass {
    if (names[id] === undefined) catchUp();
    const name = names[id];
    if (name === undefined) throw new Error(`the table of activities has no id ${id}`);
    return name;
  }

  return {
    toIds: (activities) =>
      activities.map((activity) => findOrAdd(activity) * (activity.main ? -1 : 1)),
    toActivities: (signedIds) =>
      signedIds.map((id) => {
        const { code, label } = find(Math.abs(id));
        return { code, label, main: id < 0 };
      }),
    takeNew() {
      const taken = added;
      added = [];
      return taken;
    },
  };
}

/** Each code once, with the newest of its labels: a plain column has the row with the maximum. */
export const LIST_ACTIVITIES = 'SELECT code, label, max(id) FROM activities GROUP BY code';

export function toActivityClass(row: Record<string, unknown>): ActivityClass {
  return { code: String(row['code']), label: String(row['label']) };
}
