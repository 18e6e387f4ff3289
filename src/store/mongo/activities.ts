import type { ActivityClass } from '../../domain/register/activities.ts';
import { type CompanyWrites, MAX_LISTED_ACTIVITIES } from '../port/companies.ts';
import { isDuplicate } from './calls.ts';
import type { Collections } from './collections.ts';

/** See `CompanyReads.listActivities`. */
export async function listActivities({ activities }: Collections): Promise<ActivityClass[]> {
  const found = await activities.find({}, { limit: MAX_LISTED_ACTIVITIES });
  return found.map(({ _id: code, label }) => ({ code, label }));
}

/**
 * Records the activities of companies, since no index lists them fast enough. Call it before the
 * companies are written. Codes that the returned function has recorded are skipped.
 */
export function createRecordActivities({
  activities,
}: Collections): CompanyWrites['recordActivities'] {
  const recorded = new Set<string>();

  async function record(labels: ReadonlyMap<string, string>): Promise<void> {
    const upserts = Array.from(labels, ([code, label]) => ({
      updateOne: { filter: { _id: code }, update: { $set: { label } }, upsert: true },
    }));
    try {
      await activities.bulkWrite(upserts);
    } catch (error) {
      // Another process has recorded the same code at the same time.
      if (!isDuplicate(error)) throw error;
    }
  }

  return async (found) => {
    const labels = new Map<string, string>();
    for (const { code, label } of found) if (!recorded.has(code)) labels.set(code, label);
    if (labels.size === 0) return;
    await record(labels);
    if (recorded.size > MAX_LISTED_ACTIVITIES) recorded.clear();
    for (const code of labels.keys()) recorded.add(code);
  };
}
