import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { createAnswers } from '../../../src/answers/answers.ts';
import { openTestImport } from '../../import/open-import.ts';
import { openTestReading } from '../../support/stores.ts';

const WEEKS = 30;
const FIRST_DUMP_MS = Date.parse('2026-01-05');
const WEEK_MS = 7 * 86_400_000;
const SIZE = { rows: 150, seed: 7, withoutIdno: 0, changed: 0.4 };

const toDay = (week: number, days = 0) =>
  new Date(FIRST_DUMP_MS + week * WEEK_MS + days * 86_400_000).toISOString().slice(0, 10);

/** The answers of a store into which the test imports. */
async function openAnswers() {
  const test = await openTestImport();
  const reading = await openTestReading(test.store, join(test.folder, 'data'));
  onTestFinished(() => reading.close());
  const { signal } = new AbortController();
  const answers = createAnswers({
    companies: test.store.companies,
    findWatchList: async () => [],
    readWithinLimits: async (_what, _client, read) => await read(reading.open(signal)),
    toCompanyUrl: (idno) => `https://registru.example/companie/${idno}`,
    answerCacheBytes: 0,
  });
  return { ...test, answers };
}

it(`serves every company as it was on each of ${WEEKS} weekly dumps`, async () => {
  const { folder, run, save, store, answers } = await openAnswers();
  /** What was served at the end of each week, by IDNO. */
  const served: Map<string, string>[] = [];
  for (let week = 0; week < WEEKS; week++) {
    const dumpDate = toDay(week);
    const path = join(folder, `company_${dumpDate}.xlsx`);
    await writeDump(path, { ...SIZE, dumpDate, ...(week === 0 && { changed: 0 }) });
    if (week % 7 === 3) {
      // Interrupted after its first writes, and repeated.
      const stop = new AbortController();
      const progress = {
        begin() {},
        note() {},
        advance: () => stop.abort(new Error('stopped')),
      };
      await run({ kind: 'full', path }, { progress, signal: stop.signal }).catch(() => {});
    }
    await run({ kind: 'full', path });
    const idnos = await store.companies.listIdnos(null, 1_000);
    if (week % 5 === 2) {
      const rows = idnos.slice(week, week + 20).map((idno) => `${idno},${week}00`);
      const text = ['idno,capital', ...rows, ''].join('\n');
      await run({ kind: 'supplement', path: save(`week${week}.csv`, text) });
    }
    if (week % 9 === 4) await run({ kind: 'rederive' });
    const bodies = await Promise.all(idnos.map((idno) => answers.findCompany(idno)));
    served.push(new Map(idnos.map((idno, at) => [idno, String(bodies[at]?.body)])));
  }

  const all = [...(served.at(-1)?.keys() ?? [])];
  const kinds = new Set<string>();
  for (const idno of all) {
    for (const [week, companies] of served.entries()) {
      const past = await answers.findCompanyAt(idno, toDay(week, week % 7), 'client');
      expect({ idno, week, body: past && String(past.body) }).toEqual({
        idno,
        week,
        body: companies.get(idno) ?? null,
      });
      if (past !== null) expect(past.dataDate).toBe(toDay(week));
    }
    const request = { idno, beforeMs: null, first: 100 };
    const history = JSON.parse(String((await answers.listHistory(request, 'client'))?.body));
    for (const { kind } of history.changes) kinds.add(kind);
  }
  expect([...kinds].sort()).toEqual(['created', 'removed', 'restored', 'updated']);

  const startMs = performance.now();
  for (const idno of all) await answers.findCompanyAt(idno, toDay(0), 'client');
  const msEach = (performance.now() - startMs) / all.length;
  console.log(`${all.length} companies as they were, ${msEach.toFixed(1)} ms each`);
});
