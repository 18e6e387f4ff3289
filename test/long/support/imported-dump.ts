import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeWeek } from '../../../scripts/bench/population.ts';
import { importDump, type MeasuredImport } from '../../../scripts/bench/processes.ts';
import type { DumpOptions } from '../../../scripts/make-dump/options.ts';

/** Of this run of the tests: vitest.config.ts names it, and it is removed at the end. */
const { RUN_FOLDER = '' } = process.env;

/**
 * Fills a data folder as an import of the dump does, and says what that import reported. Only the
 * first test of a run that needs a dump writes and imports it; the later ones copy the store.
 */
export async function copyImportedDump(
  dump: DumpOptions,
  dataDir: string,
): Promise<MeasuredImport> {
  const name = createHash('sha256').update(JSON.stringify(dump)).digest('hex');
  const folder = join(RUN_FOLDER, name);
  if (!existsSync(folder)) await makeImportedDump(dump, folder);
  cpSync(join(folder, 'data'), dataDir, { recursive: true });
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

/** Under another name until it is complete; of two that are made at once the first one stays. */
async function makeImportedDump(dump: DumpOptions, folder: string): Promise<void> {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const report = await importDump({ DATA_DIR: join(part, 'data') }, await writeWeek(part, dump));
  writeFileSync(join(part, 'report.json'), JSON.stringify(report));
  if (existsSync(folder)) rmSync(part, { recursive: true });
  else renameSync(part, folder);
}
