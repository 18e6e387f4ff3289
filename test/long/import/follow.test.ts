import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { exportCompanies, findNewestCursor } from '../../../src/export/export.ts';
import { openCompanySnapshot, type StoreLocation } from '../../../src/store/open.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { openTestServices, subscribe } from '../../support/services.ts';
import { makeTestDatabase } from '../../support/stores.ts';
import type { Copy } from '../support/follower.ts';
import { expireLease, IMPORT, type Kill, runProgram } from '../support/killed-program.ts';

const IS_MONGO = process.env['STORE'] === 'mongodb';
const SIZE = { rows: 1_200, seed: 5, withoutIdno: 0, changed: 0.6 };
const WEEKS = ['2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12'];
/** Each may look up 300 companies a minute. */
const KEYS = 20;
const FOLLOWER = join(import.meta.dirname, '../support/follower.ts');

async function openFollowed() {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const mongodbUri = IS_MONGO ? makeTestDatabase() : null;
  const place: StoreLocation = { dataDir, mongodbUri };
  const env: Record<string, string> = mongodbUri === null ? {} : { MONGODB_URI: mongodbUri };
  const keys = await createKeys(dataDir, env);
  const copyPath = join(folder, 'copy.json');
  let service: Service | null = null;
  async function restart(): Promise<void> {
    const port = service === null ? {} : { port: service.port };
    service?.child.kill('SIGKILL');
    await service?.exit;
    service = await startService({ dataDir, env: { ...env, COMPANY_URL }, ...port });
  }
  return {
    place,
    restart,
    /** Imports the dump of a week. */
    async importWeek(week: number, kill?: Kill) {
      const dumpDate = WEEKS[week] ?? '';
      const file = join(folder, `company_${dumpDate.replaceAll('-', '.')}.xlsx`);
      await writeDump(file, { ...SIZE, dumpDate, ...(week === 0 ? { changed: 0 } : {}) });
      if (mongodbUri !== null) await expireLease(mongodbUri);
      const writes = kill === undefined ? [] : [`${kill.dots}`];
      const { isKilled } = await runProgram([IMPORT, mongodbUri ?? dataDir, file, ...writes], kill);
      expect(isKilled).toBe(kill !== undefined);
    },
    follow: (kill?: Kill) =>
      runProgram([FOLLOWER, `http://127.0.0.1:${service?.port}`, copyPath, ...keys], kill),
    writeCopy: (copy: Copy) => writeFileSync(copyPath, JSON.stringify(copy)),
    readCopy: (): Copy => JSON.parse(readFileSync(copyPath, 'utf8')),
  };
}

const COMPANY_URL = 'https://registru.example/companie/{idno}';

async function createKeys(dataDir: string, env: Record<string, string>): Promise<string[]> {
  const { accounts, keys, close } = await openTestServices({ dataDir, env });
  const texts: string[] = [];
  for (let number = 0; number < KEYS; number++) {
    texts.push(await subscribe({ accounts, keys }, `${number}@test.example`, 'agency'));
  }
  await close();
  return texts;
}

/** What the service has. */
async function readAll(place: StoreLocation): Promise<Copy> {
  const snapshot = await openCompanySnapshot(place);
  const lines: string[] = [];
  await exportCompanies({
    snapshot,
    idnos: null,
    toCompanyUrl: (idno) => COMPANY_URL.replace('{idno}', idno),
    format: 'ndjson',
    write: async (text) => void lines.push(...text.split('\n').slice(0, -1)),
    signal: new AbortController().signal,
  });
  const cursor = await findNewestCursor(snapshot);
  await snapshot.close();
  return {
    cursor,
    companies: Object.fromEntries(lines.map((line) => [JSON.parse(line).idno, line])),
  };
}

function expectSame(copy: Copy, service: Copy): void {
  expect(listDifferences(copy, service)).toEqual([]);
  expect(copy.cursor).toBe(service.cursor);
}

/** The companies that are not the same in both. */
function listDifferences({ companies: one }: Copy, { companies: other }: Copy): string[] {
  const idnos = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...idnos].filter((idno) => one[idno] !== other[idno]);
}

it('a client that follows the changes of five weeks has the data of the service, whatever is killed', async () => {
  const { place, restart, importWeek, follow, writeCopy, readCopy } = await openFollowed();
  await importWeek(0);
  const first = await readAll(place);
  writeCopy(first);
  await restart();

  // Killed while it writes, and repeated.
  await importWeek(1, { dots: 2, ms: 20 });
  await follow();
  expectSame(readCopy(), first);
  await importWeek(1);
  const kills = [await follow({ dots: 2 }), await follow({ dots: 1, ms: 10 })];
  expect(kills.some(({ isKilled }) => isKilled)).toBe(true);
  await follow();
  expectSame(readCopy(), await readAll(place));

  // Killed, and followed by the next week's instead.
  await importWeek(2, { dots: 3 });
  await Promise.all([importWeek(3, { dots: 2 }), follow()]);
  await importWeek(3);
  await follow({ dots: 1, ms: 50 });
  await Promise.all([follow(), restart()]);
  await Promise.all([importWeek(4), follow()]);
  await follow();
  const last = readCopy();
  expectSame(last, await readAll(place));
  expect(listDifferences(last, first).length).toBeGreaterThan(SIZE.rows / 2);
});
