import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAnomalies } from '../../../scripts/make-dump/anomalies.ts';
import { DEFAULTS, type DumpOptions } from '../../../scripts/make-dump/options.ts';
import type { Truth } from '../../../scripts/make-dump/row.ts';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { MAX_RECORDS_PER_WRITE, type StoredCompany } from '../../../src/store/port/companies.ts';
import { openTestImport, type TestImport } from '../../import/open-import.ts';

const SIZE = { rows: 3_000, seed: 11 };

/** Generates a dump and imports it; what the generator knows of each row. */
async function importGenerated(test: TestImport, options: DumpOptions) {
  const name = `company_${options.dumpDate}.xlsx`;
  const path = join(test.folder, name);
  const truthPath = `${path}.truth`;
  const generated = await writeDump(path, { ...options, truthPath });
  const lines = readFileSync(truthPath, 'utf8').trimEnd().split('\n');
  const truths = lines.map((line): Truth => JSON.parse(line));
  const summary = await test.run({ kind: 'full', path });
  return { name, generated, truths, summary };
}

async function findRecords({ store }: TestImport, idnos: string[]) {
  const found: (StoredCompany | null)[] = [];
  for (let from = 0; from < idnos.length; from += MAX_RECORDS_PER_WRITE) {
    const page = idnos.slice(from, from + MAX_RECORDS_PER_WRITE);
    found.push(...(await store.companies.findRecords(page)));
  }
  return new Map(idnos.map((idno, at) => [idno, found[at]]));
}

async function expectTruth(test: TestImport, truths: readonly Truth[]): Promise<void> {
  const stored = truths.filter(({ outcome }) => outcome === 'stored');
  const records = await findRecords(
    test,
    stored.flatMap(({ idno }) => idno ?? []),
  );
  for (const truth of stored) {
    if (truth.idno === null) continue;
    const record = records.get(truth.idno);
    const { expected: company, flags, directors, licensedActivities, liquidatedOn } = truth;
    expect({ row: truth.row, ...record, flags: record?.flags.toSorted() }).toMatchObject({
      row: truth.row,
      company,
      directors,
      licensedActivities,
      liquidatedOn,
      flags: flags.toSorted(),
    });
  }
}

function countOutcomes(truths: readonly Truth[]) {
  const count = (outcome: Truth['outcome']) =>
    truths.filter((truth) => truth.outcome === outcome).length;
  return {
    read: truths.length,
    stored: count('stored'),
    duplicates: count('superseded'),
    withoutIdno: count('without_idno'),
    rejected: count('rejected'),
  };
}

describe('a generated dump', () => {
  it.each<[string, Partial<DumpOptions>]>([
    ['with the anomalies on record', {}],
    ['with every anomaly', { anomalies: 'all' }],
    ['with the status in a column', { anomalies: 'all', statusColumn: true }],
    ['without anomalies', { anomalies: 'none', withoutIdno: 0 }],
  ])('%s is stored as its generator knows it', async (_, options) => {
    const test = await openTestImport();
    const generated = { ...SIZE, dumpDate: '2026-09-14', ...options };
    const { name, truths, summary } = await importGenerated(test, generated);
    const kinds = new Set(truths.map(({ kind }) => kind));
    const anomalies = listAnomalies(options.anomalies ?? DEFAULTS.anomalies);
    expect(anomalies.filter((kind) => !kinds.has(kind))).toEqual([]);
    const { stored, ...outcomes } = countOutcomes(truths);
    expect(summary.counts).toMatchObject({ ...outcomes, new: stored, changed: 0, gone: 0 });
    expect(await test.store.companies.count()).toBe(stored);
    await expectTruth(test, truths);
    const rejected = truths.filter(({ outcome }) => outcome === 'rejected').map(({ row }) => row);
    const lines = rejected.length === 0 ? [] : test.readRejects(name);
    expect(lines.map(({ row }) => row)).toEqual(rejected);
  });

  it('with the real share of rows without an IDNO passes the default guards', async () => {
    const test = await openTestImport();
    const generated = { ...SIZE, dumpDate: '2026-09-14', withoutIdno: 0.11 };
    const { summary } = await importGenerated(test, generated);
    const { read, withoutIdno } = summary.counts;
    expect(withoutIdno / read).toBeGreaterThan(0.1);
    expect(summary.run.outcome).toBe('completed');
  });

  it('of a later week changes only the companies that differ', async () => {
    const test = await openTestImport();
    await importGenerated(test, { ...SIZE, dumpDate: '2026-09-14' });
    const later = { ...SIZE, dumpDate: '2026-09-21', changed: 0.05 };
    const { truths, generated, summary } = await importGenerated(test, later);
    expect(generated.changed).toBeGreaterThan(50);
    expect(summary.counts).toMatchObject({ new: generated.new, gone: generated.gone });
    // Days after the first dump's day that are not after the second's come on top.
    expect(summary.counts.changed).toBeGreaterThanOrEqual(generated.changed);
    expect(summary.counts.changed).toBeLessThanOrEqual(generated.changed + 5);
    await expectTruth(test, truths);
    for (const { idno, change } of truths.filter((truth) => truth.change !== null)) {
      const changes = await test.store.companies.listChanges(idno ?? '', 9);
      expect(changes).toHaveLength(change === 'changed' ? 1 : 0);
    }
  });
});
