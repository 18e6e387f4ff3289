import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toChangesCursor } from '../../src/answers/changes.ts';
import { COMPANY_FIELDS, toJsonAnswer } from '../../src/answers/documents.ts';
import {
  type ExportFormat,
  exportCompanies,
  findChanged,
  findNewestCursor,
  parseSince,
  toCompanyLine,
} from '../../src/export/export.ts';
import { openCompanySnapshot, openImportStore, type StoreLocation } from '../../src/store/open.ts';
import type { RecordedChange } from '../../src/store/port/public-changes.ts';
import type { CompanySnapshot } from '../../src/store/store.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, delist, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { makeRun } from '../support/imports.ts';
import { openTestStore, toTestPlace } from '../support/stores.ts';
import { BARE, COMPANIES, ODD } from './companies.ts';

const EMPTY = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, null]));

const SERVED_URL = (idno: string) => `https://registru.example/companie/${idno}`;
const NEVER = new AbortController().signal;

async function openFilledStore() {
  const folder = makeTestFolder();
  const store = await openTestStore(folder);
  await store.companies.write(COMPANIES.map(toStored), []);
  await store.companies.flush();
  return { store, place: toTestPlace(store, folder) };
}

async function openSnapshot(place: StoreLocation): Promise<CompanySnapshot> {
  const snapshot = await openCompanySnapshot(place);
  onTestFinished(() => snapshot.close());
  return snapshot;
}

function makeRemoval(importMs: number, idno: string): RecordedChange {
  const change = { importMs, idno, revision: 1, fields: [], dataDate: '2026-09-14' };
  return { ...change, kind: 'removed', cause: 'register' };
}

async function toText(
  snapshot: CompanySnapshot,
  format: ExportFormat = 'ndjson',
  signal = NEVER,
  idnos: readonly string[] | null = null,
): Promise<string> {
  let text = '';
  const write = async (part: string) => {
    text += part;
  };
  await exportCompanies({ snapshot, idnos, toCompanyUrl: SERVED_URL, format, write, signal });
  return text;
}

describe('an export', () => {
  it('has each company once, in the bytes that the API answers', async () => {
    const { store, place } = await openFilledStore();
    const app = await openTestApp({ store });
    const key = await app.subscribe('export@test.example', 'business');
    const lines = (await toText(await openSnapshot(place))).split('\n');
    expect(lines.pop()).toBe('');
    const idnos = COMPANIES.map(({ idno }) => idno).toSorted();
    expect(lines.map((line) => JSON.parse(line).idno)).toEqual(idnos);
    for (const [place, idno] of idnos.entries()) {
      const { body } = await app.get(`/api/v1/company/${idno}`, key);
      expect(lines[place]).toBe(body);
    }
  });

  it('is as CSV what another program reads, lists as JSON and null as nothing', async () => {
    const { store, place } = await openFilledStore();
    await delist(store.companies, [COMPANY.idno], '2026-09-21');
    await store.companies.flush();
    const snapshot = await openSnapshot(place);
    const companies = (await toText(snapshot))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((company) => {
        const removed = company.idno === COMPANY.idno ? '2026-09-21' : null;
        return { ...company, removed_since: removed };
      });
    const csv = await toText(snapshot, 'csv');
    expect(csv.split('\r\n', 1)[0]).toBe(Object.keys(companies[0]).join(','));
    const rows: Record<string, string>[] = parse(csv, { columns: true, record_delimiter: '\r\n' });
    const values = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          /^[[]|^(?:true|false)$/.test(cell)
            ? JSON.parse(cell)
            : cell.replace(/^'(?==)/, '') || null,
        ]),
      ),
    );
    expect(values).toEqual(companies);
  });

  it.each([';', '\t', '\n', '\r', '\0'])(
    'has no formula as CSV where a spreadsheet begins a cell after %j',
    (separator) => {
      for (const sign of ['=', '+', '-', '@', '＝']) {
        const text = `SRL ALFA${separator}${sign}HYPERLINK("https://test.example")`;
        const line = toCompanyLine(
          toJsonAnswer({ ...EMPTY, name: text, admins: [`;${sign}1`, text] }),
        );
        const cells = line.trimEnd().split(/[,;\t\r\n\0]/);
        expect(cells.filter((cell) => cell.startsWith(sign))).toEqual([]);
        expect(line).toContain(`SRL ALFA${separator}'${sign}HYPERLINK`);
      }
    },
  );

  it('is of the moment at which it began, or ends by saying that it is not', async () => {
    const { store, place } = await openFilledStore();
    const snapshot = await openSnapshot(place);
    const before = await toText(snapshot);
    await store.companies.write([toStored({ ...COMPANY, name: 'ALTUL' })], []);
    await store.companies.flush();
    if (place.mongodbUri === null) {
      expect(await toText(snapshot)).toBe(before);
      return;
    }
    // Only a lost lease lets an import run meanwhile.
    await expect(openImportStore(place)).rejects.toThrow('another import is running');
    await store.imports.record(makeRun({ startedAtMs: Date.parse('2099-01-01T00:00:00Z') }));
    await expect(toText(snapshot)).rejects.toThrow(
      /^an import has changed the companies meanwhile/,
    );
  });

  it('is stopped between two batches', async () => {
    const snapshot = await openSnapshot((await openFilledStore()).place);
    const reason = new Error('enough');
    await expect(toText(snapshot, 'csv', AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('has what has changed since a cursor, each company once, and the next cursor', async () => {
    const { store, place } = await openFilledStore();
    const since = (importMs: number) => parseSince(toChangesCursor({ importMs, idno: null }));
    const run = { recordsChanges: true } as const;
    for (const [importMs, ...changed] of [
      [10, COMPANY],
      [20, ODD, BARE],
      [30, ODD],
    ] as const) {
      await store.imports.record(makeRun({ ...run, id: `${importMs}`, startedAtMs: importMs }));
      const changes = changed.map(({ idno }) => makeRemoval(importMs, idno));
      await store.companies.write([], [], [], changes);
    }
    const snapshot = await openSnapshot(place);
    const { idnos, next } = await findChanged(snapshot, since(10), 0);
    expect(next).toBe(await findNewestCursor(snapshot));
    expect(idnos).toEqual([BARE.idno, ODD.idno]);
    const all = (await toText(snapshot)).split('\n');
    const lines = (await toText(snapshot, 'ndjson', NEVER, idnos)).split('\n');
    expect(lines).toEqual(all.slice(1));
    expect(await findChanged(snapshot, parseSince(next), 0)).toEqual({ idnos: [], next });
    await expect(findChanged(snapshot, since(10), 25)).rejects.toThrow(/no longer kept/);
    expect(() => parseSince('abc')).toThrow(/^--since is no cursor/);
  });

  it('of more companies than one batch has all of them in order', async () => {
    const { store, place } = await openFilledStore();
    const more = Array.from({ length: 1_000 }, (_, serial) =>
      toStored({ ...ODD, idno: `2${String(serial).padStart(12, '0')}` }),
    );
    await store.companies.write(more, []);
    await store.companies.flush();
    const lines = (await toText(await openSnapshot(place))).trimEnd().split('\n');
    const idnos = lines.map((line) => JSON.parse(line).idno);
    expect(idnos).toHaveLength(COMPANIES.length + 1_000);
    expect(idnos).toEqual([...new Set(idnos)].toSorted());
  });
});
