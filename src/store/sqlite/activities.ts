import type { DatabaseSync } from 'node:sqlite';
import type { Activity } from '../../domain/company.ts';

/** What the table holds of an activity; a row of it is never changed or removed. */
type ActivityName = Pick<Activity, 'code' | 'label'>;

/** Codes with their labels by number, kept in memory: some 2,000, more where labels changed. */
export interface ActivityNumbers {
  /** For a company's record; negative is the main one. Only inside a write transaction. */
  toNumbers(activities: readonly Activity[]): number[];
  toActivities(numbers: readonly number[]): Activity[];
  /** After a transaction was taken back: what it had added is not there. */
  forget(): void;
}

export function createActivityNumbers(db: DatabaseSync): ActivityNumbers {
  const listAfter = db.prepare('SELECT id, code, label FROM activities WHERE id > ? ORDER BY id');
  const insert = db.prepare('INSERT INTO activities (code, label) VALUES (?, ?)');
  const names: (ActivityName | undefined)[] = [];
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

  function findOrInsert(activity: Activity): number {
    const known = findKnown(activity);
    if (known !== undefined) return known;
    catchUp();
    return findKnown(activity) ?? insertNew(activity);
  }

  function insertNew(activity: Activity): number {
    const id = Number(insert.run(activity.code, activity.label).lastInsertRowid);
    add(id, activity);
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
      activities.map((activity) => findOrInsert(activity) * (activity.main ? -1 : 1)),
    toActivities: (signed) =>
      signed.map((number) => {
        const { code, label } = find(Math.abs(number));
        return { code, label, main: number < 0 };
      }),
    forget() {
      names.length = 0;
      numbers.clear();
    },
  };
}
