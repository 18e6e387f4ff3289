import { compileCompany, type FindCompanyAnswer } from '../answers/answers.ts';
import { readChangesCursor, toChangesCursor } from '../answers/changes.ts';
import { COMPANY_FIELDS, type JsonAnswer } from '../answers/documents.ts';
import { MAX_CHANGES_LIMIT } from '../domain/company/public-changes.ts';
import { toCsvLine } from '../domain/csv.ts';
import { createCompanyLoader } from '../schema/loaders.ts';
import type { ChangePage, ChangePosition } from '../store/port/public-changes.ts';
import type { CompanySnapshot } from '../store/store.ts';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Companies in memory at once: about a megabyte. */
const COMPANIES_PER_BATCH = 500;

const CSV_HEADER = toCsvLine([...COMPANY_FIELDS, 'removed_since']);

const FORMATS: Readonly<
  Record<ExportFormat, { header: string; toLine: (answer: JsonAnswer) => string }>
> = {
  ndjson: { header: '', toLine: ({ body }) => `${body}\n` },
  csv: { header: CSV_HEADER, toLine: toCompanyLine },
};

interface ExportOptions {
  snapshot: CompanySnapshot;
  /** Null: every company. */
  idnos: readonly string[] | null;
  toCompanyUrl: (idno: string) => string;
  format: ExportFormat;
  write: (text: string) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Writes companies as the API answers them, all in ascending order of IDNO. Returns how many. Rejects
 * with the signal's reason once it aborts, and with a one-line Error if the companies have changed.
 */
export async function exportCompanies(options: ExportOptions): Promise<number> {
  const { snapshot, format, write, signal } = options;
  const { header, toLine } = FORMATS[format];
  const findAnswer = createFindAnswer(options);
  let count = 0;
  await write(header);
  for await (const idnos of listBatches(options)) {
    signal.throwIfAborted();
    const answers = await Promise.all(idnos.map((idno) => requireAnswer(idno, findAnswer)));
    await write(answers.map(toLine).join(''));
    count += idnos.length;
  }
  signal.throwIfAborted();
  await snapshot.confirm();
  return count;
}

async function* listBatches({ snapshot, idnos }: ExportOptions): AsyncGenerator<string[]> {
  if (idnos !== null) {
    for (let from = 0; from < idnos.length; from += COMPANIES_PER_BATCH) {
      yield idnos.slice(from, from + COMPANIES_PER_BATCH);
    }
    return;
  }
  for (let after: string | null = null; ; ) {
    const batch: string[] = await snapshot.companies.listIdnos(after, COMPANIES_PER_BATCH);
    after = batch.at(-1) ?? null;
    if (after === null) return;
    yield batch;
  }
}

async function requireAnswer(idno: string, findAnswer: FindCompanyAnswer): Promise<JsonAnswer> {
  const answer = await findAnswer(idno);
  if (answer === null) throw new Error(`${idno} has been removed meanwhile: try again`);
  return answer;
}

/** The API's own document and serializer; the loader makes one read of a batch. */
function createFindAnswer({ snapshot, toCompanyUrl }: ExportOptions): FindCompanyAnswer {
  const companyByIdno = createCompanyLoader((idnos) => snapshot.companies.findByIdnos(idnos));
  return compileCompany({ loaders: { companyByIdno }, toCompanyUrl });
}

/** A company as the API answers it as a line of CSV with the columns of CSV_HEADER. */
export function toCompanyLine({ body, delistedSince = null }: JsonAnswer): string {
  const company: Readonly<Record<string, unknown>> = JSON.parse(body.toString());
  const values = [...COMPANY_FIELDS.map((field) => company[field]), delistedSince];
  return toCsvLine(values);
}

/** The companies with changes after a position. */
interface ChangedCompanies {
  /** In ascending order, each once. */
  idnos: string[];
  /** The cursor after these changes. */
  next: string;
}

/** The position of a cursor that a person gave. Throws an Error of one line. */
export function parseSince(cursor: string): ChangePosition {
  const position = readChangesCursor(cursor);
  if (position !== null) return position;
  throw new Error(
    '--since is no cursor: give that of an earlier export, or next of /api/v1/changes',
  );
}

/** The cursor of the newest change. */
export async function findNewestCursor({ changes }: CompanySnapshot): Promise<string> {
  const query = { start: null, first: 1, keptFromMs: 0 };
  const page = await changes.readChanges(query);
  if (page === null) throw new Error('the changes of the store cannot be read');
  return toChangesCursor(page.next);
}

/** Rejects with an Error of one line if some of the changes are no longer kept. */
export async function findChanged(
  { changes }: CompanySnapshot,
  since: ChangePosition,
  keptFromMs: number,
): Promise<ChangedCompanies> {
  const idnos = new Set<string>();
  for (let start = since; ; ) {
    const query = { start, first: MAX_CHANGES_LIMIT, keptFromMs };
    const page: ChangePage | null = await changes.readChanges(query);
    if (page === null) {
      throw new Error(
        'some changes since this cursor are no longer kept: export all companies, without --since',
      );
    }
    for (const { idno } of page.changes) idnos.add(idno);
    if (!page.more) return { idnos: [...idnos].sort(), next: toChangesCursor(page.next) };
    start = page.next;
  }
}
