import { hash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import { RULES_VERSION } from '../../src/domain/register/record.ts';
import { MAX_RECORDS_PER_WRITE } from '../../src/store/port/companies.ts';
import { openTestImport } from './open-import.ts';

const DUMP = {
  rows: MAX_RECORDS_PER_WRITE,
  seed: 5,
  dumpDate: '2026-09-14',
  anomalies: 'all',
} as const;
/** What this version reads from the dump. Another dump of the generator has another digest, too. */
const KNOWN = { rulesVersion: 1, digest: 'a5802d845420d78b' };

it('the version of the rules is raised when they read a row differently', async () => {
  const test = await openTestImport();
  const path = join(test.folder, 'company.xlsx');
  await writeDump(path, DUMP);
  await test.run({ kind: 'full', path }, { guards: { maxRejects: 1 } });
  const idnos = await test.store.companies.listIdnos(null, MAX_RECORDS_PER_WRITE);
  const records = await test.store.companies.findRecords(idnos);
  const read = records.map((record) => {
    const { company, directors, licensedActivities, liquidatedOn, flags } = record ?? {};
    return { company, directors, licensedActivities, liquidatedOn, flags };
  });
  const digest = hash('sha256', JSON.stringify(read)).slice(0, 16);
  expect({ rulesVersion: RULES_VERSION, digest }).toEqual(KNOWN);
});
