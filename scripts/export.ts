import { Command, Option } from 'commander';
import { createToCompanyUrl } from '../src/domain/company/company.ts';
import { CHANGES_KEPT_MS } from '../src/domain/company/public-changes.ts';
import { type Destination, openFile, openStream } from '../src/export/destination.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportCompanies,
  findChanged,
  findNewestCursor,
  parseSince,
} from '../src/export/export.ts';
import { openCompanySnapshot } from '../src/store/open.ts';
import { loadStoreConfig, print, runCommand, stopOnSignal } from './command.ts';

/*
 * package.json starts this with small semi-spaces: with larger ones the process takes half as much
 * memory again, and is not faster.
 */

const STANDARD_OUTPUT = '-';

interface Options {
  out?: string;
  format?: ExportFormat;
  since?: string;
  force?: true;
  json?: true;
}

const program = new Command('npm run export --')
  .description(
    'Writes every company of the store (MONGODB_URI if set, otherwise DATA_DIR) as of one moment, ' +
      "in the API's own JSON or as CSV. The server may run meanwhile.",
  )
  .argument('[file]', 'the file to write, or - for standard output (npm run -s)')
  .option('--out <file>', 'the same as FILE')
  .addOption(
    new Option(
      '--format <format>',
      'one JSON object a line, or CSV (default: csv for a name that ends in .csv, else ndjson)',
    ).choices(EXPORT_FORMATS),
  )
  .option('--since <cursor>', 'only companies that have changed since: the cursor of an export')
  .option('--force', 'replace an existing file')
  .option('--json', 'print the summary as one JSON object (run as: npm run -s export -- …)')
  .action(exportStore);

await runCommand(program);

async function exportStore(file: string | undefined, options: Options): Promise<void> {
  const { json, out = file } = options;
  if (out === undefined || (file ?? out) !== out) {
    throw new Error('name the file to write, once: npm run export -- FILE');
  }
  const { format = /\.csv$/i.test(out) ? 'csv' : 'ndjson' } = options;
  if (json && out === STANDARD_OUTPUT) {
    throw new Error('--json and "--out -" both write to standard output: give one of them');
  }
  const since = options.since === undefined ? null : parseSince(options.since);
  const { companyUrl, ...storeLocation } = await loadStoreConfig({});
  const signal = stopOnSignal(
    new Error('the export was stopped before it was complete: run it again'),
  );
  const startedAtMs = performance.now();
  const snapshot = await openCompanySnapshot(storeLocation);
  let destination: Destination | null = null;
  try {
    const opened = await openDestination(out, options.force === true);
    destination = opened;
    const changed =
      since === null ? null : await findChanged(snapshot, since, Date.now() - CHANGES_KEPT_MS);
    const cursor = changed?.next ?? (await findNewestCursor(snapshot));
    const companies = await exportCompanies({
      snapshot,
      idnos: changed?.idnos ?? null,
      toCompanyUrl: createToCompanyUrl(companyUrl),
      format,
      write: (text) => opened.write(text),
      signal,
    });
    const dataDate = await snapshot.companies.findDataDate();
    await opened.complete();
    const seconds = Math.round(performance.now() - startedAtMs) / 1_000;
    await printSummary({ file: out, format, companies, dataDate, cursor, seconds }, json === true);
  } finally {
    await destination?.close();
    await snapshot.close();
  }
}

function openDestination(out: string, force: boolean): Destination | Promise<Destination> {
  return out === STANDARD_OUTPUT ? openStream(process.stdout) : openFile(out, force);
}

interface Summary {
  file: string;
  format: ExportFormat;
  companies: number;
  /** Date of the dump, `YYYY-MM-DD`; null before the first import. */
  dataDate: string | null;
  /** For `--since` of the next export. */
  cursor: string;
  seconds: number;
}

async function printSummary(summary: Summary, asJson: boolean): Promise<void> {
  const { file, companies, dataDate, cursor, seconds } = summary;
  const isStream = file === STANDARD_OUTPUT;
  const state = dataDate === null ? '' : `, state of ${dataDate},`;
  const text =
    `${companies} companies${state} to ${isStream ? 'standard output' : file} in ${seconds.toFixed(1)} s\n` +
    `what changes from now on: --since ${cursor}`;
  const line = `${asJson ? JSON.stringify(summary) : text}\n`;
  if (isStream) process.stderr.write(line);
  else await print(line);
}
