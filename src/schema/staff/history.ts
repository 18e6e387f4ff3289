import type { CompanyChange, StoredCompany } from '../../store/port/companies.ts';
import type { ImportRun } from '../../store/port/imports.ts';
import type { FieldChange, HistoryEntry } from './context.ts';
import type { StaffLoaders } from './loaders.ts';

/** The recorded changes of a company and its delistings, which change no record; newest first. */
export async function listHistory(
  record: StoredCompany,
  loaders: Pick<StaffLoaders, 'changes' | 'importById' | 'recentImports'>,
): Promise<HistoryEntry[]> {
  const changes = await loaders.changes.load(record.company.idno);
  const entries = await addDelistings(record, changes, loaders);
  const values = new Map(flatten(record));
  return entries.map(({ previous, ...entry }) => {
    const fields = flatten(previous).map(([field, before]): FieldChange => {
      const after = values.get(field);
      values.set(field, before);
      return { field, before: toJson(before), after: toJson(after) };
    });
    return { ...entry, fields };
  });
}

type Step = Omit<HistoryEntry, 'fields'> & Pick<CompanyChange, 'previous'>;

/** A company that is gone, or was before it was restored, has the date in its values. */
async function addDelistings(
  { company: { idno }, goneSince, revision, sample }: StoredCompany,
  changes: readonly CompanyChange[],
  { importById, recentImports }: Pick<StaffLoaders, 'importById' | 'recentImports'>,
): Promise<Step[]> {
  const delistings = [goneSince, ...changes.map(({ previous }) => previous.goneSince)];
  if (!delistings.some((date) => date != null)) return [...changes];
  const runs = await Promise.all(changes.map(({ importId }) => importById.load(importId)));
  const recent = await recentImports();
  const findDelisting = (date: string) =>
    recent.findLast((run) => run.dumpDate === date && isWholeDump(run) && run.sample === sample);
  const steps: Step[] = [];
  /** Of what is older than the steps so far. */
  let older = { revision, goneSince };
  for (const [index, change] of [...changes, null].entries()) {
    const { goneSince: date } = older;
    const run = date === null ? undefined : findDelisting(date);
    if (date !== null && isOlder(change, runs[index], run)) {
      const delisting = { idno, revision: older.revision, dumpDate: date };
      steps.push({ ...delisting, importId: run?.id ?? null, previous: { goneSince: null } });
      older = { ...older, goneSince: null };
    }
    if (change === null) break;
    steps.push(change);
    const { revision, previous } = change;
    older = { revision, goneSince: previous.goneSince ?? older.goneSince };
  }
  return steps;
}

/** Whether a change, null after the last one, is older than a delisting. */
function isOlder(
  change: CompanyChange | null,
  run: ImportRun | null | undefined,
  delisting: ImportRun | undefined,
): boolean {
  // A dump that has the company restores it: its change is not newer than the delisting.
  if (change === null || change.dumpDate !== null) return true;
  return (run?.startedAtMs ?? 0) < (delisting?.startedAtMs ?? Number.POSITIVE_INFINITY);
}

function isWholeDump({ kind, outcome }: ImportRun): boolean {
  return kind === 'full' && outcome === 'completed';
}

/** The values by name, such as `company.name`, `raw.address` and `flags`. */
function flatten({ company = {}, raw = {}, ...others }: CompanyChange['previous']) {
  const withPrefix = (values: object, prefix: string): [string, unknown][] =>
    Object.entries(values).map(([field, value]) => [prefix + field, value]);
  return [
    ...withPrefix(company, 'company.'),
    ...withPrefix(raw, 'raw.'),
    ...withPrefix(others, ''),
  ];
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}
