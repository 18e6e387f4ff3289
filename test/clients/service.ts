import { type AppOptions, openTestApp } from '../support/app.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

export const NAME = 'FABRICA DE MERE';
export const FOUND = 45;
export const CHANGES = 45;
export const CHANGES_FROM = '2026-09-21';
/** Whose changes and names these are. */
export const IDNOS: readonly string[] = Array.from({ length: FOUND }, (_, serial) =>
  toIdno(serial),
);

/** The application with companies of one name, and a change of each of them. */
export async function openClientService(options: AppOptions = {}) {
  const app = await openTestApp(options);
  const { companies, imports } = app.store;
  const importMs = app.clock.nowMs();
  const stored = IDNOS.map((idno) => toStored({ ...COMPANY, idno, name: `${NAME} ${idno}` }));
  const changes = IDNOS.map((idno) => ({
    importMs,
    idno,
    revision: 1,
    kind: 'created' as const,
    fields: [],
    cause: 'register' as const,
    dataDate: CHANGES_FROM,
  }));
  await companies.write(stored, [], [], changes);
  // The first dump of an installation makes no changes.
  await imports.record(makeRun({ id: 'first', startedAtMs: importMs - 1 }));
  const run = { id: 'later', startedAtMs: importMs, dumpDate: CHANGES_FROM, recordsChanges: true };
  await imports.record(makeRun(run));
  return app;
}
