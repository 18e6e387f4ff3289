import { RULES_VERSION } from '../../src/domain/register/record.ts';
import type { ImportRun } from '../../src/store/port/imports.ts';

/** A completed full import. */
export function makeRun(replaced: Partial<ImportRun> = {}): ImportRun {
  return {
    id: 'one',
    kind: 'full',
    fileName: 'company_2026.09.14.xlsx',
    fileHash: null,
    source: null,
    dumpDate: '2026-09-14',
    classificationId: null,
    sample: false,
    startedAtMs: 1,
    unchangedAtMs: null,
    finishedAtMs: 2,
    outcome: 'completed',
    message: null,
    counts: null,
    rulesVersion: RULES_VERSION,
    recordsChanges: false,
    ...replaced,
  };
}
