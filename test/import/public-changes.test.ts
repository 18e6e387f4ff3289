import { describe, expect, it } from 'vitest';
import { RULES_VERSION } from '../../src/domain/register/record.ts';
import { ACTIVITIES, makeIdno, type RowSpec } from './dump-file.ts';
import { openTestImport, openWithRows, type TestImport } from './open-import.ts';
import { readChanges } from './read-changes.ts';

const [A, B, C, D] = [makeIdno(1), makeIdno(2), makeIdno(3), makeIdno(4)];
/** Of any number of companies. */
const guards = { minRatio: 0 };
const WEEKS = ['14.09.2026', '21.09.2026', '28.09.2026', '05.10.2026'];

/** Imports these dumps, a week after each other; the first changes nothing for clients. */
async function openWith(...dumps: (readonly RowSpec[])[]): Promise<TestImport> {
  const test = await openTestImport();
  for (const [week, rows] of dumps.entries()) {
    await test.importRows(rows, { date: WEEKS[week] ?? '', guards });
  }
  return test;
}

async function list({ store }: TestImport) {
  return (await readChanges(store)).changes;
}

const toChange = (idno: string, kind: string, replaced: object = {}) => {
  return { idno, kind, fields: [], cause: 'register', dataDate: '2026-09-21', ...replaced };
};
const toUpdate = (idno: string, fields: string[], replaced: object = {}) =>
  toChange(idno, 'updated', { fields, ...replaced });

describe('a dump', () => {
  it('makes no change as the first one, before which nobody can begin', async () => {
    const test = await openTestImport();
    const { next } = await readChanges(test.store, null);
    expect(await readChanges(test.store, next)).toEqual({ changes: [], next });
    await test.importRows([{ idno: A }]);
    expect(await list(test)).toEqual([]);
    await expect(readChanges(test.store, next)).rejects.toThrow('not kept');
  });

  it('creates, updates, removes and restores companies', async () => {
    const test = await openWith(
      [{ idno: A }, { idno: B }, { idno: C }],
      [{ idno: A }, { idno: B, name: 'ALTA SRL', cuatm: 300 }, { idno: D }],
      [{ idno: B, name: 'ALTA SRL', cuatm: 300 }, { idno: C, name: 'NOUA SRL' }, { idno: D }],
    );
    const dataDate = '2026-09-28';
    expect(await list(test)).toEqual([
      toUpdate(B, ['name', 'region']),
      toChange(C, 'removed'),
      toChange(D, 'created'),
      toChange(A, 'removed', { dataDate }),
      toChange(C, 'restored', { dataDate }),
    ]);
  });

  it('makes no change of what clients do not see', async () => {
    const rows = [{ idno: A }, { idno: B }];
    const test = await openWith(rows, [
      { idno: A, directors: 'PRUNARU-TEST ILEANA [Director]' },
      { idno: B, licensed: null },
    ]);
    expect((await test.findRecord(A))?.revision).toBe(2);
    expect(await list(test)).toEqual([]);
  });

  it('changes what its classification names otherwise', async () => {
    const test = await openWith([{ idno: A }]);
    const activities = [[11, 'Alt nume', 62.01, 2], ...ACTIVITIES.slice(1)];
    await test.importRows([{ idno: A }], { date: '21.09.2026', activities });
    expect(await list(test)).toEqual([toUpdate(A, ['caem'])]);
  });

  it('makes none in a dry run, and none again when it is repeated', async () => {
    const test = await openWith([{ idno: A }]);
    const rows = [{ idno: A, name: 'ALTA SRL' }];
    await test.importRows(rows, { date: '21.09.2026', dryRun: true });
    expect(await list(test)).toEqual([]);
    for (let times = 0; times < 2; times++) await test.importRows(rows, { date: '21.09.2026' });
    expect(await list(test)).toEqual([toUpdate(A, ['name'])]);
  });

  it('makes none in place of the bundled companies, nor do these', async () => {
    const test = await openTestImport();
    const sample = { kind: 'full', sample: true } as const;
    await test.importRows([{ idno: A }], { dryRun: true, name: 'sample.xlsx' });
    const path = `${test.folder}/sample.xlsx`;
    for (let times = 0; times < 2; times++) await test.run({ ...sample, path });
    await test.importRows([{ idno: B }]);
    expect(await list(test)).toEqual([]);
    await test.importRows([{ idno: B }, { idno: A }]);
    expect(await list(test)).toMatchObject([{ idno: A, kind: 'created' }]);
  });

  it('makes changes after a first part of the register', async () => {
    const test = await openWithRows([{ idno: A }], { partial: true });
    await test.importRows([{ idno: B }], { partial: true, date: '21.09.2026' });
    expect(await list(test)).toEqual([toChange(B, 'created')]);
  });
});

/** As an older program read the founders of the company. */
async function misread(test: TestImport, idno: string): Promise<void> {
  const record = await test.findRecord(idno);
  if (record === null) throw new Error(`there is no company ${idno}`);
  const company = { ...record.company, founders: [] };
  await test.store.companies.write([{ ...record, company }], []);
}

describe('a change of the same filing', () => {
  it('is a reinterpretation when stored rows are read again', async () => {
    const test = await openWith([{ idno: A }, { idno: B }]);
    await misread(test, A);
    await test.run({ kind: 'rederive' });
    const dataDate = '2026-09-14';
    const change = toUpdate(A, ['founders'], { cause: 'reinterpretation', dataDate });
    expect(await list(test)).toEqual([change]);
  });

  it('is one in a dump or supplement that changes nothing else for clients', async () => {
    const test = await openWith([{ idno: A }, { idno: B }, { idno: C }]);
    for (const idno of [A, B, C]) await misread(test, idno);
    await test.importRows(
      [{ idno: A, licensed: null }, { idno: B, name: 'ALTA SRL' }, { idno: C }],
      { date: '21.09.2026' },
    );
    const cause = 'reinterpretation';
    const changes = [toUpdate(A, ['founders'], { cause }), toUpdate(B, ['name', 'founders'])];
    expect(await list(test)).toEqual(changes);
    const text = `idno,capital\n${C},10\n`;
    await test.run({ kind: 'supplement', path: test.save('add.csv', text) });
    const added = toUpdate(C, ['capital', 'founders'], { cause: 'supplement' });
    expect(await list(test)).toEqual([...changes, added]);
  });
});

describe('the first dump after an upgrade', () => {
  /** As an older program read all companies and recorded its import. */
  async function openOlder(): Promise<TestImport> {
    const test = await openWith([{ idno: A }, { idno: B }, { idno: C }]);
    for (const idno of [A, B]) await misread(test, idno);
    const [run] = await test.store.imports.list(1);
    if (run === undefined) throw new Error('there is no import');
    await test.store.imports.record({ ...run, rulesVersion: RULES_VERSION - 1 });
    return test;
  }

  it('tells what this version reads otherwise, apart from what the register has changed', async () => {
    const test = await openOlder();
    const rows = [{ idno: A }, { idno: B, name: 'ALTA SRL' }, { idno: C }];
    const { counts } = await test.importRows(rows, { date: '21.09.2026' });
    expect(counts).toMatchObject({ new: 0, changed: 1, unchanged: 2, gone: 0 });
    expect(test.notes.filter((note) => note.includes('new rules'))).toEqual([
      'this version reads rows by new rules: the stored rows are read again first',
      '2 of 3 stored companies differ by the new rules',
    ]);
    const cause = 'reinterpretation';
    const reread = { cause, dataDate: '2026-09-14' };
    expect(await list(test)).toEqual([
      toUpdate(A, ['founders'], reread),
      toUpdate(B, ['founders'], reread),
      toUpdate(B, ['name']),
    ]);
    expect(await test.findRecord(C)).toMatchObject({ revision: 1 });
  });

  it('reads the stored rows again once', async () => {
    const test = await openOlder();
    await test.importRows([{ idno: A }, { idno: B }, { idno: C }], { date: '21.09.2026' });
    for (const idno of [A, B]) await misread(test, idno);
    await test.importRows([{ idno: A }, { idno: B }, { idno: C }], { date: '28.09.2026' });
    expect(await list(test)).toHaveLength(2);
  });

  it('has read nothing again in a dry run, nor when a supplement comes', async () => {
    const test = await openOlder();
    await test.importRows([{ idno: A }, { idno: B }, { idno: C }], { dryRun: true });
    await test.run({ kind: 'supplement', path: test.save('add.csv', `idno,capital\n${C},10\n`) });
    expect(await list(test)).toMatchObject([{ idno: C, fields: ['capital'], cause: 'supplement' }]);
  });
});

it('a supplement makes changes of the companies that it changes', async () => {
  const test = await openWith([{ idno: A }, { idno: B }]);
  const save = (text: string) => test.save('add.csv', `idno,capital,caem_main\n${text}`);
  await test.run({ kind: 'supplement', path: save(`${A},10,70.22\n${C},20,\n`) });
  const [cause, dataDate] = ['supplement', '2026-09-14'];
  const change = toUpdate(A, ['capital', 'caemMain', 'caem'], { cause, dataDate });
  expect(await list(test)).toEqual([change]);
  await test.run({ kind: 'supplement', path: save(`${A},10,70.22\n`) });
  expect(await list(test)).toEqual([change]);
});

it('changes of an import that failed come with the next one', async () => {
  const test = await openWith([{ idno: A }, { idno: B }]);
  const { store } = test;
  const { companies } = store;
  const write: typeof companies.write = async (records, ...more) => {
    if (records.some(({ goneSince }) => goneSince !== null)) throw new Error('died');
    await companies.write(records, ...more);
  };
  const failing = { ...companies, write };
  const path = test.save('failed.xlsx', '');
  await test.importRows([{ idno: A, name: 'ALTA SRL' }], {
    dryRun: true,
    name: 'failed.xlsx',
    guards,
  });
  const died = test.run(
    { kind: 'full', path },
    { guards, store: { ...store, companies: failing } },
  );
  await expect(died).rejects.toThrow('died');
  expect(await test.find(A)).toMatchObject({ name: 'ALTA SRL' });
  expect(await list(test)).toEqual([]);
  await test.importRows([{ idno: A, name: 'ALTA SRL' }, { idno: B }], { date: '21.09.2026' });
  const dataDate = '2026-09-14';
  expect(await list(test)).toEqual([toUpdate(A, ['name'], { dataDate })]);
});

it('changes are deleted by an import after more than thirteen months', async () => {
  const test = await openWith([{ idno: A }], [{ idno: B }]);
  expect(await list(test)).toHaveLength(2);
  const nowMs = () => Date.parse('2028-01-01');
  const { next } = await readChanges(test.store);
  await test.run({ kind: 'rederive' }, { nowMs });
  await expect(list(test)).rejects.toThrow('not kept');
  expect((await readChanges(test.store, next)).changes).toEqual([]);
});
