import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createActivityIds } from '../../src/store/sqlite/activities.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';

it('refuses an activity beyond its maximum, and knows all others', async () => {
  const folder = makeTestFolder();
  await openSqliteStore(folder).close();
  const db = new DatabaseSync(join(folder, 'companies.db'));
  onTestFinished(() => db.close());
  db.exec(`INSERT INTO activities (id, code, label)
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 100000)
    SELECT id, id % 1000, 'label ' || id FROM ids`);
  const { toIds } = createActivityIds(db);
  const known = { code: '7', label: 'label 1007', main: true };
  expect(toIds([known])).toEqual([-1007]);
  expect(() => toIds([{ code: '7', label: 'another', main: false }])).toThrow(
    'the store has 100000 different activities, which is its maximum',
  );
});
