import { compileCompany, type FindCompanyAnswer } from '../answers/answers.ts';
import { createServingLoaders } from '../schema/loaders.ts';
import type { CompanySnapshot } from '../store/port/store.ts';
import { CSV_HEADER, toCsvLine } from './csv.ts';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Companies in memory at once: about a megabyte. */
const COMPANIES_PER_BATCH = 500;

const WAYS: Readonly<Record<ExportFormat, { header: string; toLine: (json: string) => string }>> = {
  ndjson: { header: '', toLine: (json) => `${json}\n` },
  csv: { header: CSV_HEADER, toLine: toCsvLine },
};

export interface ExportOptions {
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
  const { header, toLine } = WAYS[format];
  const findAnswer = createFindAnswer(options);
  let count = 0;
  await write(header);
  for await (const idnos of listBatches(options)) {
    signal.throwIfAborted();
    const bodies = await Promise.all(idnos.map((idno) => findBody(idno, findAnswer)));
    await write(bodies.map(toLine).join(''));
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

async function findBody(idno: string, findAnswer: FindCompanyAnswer): Promise<string> {
  const answer = await findAnswer(idno);
  if (answer === null) throw new Error(`${idno} has been removed meanwhile: try again`);
  return answer.body.toString();
}

/** The API's own document and serializer; the loader makes one read of a batch. */
function createFindAnswer({ snapshot, toCompanyUrl }: ExportOptions): FindCompanyAnswer {
  const loaders = createServingLoaders({
    findKeyAccess: async () => [],
    findCompaniesByIdnos: (idnos) => snapshot.companies.findByIdnos(idnos),
  });
  return compileCompany({ loaders, toCompanyUrl });
}
