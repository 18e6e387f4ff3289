import { type Company, type ServedCompany, withDelisting } from '../domain/company/company.ts';
import { type ChangeKind, MAX_CHANGES_CURSOR_LENGTH } from '../domain/company/public-changes.ts';
import { type CursorForm, jsonPositions, readCursor, toCursor } from '../domain/cursor.ts';
import type { CompanyHistory } from '../store/port/query-reads.ts';
import { type JsonAnswer, toAnswerNames, toJsonAnswer } from './documents.ts';

type Run = CompanyHistory['runs'][number];

/** What the register said of a company at one time. */
interface Version extends Pick<CompanyHistory, 'company' | 'goneSince'> {}

/** A change of what is served of a company; one import makes one at most. */
interface PastChange {
  /** When its import began; 0 for the appearance of the company. */
  importMs: number;
  kind: ChangeKind;
  /** The date of the dump that was served with it, `YYYY-MM-DD`. */
  dataDate: string;
  /** The served fields that differ. */
  fields: readonly (keyof Company)[];
  before: Company;
  after: Company;
  /** The first full dump without the company as it was before; null: the register listed it. */
  goneSince: string | null;
}

export interface HistoryRequest {
  idno: string;
  /** Only changes that are older; null: from the newest one. */
  beforeMs: number | null;
  first: number;
}

const CURSORS: CursorForm<number> = {
  list: 'history',
  maxLength: MAX_CHANGES_CURSOR_LENGTH,
  positions: jsonPositions(
    (importMs) => [importMs],
    ([importMs]) =>
      typeof importMs === 'number' && Number.isSafeInteger(importMs) && importMs > 0
        ? importMs
        : null,
  ),
};

export const readHistoryCursor = (cursor: string) => readCursor(CURSORS, cursor);

/** What a client is told of the past, newest first: a change of what is not served is none. */
function listPastChanges(history: CompanyHistory): PastChange[] {
  const dates = createDataDates(history);
  const changes: PastChange[] = [];
  let after: Version = history;
  for (const event of listEvents(history)) {
    const before = undo(event, after);
    const fields = Object.keys(event.company) as (keyof Company)[];
    const isListing = event.goneSince !== undefined;
    if (isListing || fields.length > 0) {
      const { importMs, dumpDate } = event;
      const dataDate = dumpDate ?? dates(importMs);
      const values = { before: before.company, after: after.company, goneSince: before.goneSince };
      changes.push({ importMs, kind: toChangeKind(event), dataDate, fields, ...values });
    }
    after = before;
  }
  const { company } = after;
  const dataDate = history.firstDumpDate;
  const values = { before: company, after: company, goneSince: null };
  changes.push({ importMs: 0, kind: 'created', dataDate, fields: [], ...values });
  return changes;
}

/** Of a change of a company that was known before. `goneSince`: before it; undefined: no change. */
export function toChangeKind({ goneSince }: { goneSince?: string | null | undefined }): ChangeKind {
  if (goneSince === undefined) return 'updated';
  return goneSince === null ? 'removed' : 'restored';
}

/** A page of the changes, with the values as look-ups have them, which `toV1` gives. */
export async function toHistoryAnswer(
  history: CompanyHistory,
  { beforeMs, first }: HistoryRequest,
  toV1: (company: Company) => Promise<Readonly<Record<string, unknown>>>,
): Promise<JsonAnswer> {
  const all = listPastChanges(history);
  const rest = all.filter(({ importMs }) => beforeMs === null || importMs < beforeMs);
  const page = rest.slice(0, first);
  // What a change left is what the next one found: each is written once.
  const written = new Map<Company, ReturnType<typeof toV1>>();
  async function pick(company: Company, names: readonly string[]) {
    if (names.length === 0) return {};
    const values = written.get(company) ?? toV1(company);
    written.set(company, values);
    const found = await values;
    return Object.fromEntries(names.map((name) => [name, found[name]]));
  }
  const changes = page.map(async ({ dataDate, kind, fields, before, after }) => {
    const names = toAnswerNames(fields);
    const values = { before: await pick(before, names), after: await pick(after, names) };
    return { data_date: dataDate, kind, fields: names, ...values };
  });
  const last = rest.length > first ? page.at(-1) : undefined;
  const next = last === undefined ? null : toCursor(CURSORS, last.importMs);
  return toJsonAnswer({ changes: await Promise.all(changes), next });
}

/** What a company's page shows of the past: no people. */
const PAGE_FIELDS = ['name', 'status', 'address'] as const;
/** The most changes and former names on a page. */
export const MAX_PAGE_CHANGES = 20;

/** A name with the dates of the dumps that first and last had it, `YYYY-MM-DD`. */
export interface FormerName {
  name: string;
  from: string;
  until: string;
}

type PageValues = Pick<Company, (typeof PAGE_FIELDS)[number]>;

/** As a change, of the fields that a page shows. */
export interface PageChange extends Pick<PastChange, 'dataDate' | 'kind'> {
  fields: (keyof PageValues)[];
  before: PageValues;
  after: PageValues;
}

/** Each list newest first, at most MAX_PAGE_CHANGES. */
export interface CompanyPast {
  formerNames: FormerName[];
  changes: PageChange[];
  /** Whether there are older changes. */
  hasMore: boolean;
}

/** The past of a company for its page. */
export function toCompanyPast(history: CompanyHistory): CompanyPast {
  const changes = listPastChanges(history)
    .map((change) => ({
      ...change,
      fields: PAGE_FIELDS.filter((field) => change.fields.includes(field)),
    }))
    .filter(({ kind, fields }) => kind !== 'updated' || fields.length > 0);
  return {
    formerNames: listFormerNames(history, changes),
    changes: changes.slice(0, MAX_PAGE_CHANGES).map(({ dataDate, kind, fields, ...change }) => {
      return {
        dataDate,
        kind,
        fields,
        before: toPageValues(change.before),
        after: toPageValues(change.after),
      };
    }),
    hasMore: changes.length > MAX_PAGE_CHANGES,
  };
}

function toPageValues({ name, status, address }: Company): PageValues {
  return { name, status, address };
}

/** `changes`: newest first. A name that came back is the current one. */
function listFormerNames(
  history: CompanyHistory,
  changes: readonly Omit<PastChange, 'after'>[],
): FormerName[] {
  const dates = createDataDates(history);
  const renamings = changes.filter(({ fields }) => fields.includes('name'));
  const names = renamings.slice(0, MAX_PAGE_CHANGES).map((change, index): FormerName => {
    const { importMs, before, goneSince } = change;
    const from = renamings[index + 1]?.dataDate ?? history.firstDumpDate;
    const last =
      goneSince === null
        ? dates(importMs)
        : findDump(history.runs, ({ dumpDate }) => dumpDate !== null && dumpDate < goneSince)
            ?.dumpDate;
    // A name that only dumps of parts had is not in the last full one before the change.
    return { name: before.name, from, until: last == null || last < from ? from : last };
  });
  return names.filter(({ name }) => name !== history.company.name);
}

/** A company as it was served with the last dump of a day or before. */
interface PastCompany {
  company: ServedCompany;
  /** Of that dump, `YYYY-MM-DD`. */
  dataDate: string;
}

/** `not_kept`: there is no dump of that day or before; null: the company was not listed yet. */
export function findCompanyAt(
  history: CompanyHistory,
  day: string,
): PastCompany | 'not_kept' | null {
  const dump = findDump(history.runs, ({ dumpDate }) => dumpDate !== null && dumpDate <= day);
  if (dump?.dumpDate == null) return 'not_kept';
  if (history.firstDumpDate > day) return null;
  // The first of a later day, which may have been interrupted: what it wrote is of that day.
  const laterMs = history.runs
    .filter((run) => isDump(run) && run.startedAtMs > dump.startedAtMs)
    .filter(({ dumpDate }) => dumpDate !== null && dumpDate > day)
    .reduce(
      (earliest, { startedAtMs }) => Math.min(earliest, startedAtMs),
      Number.POSITIVE_INFINITY,
    );
  let version: Version = history;
  for (const event of listEvents(history)) {
    if (event.importMs < laterMs) break;
    version = undo(event, version);
  }
  return {
    company: withDelisting(version.company, version.goneSince),
    dataDate: dump.dumpDate,
  };
}

/** What an import changed: values before it, of those that it changed. */
interface Event {
  importMs: number;
  /** Null if the import read no dump. */
  dumpDate: string | null;
  company: Partial<Company>;
  /** Before it; undefined: it changed nothing about that. */
  goneSince?: string | null | undefined;
}

function undo({ company, goneSince }: Event, after: Version): Version {
  return {
    company: { ...after.company, ...company },
    goneSince: goneSince === undefined ? after.goneSince : goneSince,
  };
}

/** All changes, delistings among them, newest first. */
function listEvents({ changes, runs }: CompanyHistory): Event[] {
  const runsById = new Map(runs.map((run) => [run.id, run]));
  return changes.map(({ importId, dumpDate, previous }) => ({
    importMs: runsById.get(importId)?.startedAtMs ?? 0,
    dumpDate,
    company: previous.company ?? {},
    goneSince: previous.goneSince,
  }));
}

/** The date of the data that an import without a dump was served with. */
function createDataDates({ runs, firstDumpDate }: CompanyHistory): (importMs: number) => string {
  return (importMs) =>
    findDump(runs, ({ startedAtMs }) => startedAtMs < importMs)?.dumpDate ?? firstDumpDate;
}

/** The newest whole dump with a condition, or else the newest other one. */
function findDump(runs: readonly Run[], isWanted: (run: Run) => boolean): Run | undefined {
  const found = runs.filter((run) => isDump(run) && run.outcome === 'completed' && isWanted(run));
  return found.find(({ kind }) => kind === 'full') ?? found[0];
}

function isDump({ kind, outcome }: Run): boolean {
  return (kind === 'full' || kind === 'partial') && outcome !== 'refused';
}
