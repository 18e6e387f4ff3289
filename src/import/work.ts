import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ImportCounts } from '../store/port/imports.ts';
import type { ImportContext } from './context.ts';
import {
  NONE_UNREADABLE,
  toClassification,
  toLabels,
  type UnreadableLines,
} from './dump/classification.ts';
import { openDump } from './dump/dump.ts';
import type { DumpDates } from './dump/dump-date.ts';
import type { Guards } from './dump/guards.ts';
import { importDump } from './dump/import-dump.ts';
import { rederive } from './rederive.ts';
import { Rejects } from './rejects.ts';
import { importSupplement } from './supplement/import-supplement.ts';
import { openSupplement } from './supplement/supplement-file.ts';

/** What is to be imported. */
export type ImportWork =
  | {
      /** `partial`: a part of the register, whose lack of a company says nothing. */
      kind: 'full' | 'partial';
      path: string;
      /** The day whose state the dump shows, `YYYY-MM-DD`; left out: as the file says. */
      date?: string;
      /** The bundled invented companies. */
      sample?: boolean;
    }
  | { kind: 'supplement'; path: string }
  | { kind: 'rederive' };

export interface WorkContext extends ImportContext {
  temporaryFolder: string;
  guards: Guards;
  /** Told that the file could be opened, and the dump's day, before anything is written. */
  begin(dumpDate: string | null): Promise<void>;
}

export interface Done {
  counts: ImportCounts;
  /** Where a dump's day was looked for; null where the work has no dump. */
  dumpDates: DumpDates | null;
  /** Of the classification that a dump's rows were read with. */
  classificationId: string | null;
  /** Of a dump's own classification sheets. */
  unreadableLines: UnreadableLines;
  /** Bundled companies that made place for real ones. */
  samplesRemoved: number;
  /** Of a supplement's numbers, those that no dump has had yet. */
  waiting: number;
  /** Where the rejected rows are; null where there are none or nothing was written. */
  rejectsPath: string | null;
}

const NOTHING_ELSE = {
  dumpDates: null,
  classificationId: null,
  unreadableLines: NONE_UNREADABLE,
  samplesRemoved: 0,
  waiting: 0,
  rejectsPath: null,
};

type DumpWork = Extract<ImportWork, { kind: 'full' | 'partial' }>;

/** A row of the register's dump takes some 127 bytes of a workbook, 400 of plain text. */
const BYTES_PER_ROW = { xlsx: 127, csv: 400 };

export async function runWork(work: ImportWork, context: WorkContext): Promise<Done> {
  switch (work.kind) {
    case 'supplement':
      return await doSupplement(work.path, context);
    case 'rederive': {
      await context.begin(null);
      const counts = await rederive(context);
      return { ...NOTHING_ELSE, counts };
    }
    default:
      return await doDump(work, context);
  }
}

async function doDump(work: DumpWork, context: WorkContext): Promise<Done> {
  const { path, date = null, sample = false } = work;
  const { temporaryFolder, guards } = context;
  const dump = await openDump(path, { date, temporaryFolder });
  const rejects = new Rejects(context.dryRun || sample ? null : toRejectsPath(path));
  try {
    await context.begin(dump.date);
    const partial = work.kind === 'partial';
    const expectedRows = await estimateRows(path);
    const task = { dump, rejects, guards, partial, sample, expectedRows };
    const done = await importDump(task, context);
    const rejectsPath = done.counts.rejected > 0 ? rejects.path : null;
    return { ...NOTHING_ELSE, ...done, dumpDates: dump.dates, rejectsPath };
  } finally {
    await dump.close();
    await rejects.close();
    await keepRejects(rejects, context);
  }
}

async function doSupplement(path: string, context: WorkContext): Promise<Done> {
  const { temporaryFolder, store, guards } = context;
  const last = await store.imports.findLastClassification();
  const labels = toLabels(toClassification(last));
  const file = await openSupplement(path, { temporaryFolder, labels });
  const rejects = new Rejects(context.dryRun ? null : toRejectsPath(path));
  try {
    await context.begin(null);
    const done = await importSupplement({ file, labels, rejects, guards }, context);
    const rejectsPath = done.counts.rejected > 0 ? rejects.path : null;
    return { ...NOTHING_ELSE, ...done, rejectsPath };
  } finally {
    await file.close();
    await rejects.close();
    await keepRejects(rejects, context);
  }
}

/** Also where the import is refused for them. */
async function keepRejects({ kept }: Rejects, { store, importId, dryRun }: WorkContext) {
  if (dryRun || kept.length === 0) return;
  try {
    await store.companies.flush();
  } finally {
    await store.imports.saveRejects(importId, kept);
  }
}

function toRejectsPath(path: string): string {
  return `${path}.rejects.ndjson`;
}

async function estimateRows(path: string): Promise<number> {
  const { size } = await stat(path);
  const isText = extname(path).toLowerCase() !== '.xlsx';
  return Math.ceil(size / (isText ? BYTES_PER_ROW.csv : BYTES_PER_ROW.xlsx));
}
