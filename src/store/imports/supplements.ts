import type { CompanyWrites, StoredSupplement } from '../port/companies.ts';
import type { ImportCollections, SupplementDocument } from '../port/layout.ts';

/** See `CompanyWrites.findSupplements`. */
export function createFindSupplements({
  supplements,
}: Pick<ImportCollections, 'supplements'>): CompanyWrites['findSupplements'] {
  return async (idnos) => {
    // Many stores have none: one read in place of one for each row of a dump.
    if ((await supplements.count({}, 0)) === 0) return idnos.map(() => null);
    return (await supplements.getMany(idnos)).map((found) => found && toSupplement(found));
  };
}

export function toSupplementDocument({ idno: id, ...rest }: StoredSupplement): SupplementDocument {
  return { id, version: 0, ...rest };
}

function toSupplement({ id: idno, version, ...rest }: SupplementDocument): StoredSupplement {
  return { idno, ...rest };
}
