import { MAX_STORED_REJECTS, type StoredReject } from '../port/imports.ts';
import type { ImportCollections, RejectDocument } from '../port/layout.ts';
import type { PlacedReject, RejectFilter, StaffImportReads } from '../port/query-reads.ts';

/** The digits of a place below MAX_STORED_REJECTS, so that the order of texts is that of places. */
const PLACE_DIGITS = 4;

type Rejects = Pick<ImportCollections, 'rejects'>;

export function createRejectReads({
  rejects,
}: Rejects): Pick<StaffImportReads, 'listRejects' | 'countRejects'> {
  return {
    async listRejects(filter, from, first) {
      const found = await rejects.find({ where: toWhere(filter, from), by: ['id'], first });
      return found.map(toPlacedReject);
    },
    countRejects: (filter, max) => rejects.count(toWhere(filter), max),
  };
}

/** `place`: the index in the order of the file, from 0. */
export function toRejectDocument(
  importId: string,
  place: number,
  reject: StoredReject,
): RejectDocument {
  return { id: toRejectId(importId, place), version: 0, ...reject };
}

export async function removeRejects({ rejects }: Rejects, importId: string): Promise<void> {
  await rejects.removeWhere(toWhere({ importId }), MAX_STORED_REJECTS);
}

function toWhere({ importId, reason }: RejectFilter, from = 0) {
  // The semicolon comes after the colon.
  return { id: { from: toRejectId(importId, from), before: `${importId};` }, reason };
}

function toRejectId(importId: string, place: number): string {
  return `${importId}:${String(place).padStart(PLACE_DIGITS, '0')}`;
}

function toPlacedReject({ id, version, ...reject }: RejectDocument): PlacedReject {
  return { ...reject, place: Number(id.slice(-PLACE_DIGITS)) };
}
