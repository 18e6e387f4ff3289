import { MAX_STORED_REJECTS, type StoredReject } from '../port/imports.ts';
import type { ImportCollections, RejectDocument } from '../port/layout.ts';

/** The digits of a place below MAX_STORED_REJECTS, so that the order of texts is that of places. */
const PLACE_DIGITS = 4;

type Rejects = Pick<ImportCollections, 'rejects'>;

/** Rejects must match all given fields. */
export interface RejectFilter {
  importId: string;
  reason?: string;
}

/** A rejected row with its position among the stored ones of its import, from 0. */
export interface PlacedReject extends StoredReject {
  place: number;
}

export function createRejectReads({ rejects }: Rejects) {
  return {
    /** In the order of the file, from position `from`. */
    async listRejects(filter: RejectFilter, from: number, first: number): Promise<PlacedReject[]> {
      const found = await rejects.find({ where: toWhere(filter, from), by: ['id'], first });
      return found.map(toPlacedReject);
    },
    countRejects: (filter: RejectFilter, max: number) => rejects.count(toWhere(filter), max),
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
