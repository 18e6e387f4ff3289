import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { FileFault, ImportRefusal } from '../../src/domain/errors.ts';
import { NO_PROGRESS } from '../../src/import/context.ts';
import { importSample } from '../../src/import/run.ts';
import { openTestReading } from '../support/stores.ts';
import { makeIdno, writeCsv, writeDump } from './dump-file.ts';
import { DUMP_NAME, openTestImport } from './open-import.ts';

const ROWS = [1, 2, 3].map((serial) => ({ idno: makeIdno(serial) }));

/** By another of the same size. */
function replaceFile(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

it('stores the first rejected rows for staff, also when the import is refused for them', async () => {
  const test = await openTestImport();
  const reading = await openTestReading(test.store, join(test.folder, 'data'));
  onTestFinished(() => reading.close());
  const reads = reading.open(AbortSignal.timeout(30_000));
  const bad = { idno: '1234567890123' };
  const { run } = await test.importRows([...ROWS, bad], { guards: { maxRejects: 1 } });
  const rejects = await reads.listRejects({ importId: run.id }, 0, 9);
  expect(rejects.map(({ index, ...reject }) => reject)).toEqual(test.readRejects(DUMP_NAME));
  expect(rejects).toMatchObject([{ column: 'idno', reason: 'idno_check_digit' }]);
  await expect(test.importRows([...ROWS, bad, bad])).rejects.toThrow();
  const [refused] = await test.store.imports.list(1);
  expect(await reads.listRejects({ importId: refused?.id ?? '' }, 0, 9)).toHaveLength(2);
});

describe('a run is recorded', () => {
  it('with its file, hash, dump date, counts and outcome', async () => {
    const test = await openTestImport();
    const { run } = await test.importRows(ROWS);
    expect(await test.store.imports.list(9)).toEqual([run]);
    expect(run).toMatchObject({
      kind: 'full',
      fileName: 'company.xlsx',
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      dumpDate: '2026-09-14',
      outcome: 'completed',
      counts: { read: 3, new: 3 },
    });
    expect(run.finishedAtMs).toBeGreaterThanOrEqual(run.startedAtMs);
  });

  it.each([
    ['completed', (path: string) => appendFileSync(path, `${makeIdno(2)},,A SRL\n`)],
    ['replaced', replaceFile],
  ])('as refused if its file is %s after its hash was taken', async (_, change) => {
    const test = await openTestImport();
    const path = test.save('company.csv', writeCsv({ rows: ROWS }));
    const { imports } = test.store;
    const tidyChanges: typeof imports.tidyChanges = async (beforeMs) => {
      change(path);
      await imports.tidyChanges(beforeMs);
    };
    const store = { ...test.store, imports: { ...imports, tidyChanges } };
    await expect(test.run({ kind: 'full', path }, { store })).rejects.toThrow(
      new FileFault(
        'company.csv was changed while it was read: import it again when it is complete',
      ),
    );
    expect(await imports.list(1)).toMatchObject([{ outcome: 'refused' }]);
    expect(await test.store.companies.count()).toBe(0);
  });

  it('as ended after it began, with its real duration, though the clock is set back', async () => {
    const test = await openTestImport();
    const path = test.save('company.xlsx', writeDump({ rows: ROWS }));
    let atMs = Date.parse('2026-11-21T10:00:00Z');
    const nowMs = () => {
      atMs -= 60_000;
      return atMs;
    };
    const { run, seconds, rowsPerSecond } = await test.run({ kind: 'full', path }, { nowMs });
    expect(run.finishedAtMs).toBeGreaterThanOrEqual(run.startedAtMs);
    expect(seconds).toBeGreaterThan(0);
    expect(rowsPerSecond).toBe(Math.round(3 / seconds));
  });

  it('as failed when the store fails, and the next run succeeds', async () => {
    const test = await openTestImport();
    const { companies } = test.store;
    let writes = 0;
    const write: typeof companies.write = async (...args) => {
      if (++writes > 1) throw new Error('disk full');
      await companies.write(...args);
    };
    const rows = Array.from({ length: 1_200 }, (_, serial) => {
      return { idno: makeIdno(serial), liquidationDate: serial === 0 ? 43_536 : null };
    });
    const path = test.save('company.xlsx', writeDump({ rows }));
    const store = { ...test.store, companies: { ...companies, write } };
    await expect(test.run({ kind: 'full', path }, { store })).rejects.toThrow('disk full');
    const written = await companies.count();
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(rows.length);
    expect(await test.store.imports.list(1)).toMatchObject([
      { outcome: 'failed', message: 'disk full', counts: null },
    ]);
    const { counts } = await test.run({ kind: 'full', path });
    expect(counts).toMatchObject({ new: rows.length - written, unchanged: written });
  });

  it('without the folder of its file and without a key, even if the message has the path', async () => {
    const test = await openTestImport();
    const name = `for ${createApiKeyText()}.xlsx`;
    mkdirSync(join(test.folder, `${name}.rejects.ndjson`));
    const importing = test.importRows([...ROWS, { idno: '1234567890123' }], {
      name,
      guards: { maxRejects: 1 },
    });
    await expect(importing).rejects.toThrow(test.folder);
    const [run] = await test.store.imports.list(1);
    const shortened = /^for reg_\w{4}…\.xlsx/;
    expect(run).toMatchObject({ outcome: 'refused', fileName: expect.stringMatching(shortened) });
    expect(run?.message).toMatch(/cannot be written to for reg_\w{4}…\.xlsx\.rejects\.ndjson/);
    expect(run?.message).not.toContain(test.folder);
  });

  it('as interrupted when it is stopped, and after its process died', async () => {
    const test = await openTestImport();
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const path = test.save('company.xlsx', writeDump({ rows: ROWS }));
    const running = test.run({ kind: 'full', path }, { signal: stop.signal });
    await expect(running).rejects.toThrow('stopped');
    const [stopped] = await test.store.imports.list(1);
    expect(stopped).toMatchObject({ outcome: 'interrupted', message: 'stopped' });
    if (stopped !== undefined) await test.store.imports.record({ ...stopped, outcome: 'running' });
    await test.run({ kind: 'full', path });
    expect(await test.store.imports.list(9)).toMatchObject([
      { outcome: 'completed' },
      { outcome: 'interrupted' },
    ]);
  });
});

it('estimates the rows of a workbook alike, whatever its name', async () => {
  const test = await openTestImport();
  const totals = new Set<number | null>();
  const begin = (title: string, rows: number | null) =>
    void (title === 'reading' && totals.add(rows));
  for (const name of ['company.xlsx', 'company.XLSM', 'company']) {
    const path = test.save(name, writeDump({ rows: ROWS }));
    await test.run({ kind: 'full', path }, { progress: { ...NO_PROGRESS, begin } });
  }
  expect(totals.size).toBe(1);
});

describe('the file of rejects', () => {
  const rows = [...ROWS, { idno: makeIdno(9), name: null }];
  const guards = { maxRejects: 1 };

  it('is readable by its owner only, even if it replaces an earlier one', async () => {
    const test = await openTestImport();
    const path = test.save('company.xlsx.rejects.ndjson', 'of another run\n');
    chmodSync(path, 0o644);
    await test.importRows(rows, { guards });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(test.readRejects('company.xlsx')).toHaveLength(1);
  });

  it('is not written in a dry run', async () => {
    const test = await openTestImport();
    const { rejectsPath } = await test.importRows(rows, { guards, dryRun: true });
    expect(rejectsPath).toBeNull();
    expect(existsSync(join(test.folder, 'company.xlsx.rejects.ndjson'))).toBe(false);
  });

  it('stops the import before the first write if it cannot be written', async () => {
    const test = await openTestImport();
    // A folder in its place stands for every reason, as the test may run with all rights.
    mkdirSync(join(test.folder, 'company.xlsx.rejects.ndjson'));
    writeFileSync(join(test.folder, 'company.xlsx.rejects.ndjson', 'a'), '');
    const importing = test.importRows(rows, { guards });
    await expect(importing).rejects.toThrow(
      /^rejected rows cannot be written to .*: make its folder/,
    );
    expect(await test.store.companies.count()).toBe(0);
  });
});

describe('the bundled companies', () => {
  it('are marked, and removed by the first real import, full or partial', async () => {
    const test = await openTestImport();
    await importSample(test.store, test.folder);
    const samples = await test.store.companies.count();
    expect(samples).toBeGreaterThan(200);
    const query = { kinds: ['full'], sample: false } as const;
    expect(await test.store.imports.findLastRun(query)).toBeNull();
    const { samplesRemoved, counts } = await test.importRows(ROWS, { partial: true });
    expect(samplesRemoved).toBe(samples);
    expect(counts).toMatchObject({ new: 3, changed: 0, gone: 0 });
    expect(await test.store.companies.count()).toBe(3);
    expect((await test.importRows(ROWS)).samplesRemoved).toBe(0);
  });

  it('are counted as removed by the import that completes an interrupted one', async () => {
    const test = await openTestImport();
    await importSample(test.store, test.folder);
    const samples = await test.store.companies.count();
    const path = test.save('company_2026.09.14.xlsx', writeDump({ rows: ROWS }));
    const stop = new AbortController();
    const progress = {
      ...NO_PROGRESS,
      begin: (phase: string) => {
        if (phase === 'writing') stop.abort(new ImportRefusal('stopped'));
      },
    };
    const stopped = test.run({ kind: 'full', path }, { signal: stop.signal, progress });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await test.store.companies.count()).toBe(3);
    expect((await test.run({ kind: 'full', path })).samplesRemoved).toBe(samples);
  });

  it('leave nothing to a real company with the same IDNO', async () => {
    const test = await openTestImport();
    const path = test.save('sample.xlsx', writeDump({ rows: ROWS }));
    await test.run({ kind: 'full', path, sample: true });
    const text = `idno,capital\n${makeIdno(1)},10\n`;
    await test.run({ kind: 'supplement', path: test.save('add.csv', text) });
    await test.importRows(ROWS.slice(0, 1), { date: '07.09.2026' });
    expect(await test.findRecord(makeIdno(1))).toMatchObject({
      company: { capital: null },
      sample: false,
      revision: 1,
    });
    expect(await test.store.companies.listChanges(makeIdno(1), 9)).toEqual([]);
    expect(await test.store.companies.count()).toBe(1);
  });

  it('stay when the real import is refused', async () => {
    const test = await openTestImport();
    await importSample(test.store, test.folder);
    const samples = await test.store.companies.count();
    await expect(test.importRows([{ idno: null }])).rejects.toThrow('no row with an IDNO');
    expect(await test.store.companies.count()).toBe(samples);
  });
});

it('leaves the folders of this machine out of the message for staff', async () => {
  const test = await openTestImport();
  const path = join(test.folder, 'none.xlsx');
  await expect(test.run({ kind: 'full', path })).rejects.toThrow(`no file "${path}"`);
  const [run] = await test.store.imports.list(1);
  expect(run?.message).toBe(
    'none.xlsx cannot be opened (ENOENT): no file "none.xlsx"; give its full path',
  );
});
