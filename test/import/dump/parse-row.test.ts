import { expect, it } from 'vitest';
import {
  createParseContext,
  createParseContexts,
  type ParseContext,
} from '../../../src/import/dump/parse-row.ts';
import type { StoredClassification } from '../../../src/store/port/imports.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { openTestStore } from '../../support/stores.ts';

const SHEETS: StoredClassification = {
  id: 'sheets',
  lines: [{ id: '11', label: 'Soft', code: '62.01', version: '2' }],
  licensed: [[21, 'Gaze']],
};

it('contexts of dumps with equal sheets share what was read from them', async () => {
  const { imports } = await openTestStore(makeTestFolder());
  await imports.saveClassification(SHEETS);
  const reads: string[] = [];
  const findContext = createParseContexts({
    imports: {
      ...imports,
      findClassification(id) {
        reads.push(id);
        return imports.findClassification(id);
      },
    },
  });
  const { raw } = toStored(COMPANY);
  const row = { ...raw, regDate: '20.09.2026' };
  const contexts: ParseContext[] = [];
  for (const dumpDate of ['2026-09-14', '2026-09-21', '2026-09-28']) {
    const source = { dumpDate, classificationId: SHEETS.id };
    const context = await findContext(source);
    const alone = createParseContext(SHEETS, dumpDate);
    expect(context.source).toEqual(source);
    expect(context.fingerprint(row, dumpDate)).toBe(alone.fingerprint(row, dumpDate));
    contexts.push(context);
  }
  expect(reads).toEqual([SHEETS.id]);
  expect(new Set(contexts.map(({ classification }) => classification)).size).toBe(1);
  expect(new Set(contexts.map(({ labels }) => labels)).size).toBe(1);
  // The row's day is in the future of the first dump.
  expect(new Set(contexts.map((one) => one.fingerprint(row, one.dumpDate))).size).toBe(2);

  const without = await findContext({ dumpDate: '2026-10-12', classificationId: null });
  expect(without.source).toEqual({ dumpDate: '2026-10-12', classificationId: null });
  expect(without.classification.licensed.size).toBe(0);
});
