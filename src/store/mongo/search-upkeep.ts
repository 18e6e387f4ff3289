import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { SEARCH_VERSION, toSearchFields, toStored } from './company-record.ts';

const COMPANIES_PER_CALL = 500;

/**
 * Gives companies that an older program has written what they are searched by. Of several processes
 * that do so at once each writes the same; a company that changes meanwhile is left to its writer.
 */
export async function fillSearchFields(
  { companies }: Collections,
  calls: Pick<Calls, 'read' | 'write'>,
): Promise<void> {
  for (let after = ''; ; ) {
    const found = await calls.read((limits) =>
      companies
        .find({ 'search.version': { $not: { $gte: SEARCH_VERSION } }, _id: { $gt: after } }, limits)
        .sort({ _id: 1 })
        .limit(COMPANIES_PER_CALL)
        .toArray(),
    );
    const last = found.at(-1);
    if (last === undefined) return;
    const updates = found.map((document) => ({
      updateOne: {
        filter: { _id: document._id, revision: document.revision },
        update: { $set: { search: toSearchFields(toStored(document)) } },
      },
    }));
    await calls.write(() => companies.bulkWrite(updates, { ordered: false }));
    after = last._id;
  }
}
