import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../src/domain/register/columns.ts';
import { CLASSIFICATION_SHEETS, type SheetName } from '../../src/import/dump/classification.ts';
import type { DumpDates } from '../../src/import/dump/dump-date.ts';
import { toPercent } from '../../src/import/percent.ts';
import type { ImportSummary } from '../../src/import/run.ts';
import type { DumpContents } from '../../src/store/port/imports.ts';
import type { Output } from '../command.ts';

const SOURCE_NAMES = { option: '--date', title: 'the title', fileName: 'the file name' };

/** The summary of a run, as JSON and as text. */
export function toOutput(summary: ImportSummary, isDryRun: boolean, notes: string[]): Output {
  const { run, counts, dumpDates, seconds, rowsPerSecond, samplesRemoved, waiting, rejectsPath } =
    summary;
  return {
    json: {
      importId: isDryRun ? null : run.id,
      kind: run.kind,
      file: run.fileName,
      sha256: run.fileHash,
      dumpDate: run.dumpDate,
      dumpDates,
      dryRun: isDryRun,
      ...counts,
      unreadableClassificationLines: summary.unreadableLines.count,
      unreadableClassificationExamples: summary.unreadableLines.examples,
      samplesRemoved,
      waiting,
      rejectsFile: rejectsPath,
      columns: compareColumns(summary),
      sheets: compareSheets(summary),
      notes,
      seconds,
      rowsPerSecond,
      peakMemoryMiB: readPeakMemoryMiB(),
    },
    text: toText(summary, isDryRun),
  };
}

function toText(summary: ImportSummary, isDryRun: boolean): string {
  const { run, counts, seconds, rowsPerSecond } = summary;
  const reasons = Object.entries(counts.rejectedBy).map(([reason, count]) => `${reason} ${count}`);
  const rejected = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const date = run.dumpDate === null ? '' : `, state of ${run.dumpDate}`;
  const lines = [
    `${isDryRun ? 'Dry run, nothing was written: ' : ''}${run.fileName || run.kind}${date}`,
    ...describeDates(summary.dumpDates),
    `${counts.read} rows in ${seconds.toFixed(1)} s, ${rowsPerSecond} rows/s, ` +
      `${readPeakMemoryMiB()} MiB of memory at peak`,
    `new ${counts.new}, changed ${counts.changed}, unchanged ${counts.unchanged}, ` +
      `duplicates ${counts.duplicates}, without IDNO ${counts.withoutIdno}, ` +
      `rejected ${counts.rejected}${rejected}, gone ${counts.gone}`,
  ];
  lines.push(...describeValues(summary));
  const { count, examples } = summary.unreadableLines;
  if (count > 0) {
    lines.push(
      `unreadable lines of the classification: ${count}; their activities are left out and ` +
        `flagged: ${examples.join('; ')}${count > examples.length ? '; …' : ''}`,
    );
  }
  if (summary.rejectsPath !== null) lines.push(`rejected rows: ${summary.rejectsPath}`);
  if (summary.waiting > 0) {
    lines.push(
      `${summary.waiting} IDNOs are not in any dump yet: their values wait for one that has them`,
    );
  }
  if (summary.samplesRemoved > 0) {
    lines.push(`the ${summary.samplesRemoved} synthetic sample companies were removed`);
  }
  return lines.join('\n');
}

/** The share of rows with a readable value, by column; null where the file lacks the column. */
function compareColumns({ values, valuesBefore }: ImportSummary) {
  if (values.contents === null) return [];
  const toShareBy = (contents: DumpContents | null, name: RegisterColumn) => {
    const { readable = null } = contents?.columns.find(({ column }) => column === name) ?? {};
    return readable === null || contents === null || contents.rows === 0
      ? null
      : readable / contents.rows;
  };
  return REGISTER_COLUMNS.map((column) => ({
    column,
    title: COLUMN_DEFINITIONS[column].title,
    share: toShareBy(values.contents, column),
    shareBefore: toShareBy(valuesBefore.contents, column),
  }));
}

/** The readable lines of the classification sheets; none for a file that has no sheets. */
function compareSheets({ values: { sheets }, valuesBefore }: ImportSummary) {
  if (sheets === null) return [];
  return (Object.keys(CLASSIFICATION_SHEETS) as SheetName[]).map((sheet) => ({
    sheet,
    title: CLASSIFICATION_SHEETS[sheet].title,
    lines: sheets[sheet],
    linesBefore: valuesBefore.sheets?.[sheet] ?? null,
  }));
}

function describeValues(summary: ImportSummary): string[] {
  const columns = compareColumns(summary).flatMap(({ column, title, share, shareBefore }) => {
    if (share === null && shareBefore === null) return [];
    const now = share === null ? 'no column' : toPercent(share);
    const before = shareBefore === null ? '' : `, before ${toPercent(shareBefore)}`;
    return [`  ${title} (${column}): ${now}${before}`];
  });
  const sheets = compareSheets(summary).map(({ sheet, title, lines, linesBefore }) => {
    const now = lines === null ? 'no sheet' : `${lines} lines`;
    return `  ${title} (${sheet}): ${now}${linesBefore === null ? '' : `, before ${linesBefore}`}`;
  });
  const rows = [...columns, ...sheets];
  return rows.length === 0 ? [] : ['readable values, now and in the last full import:', ...rows];
}

/** Which source of the dump's date is used, where they differ. */
function describeDates(dates: DumpDates | null): string[] {
  const sources = (['option', 'title', 'fileName'] as const).flatMap((source) => {
    const date = dates?.[source] ?? null;
    return date === null ? [] : [{ name: SOURCE_NAMES[source], date }];
  });
  const [taken, ...others] = sources;
  if (taken === undefined || others.every(({ date }) => date === taken.date)) return [];
  const rest = others.map(({ name, date }) => `, ${name} ${date}`).join('');
  const remedy = dates?.option == null ? '; --date YYYY-MM-DD sets another date' : '';
  return [`${taken.name} says ${taken.date}${rest}: ${taken.name} is used${remedy}`];
}

/** The peak memory of this process; the system counts it in KiB. */
function readPeakMemoryMiB(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}
