import type { DatabaseSync } from 'node:sqlite';
import type { Activity } from '../../domain/company/company.ts';

/** What the table holds of an activity; a row of it is never changed or removed. */
type ActivityName = Pick<Activity, 'code' | 'label'>;

/** Number, code, label. */
export type ActivityColumns = readonly [id: number, code: string, label: string];

/** Codes with their labels by number, kept in memory: some 2,000, more where labels changed. */
export interface ActivityIds {
  /** For a company's record; negative is the main one. One writer at a time gives numbers. */
  toNumbers(activities: readonly Activity[]): number[];
  /** Those that have been given numbers since the last call: to be written before their companies. */
  takeNew(): ActivityColumns[];
  toActivities(numbers: readonly number[]): Activity[];
  /** After a transaction was taken back: what it had added is not there. */
  forget(): void;
}

/** The country's classification has some 1,000, in each of its editions; all stay in memory. */
const MAX_ACTIVITIES = 100_000;
const MAX_SHOWN_LENGTH = 100;

export function createActivityIds(db: DatabaseSync): ActivityIds {
  const listAfter = db.prepare('SELECT id, code, label FROM activities WHERE id > ? ORDER BY id');
  const names: (ActivityName | undefined)[] = [];
  let added: ActivityColumns[] = [];
  /** By code: looked for eight times a row, codes and labels stay the same few string objects. */
  const numbers = new Map<string, { label: string; id: number }[]>();

  function add(id: number, { code, label }: ActivityName): void {
    names[id] = { code, label };
    const ofCode = numbers.get(code) ?? [];
    ofCode.push({ label, id });
    numbers.set(code, ofCode);
  }

  /** Takes in what this or another process has added since. */
  function catchUp(): void {
    for (const row of listAfter.all(Math.max(names.length - 1, 0))) {
      add(Number(row['id']), { code: String(row['code']), label: String(row['label']) });
    }
  }

  function findKnown({ code, label }: Activity): number | undefined {
    return numbers.get(code)?.find((one) => one.label === label)?.id;
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

  function find(id: number): ActivityName {
    if (names[id] === undefined) catchUp();
    const name = names[id];
    if (name === undefined) throw new Error(`the table of activities has no number ${id}`);
    return name;
  }

  return {
    toNumbers: (activities) =>
      activities.map((activity) => findOrAdd(activity) * (activity.main ? -1 : 1)),
    toActivities: (signed) =>
      signed.map((number) => {
        const { code, label } = find(Math.abs(number));
        return { code, label, main: number < 0 };
      }),
    takeNew() {
      const taken = added;
      added = [];
      return taken;
    },
    forget() {
      added = [];
      names.length = 0;
      numbers.clear();
    },
  };
}
