import { setGlobalProxyFromEnv } from 'node:http';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ImportRefusal } from '../src/domain/errors.ts';
import { isDay } from '../src/domain/time/time-zone.ts';
import { NO_PROGRESS, type Progress } from '../src/import/context.ts';
import { toAddress, toFileName as toFileNameOf } from '../src/import/download/address.ts';
import { type FetchedDump, fetchDump } from '../src/import/download/fetch-dump.ts';
import { DEFAULT_GUARDS, type Guards } from '../src/import/dump/guards.ts';
import { EMPTY_NAMES, type EmptyName } from '../src/import/dump/lost-values.ts';
import {
  type ImportRequest,
  type ImportWork,
  recordFailedFetch,
  recordUnchanged,
  runImport,
} from '../src/import/run.ts';
import { openImportStore, toTemporaryFolder } from '../src/store/open.ts';
import type { ImportRun } from '../src/store/port/imports.ts';
import {
  CREATE_OPTION,
  loadStoreConfig,
  print,
  runCommand,
  stopOnSignal,
  toShare,
} from './command.ts';
import { toOutput } from './import/output.ts';
import { createProgress } from './import/progress.ts';

/*
 * package.json starts this with flags that were measured on a dump of 300,000 rows. Semi-spaces of
 * 4 MiB and one arena for the allocations of all threads (glibc) keep memory low. With
 * allocation-site pretenuring V8 allocated batches of rows in the old generation in two runs of
 * three, and collected it a hundred times instead of ten. Parallel scavenges would start helpers
 * that compete with the threads of the import for processors. With compiled code kept in
 * node_modules no thread loads the compiler of TypeScript: 8 MiB and 0.9 s of processor time less
 * from the second import on. Where that folder cannot be written nothing is kept.
 */

interface Options extends Guards {
  supplement?: string;
  rederive?: true;
  partial?: true;
  date?: string;
  dryRun?: true;
  create: boolean;
  json?: true;
}

const program = new Command('npm run import --')
  .description(
    'Imports a dump of the State Register into the store (MONGODB_URI if set, otherwise DATA_DIR): ' +
      "the register's XLSX file, or a CSV file with the same columns, of this machine or at an https " +
      'address. The server may run meanwhile, and an import can be repeated safely.',
  )
  .argument('[file]', 'the dump, or its https address', toFileName)
  .option(
    '--supplement <file>',
    'import a CSV of idno with capital, vat_payer or caem_main',
    toFileName,
  )
  .addOption(
    new Option('--rederive', 'parse the stored raw texts again with this version').conflicts(
      'supplement',
    ),
  )
  .option('--partial', 'the file is only a part of the register: nothing counts as gone')
  .option(
    '--date <day>',
    "the dump's date, YYYY-MM-DD (default: from its title or file name)",
    toDay,
  )
  .option(
    '--min-ratio <share>',
    'refuse a dump with fewer companies than this share of the last one',
    toShare,
    DEFAULT_GUARDS.minRatio,
  )
  .option(
    '--max-rejects <share>',
    'refuse a file with a larger share of rejected rows',
    toShare,
    DEFAULT_GUARDS.maxRejects,
  )
  .option('--allow-older', 'accept a dump that is older than the last one', false)
  .option(
    '--accept-empty <column>',
    `accept that a column or classification sheet lost values; one of ${EMPTY_NAMES.join(', ')}; can be repeated`,
    addEmptyName,
    DEFAULT_GUARDS.acceptEmpty,
  )
  .option('--dry-run', 'read and report, but write nothing')
  .option(...CREATE_OPTION, false)
  .option('--json', 'print the summary as one JSON object (run as: npm run -s import -- …)')
  .action(importFile);

await runCommand(program);

async function importFile(file: string | undefined, options: Options): Promise<void> {
  const work = toWork(file, options);
  const address = work.kind === 'rederive' ? null : toAddress(work.path);
  const config = await loadStoreConfig(options);
  const progress = createProgress(process.stdout, () => performance.now());
  const notes: string[] = [];
  const signal = stopOnSignal(
    new ImportRefusal('the import was stopped before it was complete: run it again'),
  );
  const store = await openImportStore(config);
  const request: ImportRequest & { progress: Progress; signal: AbortSignal } = {
    store,
    work,
    temporaryFolder: toTemporaryFolder(config),
    guards: options,
    dryRun: options.dryRun === true,
    nowMs: () => Date.now(),
    progress: options.json ? { ...NO_PROGRESS, note: (line) => notes.push(line) } : progress,
    signal,
  };
  let fetched: FetchedDump | null = null;
  try {
    if (address !== null) {
      const found = await fetchFrom(address, request);
      if ('id' in found) {
        await recordUnchanged(request, found);
        return await printUnchanged(found, options);
      }
      fetched = found;
    }
    const summary = await runImport({ ...request, work: { ...work, ...fetched?.work } });
    progress.end();
    const { json, text } = toOutput(summary, options.dryRun === true, notes);
    await print(`${options.json ? JSON.stringify(json) : text}\n`);
  } finally {
    progress.end();
    await fetched?.remove();
    await store.close();
  }
}

/** The dump, or the last import if it was of the same file. A failure is recorded as an import. */
async function fetchFrom(
  address: URL,
  request: ImportRequest & { progress: Progress; signal: AbortSignal },
): Promise<FetchedDump | ImportRun> {
  const { store, work, temporaryFolder: folder, progress, signal, dryRun } = request;
  if (work.kind !== 'full' && work.kind !== 'partial') {
    throw new Error('--supplement takes a file: download it first');
  }
  // HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
  setGlobalProxyFromEnv();
  const { kind, date } = work;
  try {
    return await fetchDump({
      store,
      address,
      kind,
      // With another date the same file says something else.
      always: date !== undefined || dryRun === true,
      folder,
      signal,
      note: (line) => progress.note(line),
    });
  } catch (error) {
    const named = { ...request, work: { kind, path: toFileNameOf(address, null) } };
    if (!dryRun) await recordFailedFetch(named, error).catch(() => {});
    throw error;
  }
}

async function printUnchanged(run: ImportRun, { json }: Options): Promise<void> {
  const { id: importId, fileName: file, dumpDate } = run;
  const importedAt = new Date(run.finishedAtMs ?? run.startedAtMs).toISOString();
  const text = `unchanged: ${file} was imported at ${importedAt}, state of ${dumpDate}`;
  const output = { unchanged: true, importId, file, dumpDate, importedAt };
  await print(`${json ? JSON.stringify(output) : text}\n`);
}

function toWork(file: string | undefined, options: Options): ImportWork {
  const { supplement, rederive, partial, date } = options;
  const sources = [file, supplement, rederive].filter((source) => source !== undefined);
  if (sources.length !== 1) {
    throw new Error('give one dump, or --supplement with a file, or --rederive; see --help');
  }
  if (file === undefined && (partial || date !== undefined)) {
    throw new Error('--partial and --date only apply to a dump; see --help');
  }
  if (supplement !== undefined) return { kind: 'supplement', path: supplement };
  if (file === undefined) return { kind: 'rederive' };
  const kind = partial ? 'partial' : 'full';
  return { kind, path: file, ...(date === undefined ? {} : { date }) };
}

function addEmptyName(text: string, others: readonly EmptyName[]): readonly EmptyName[] {
  const name = EMPTY_NAMES.find((one) => one === text);
  if (name !== undefined) return [...others, name];
  throw new InvalidArgumentError(`it must be one of ${EMPTY_NAMES.join(', ')}`);
}

function toFileName(text: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError('give the name of a file');
}

function toDay(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('it must be a day as YYYY-MM-DD, for example 2026-09-14');
}
