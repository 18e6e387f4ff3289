import { MAX_STORED_REJECTS, type StoredReject } from '../port/imports.ts';
import type { ImportCollections, RejectDocument } from '../port/layout.ts';

/** The digits of an index below MAX_STORED_REJECTS, so that the order of texts is that of numbers. */
const INDEX_DIGITS = 4;

type Rejects = Pick<ImportCollections, 'rejects'>;

/** Rejects must match all given fields. */
export interface RejectFilter {
  importId: string;
  reason?: string;
}

/** A rejected row with its index among the stored ones of its import. */
export interface IndexedReject extends StoredReject {
  index: number;
}

export function createRejectReads({ rejects }: Rejects) {
  return {
    /** In the order of the file, from position `from`. */
    async listRejects(filter: RejectFilter, from: number, first: number): Promise<IndexedReject[]> {
      const found = await rejects.find({ where: toWhere(filter, from), by: ['id'], first });
      return found.map(toIndexedReject);
    },
    countRejects: (filter: RejectFilter, max: number) => rejects.count(toWhere(filter), max),
  };
}

export function toRejectDocument(
  importId: string,
  index: number,
  reject: StoredReject,
): RejectDocument {
  return { id: toRejectId(importId, index), version: 0, ...reject };
}

export async function removeRejects({ rejects }: Rejects, importId: string): Promise<void> {
  await rejects.removeWhere(toWhere({ importId }), MAX_STORED_REJECTS);
}

function toWhere({ importId, reason }: RejectFilter, from = 0) {
  // The semicolon comes after the colon.
  return { id: { from: toRejectId(importId, from), before: `${importId};` }, reason };
}

function toRejectId(importId: string, index: number): string {
  return `${importId}:${String(index).padStart(INDEX_DIGITS, '0')}`;
}

function toIndexedReject({ id, version, ...reject }: RejectDocument): IndexedReject {
  return { ...reject, index: Number(id.slice(-INDEX_DIGITS)) };
}
