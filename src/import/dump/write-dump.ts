import type { RegisterRow } from '../../domain/register/columns.ts';
import { DUMP_KINDS, type StoredClassification } from '../../store/port/imports.ts';
import { type ImportContext, type ImportResult, yieldToEventLoop } from '../context.ts';
import type { FingerprintTable } from '../fingerprint-table.ts';
import type { IncomingRows } from '../incoming-rows.ts';
import type { AcceptedRow } from '../row-spool.ts';
import { type Replacement, writeRecords } from '../write-records.ts';
import { createFindCause, type ParseContext, parseRow } from './parse-row.ts';

/** The same as the rows of one write (`BATCH_ROWS` in `row-spool.ts`). */
const DELISTED_PER_WRITE = 250;

/** A dump that was read, and may be written. */
export interface ReadDump {
  rows: IncomingRows<RegisterRow>;
  parseContext: ParseContext;
  classification: StoredClassification | null;
  /** The bundled synthetic companies. */
  sample: boolean;
  result: ImportResult;
}

/** Returns how many of the bundled companies were removed. */
export async function writeDump(dump: ReadDump, context: ImportContext): Promise<number> {
  const { rows, classification, sample } = dump;
  const { counts } = dump.result;
  if (classification !== null) await context.store.imports.saveClassification(classification);
  const samplesRemoved = sample ? 0 : await removeSamples(context);
  if (counts.new + counts.changed > 0) {
    context.progress.begin('writing', counts.new + counts.changed);
    await rows.write(createWriteRows(dump, context));
  }
  if (counts.gone > 0) await delist(rows.table, dump.parseContext.dumpDate, context);
  return samplesRemoved;
}

/**
 * Synthetic companies must not be served next to real ones. Returns how many were removed, by
 * imports that were interrupted too.
 */
async function removeSamples(context: ImportContext): Promise<number> {
  const { companies, imports } = context.store;
  for (let removed = -1; removed !== 0; await yieldToEventLoop(context)) {
    removed = await companies.removeSamples();
  }
  if ((await imports.findLastRun({ kinds: DUMP_KINDS, sample: false })) !== null) return 0;
  const sample = await imports.findLastRun({ kinds: DUMP_KINDS, sample: true });
  return sample?.counts?.new ?? 0;
}

/** Derives and writes the records of rows. */
function createWriteRows(dump: ReadDump, context: ImportContext) {
  const { parseContext, sample } = dump;
  const { table } = dump.rows;
  const { companies } = context.store;
  const { source } = parseContext;
  const findCause = createFindCause(parseContext, context.store);
  return async (rows: readonly AcceptedRow<RegisterRow>[]): Promise<void> => {
    const known = rows.filter(({ idno, number }) => table.decide(idno, number) !== 'new');
    const stored = known.map(({ idno }) => idno);
    const records = await companies.findRecords(stored);
    const beforeByIdno = new Map(stored.map((idno, index) => [idno, records[index]]));
    const supplements = await companies.findSupplements(rows.map(({ idno }) => idno));
    const replacements: Replacement[] = [];
    for (const [index, { idno, number, fingerprint, content }] of rows.entries()) {
      const supplement = supplements[index] ?? null;
      const result = parseRow(content, parseContext, supplement);
      if (!('record' in result)) throw new Error(`row ${number} was accepted but gives no record`);
      const { record } = result;
      const before = beforeByIdno.get(idno) ?? null;
      const isPublished = before !== null && context.publication !== null;
      replacements.push({
        before,
        after: { ...record, fingerprint, goneSince: null, sample, source },
        cause: isPublished ? await findCause(before, record.company, supplement) : 'register',
      });
    }
    await writeRecords(context, replacements, source.dumpDate);
  };
}

/** Delists the companies that a full dump lacks; all else stays. */
async function delist(
  table: FingerprintTable,
  goneSince: string,
  context: ImportContext,
): Promise<void> {
  const { companies } = context.store;
  let idnos: string[] = [];
  const write = async () => {
    const found = (await companies.findRecords(idnos)).filter((record) => record !== null);
    const delisted = found.map((before): Replacement => {
      return { before, after: { ...before, goneSince }, cause: 'register' };
    });
    await writeRecords(context, delisted, goneSince);
    idnos = [];
    await yieldToEventLoop(context);
  };
  for (const idno of table.listDelisted()) {
    idnos.push(idno);
    if (idnos.length >= DELISTED_PER_WRITE) await write();
  }
  if (idnos.length > 0) await write();
}
