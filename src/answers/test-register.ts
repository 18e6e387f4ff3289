import type { Company } from '../domain/company/company.ts';
import type { ChangeCause } from '../domain/company/public-changes.ts';
import { matchesFilter } from '../domain/company/search-parameters.ts';
import { rankName, toSearchableName } from '../domain/company/search-text.ts';
import {
  DELISTED_TEST_IDNO,
  EXAMPLE_IDNO,
  findTestCompany,
  NEW_TEST_IDNO,
  TEST_COMPANIES,
} from '../domain/company/test-companies.ts';
import type { PreviousValues } from '../store/port/companies.ts';
import {
  type ChangePosition,
  isBefore,
  type RecordedChange,
} from '../store/port/public-changes.ts';
import type { ApiReads, CompanyHistory } from '../store/port/query-reads.ts';
import {
  compareFound,
  createSearchReads,
  type FormerName,
  isFoundBy,
  type NameQuery,
  type SearchSource,
} from '../store/port/search-reads.ts';
import { toChangeKind } from './history.ts';

/*
 * The register of the test companies, for the public test key: fixed, whatever is imported, and the
 * same from its changes, its histories and its searches.
 */

const FIRST_DUMP = '2026-08-31';

/** Its imports, newest first. */
const RUNS: CompanyHistory['runs'] = [
  toRun('2026-09-23', 'rederive'),
  toRun('2026-09-21', 'full'),
  toRun('2026-09-16', 'supplement'),
  toRun('2026-09-14', 'full'),
  toRun('2026-09-07', 'full'),
  toRun(FIRST_DUMP, 'full'),
];

interface TestChange {
  idno: string;
  /** The day of its import in RUNS. */
  day: string;
  /** Null: the company appeared. */
  previous: PreviousValues | null;
}

/** Of every kind and cause, newest first. */
const CHANGES: readonly TestChange[] = [
  {
    idno: '0000000000066',
    day: '2026-09-23',
    previous: {
      company: {
        founders: [{ name: 'EXEMPLU ANA, EXEMPLU ION', share: '100,00%', type: 'persoana_fizica' }],
      },
    },
  },
  { idno: DELISTED_TEST_IDNO, day: '2026-09-21', previous: { goneSince: null } },
  { idno: EXAMPLE_IDNO, day: '2026-09-21', previous: { goneSince: '2026-09-14' } },
  { idno: '0000000000044', day: '2026-09-16', previous: { company: { vatPayer: true } } },
  { idno: NEW_TEST_IDNO, day: '2026-09-14', previous: null },
  { idno: EXAMPLE_IDNO, day: '2026-09-14', previous: { goneSince: null } },
  {
    idno: '0000000000022',
    day: '2026-09-07',
    previous: { company: { name: 'SRL «EXEMPLU CU ALT NUME»' } },
  },
  {
    idno: EXAMPLE_IDNO,
    day: '2026-09-07',
    previous: {
      company: {
        address: 'MD-2001, mun. Chişinău, str. Exemplului, 2',
        admins: ['EXEMPLU ANA'],
      },
    },
  },
];

const CAUSES: Readonly<Record<string, ChangeCause>> = {
  supplement: 'supplement',
  rederive: 'reinterpretation',
};

/** The changes as clients are told of them, oldest first. */
const PUBLIC_CHANGES = CHANGES.map(toPublicChange).reverse();

const CURRENT_NAMES: readonly FormerName[] = TEST_COMPANIES.map(({ company }) => ({
  ...toName(company),
  formerName: null,
}));
const FORMER_NAMES: readonly FormerName[] = CHANGES.flatMap(({ idno, previous }) => {
  const name = previous?.company?.name;
  return name === undefined ? [] : [{ ...toName({ idno, name }), formerName: name }];
});

const SEARCH_SOURCE: SearchSource = {
  listCurrent: async (rank, query) =>
    CURRENT_NAMES.filter((name) => rankName(name, query.text) === rank && isNext(name, query)),
  listFormer: async (rank, query) =>
    FORMER_NAMES.filter((name) => {
      const current = CURRENT_NAMES.find(({ idno }) => idno === name.idno) ?? name;
      const isFound = isFoundBy(name, current, FORMER_NAMES, query.text);
      return isFound && rankName(name, query.text) === rank && isNext(name, query);
    }),
  findSummaries: async (idnos) => idnos.map((idno) => findTestCompany(idno)),
  async listCompanies(filter, after, first) {
    const found = TEST_COMPANIES.map(({ company }) => company).filter(
      (company) => company.idno > (after ?? '') && matchesFilter(company, filter),
    );
    return found.slice(0, first).map(({ idno }) => idno);
  },
};

/** The reads of the API on the register of the test companies. */
export const TEST_READS: ApiReads = {
  ...createSearchReads(SEARCH_SOURCE),
  async countCompanies(filter, max) {
    const { length } = await SEARCH_SOURCE.listCompanies(filter, null, max + 1);
    return length > max ? null : length;
  },
  async readChanges({ start, first }) {
    const end: ChangePosition = { importMs: RUNS[0]?.startedAtMs ?? 0, idno: null };
    const position = start === null ? end : 'from' in start ? findBefore(start.from) : start;
    if (!RUNS.some(({ startedAtMs }) => startedAtMs === position.importMs)) return null;
    const later = PUBLIC_CHANGES.filter((change) => isBefore(position, change));
    const last = later.length > first ? later[first - 1] : undefined;
    return {
      changes: later.slice(0, first),
      start: position,
      next: last === undefined ? end : { importMs: last.importMs, idno: last.idno },
      more: last !== undefined,
    };
  },
  async readHistory(idno) {
    const company = findTestCompany(idno);
    if (company === null) return null;
    const { delistedSince: goneSince = null, ...fields } = company;
    const own = CHANGES.filter((change) => change.idno === idno);
    const firstDumpDate = own.find(({ previous }) => previous === null)?.day ?? FIRST_DUMP;
    const changes = own.flatMap(({ day, previous }, index) => {
      const kind = findRun(day)?.kind;
      const dumpDate = kind === 'full' ? day : null;
      const revision = own.length - index;
      return previous === null ? [] : [{ idno, revision, importId: day, dumpDate, previous }];
    });
    return { company: fields, goneSince, firstDumpDate, changes, runs: RUNS };
  },
};

function toRun(day: string, kind: CompanyHistory['runs'][number]['kind']) {
  return {
    id: day,
    kind,
    outcome: 'completed' as const,
    startedAtMs: Date.parse(day),
    dumpDate: kind === 'full' ? day : null,
  };
}

function findRun(day: string) {
  return RUNS.find(({ id }) => id === day);
}

/** The end of the last import before a day, or of the first one, which makes no changes. */
function findBefore(day: string): ChangePosition {
  const run = RUNS.find(({ startedAtMs }) => startedAtMs < Date.parse(day)) ?? RUNS.at(-1);
  return { importMs: run?.startedAtMs ?? 0, idno: null };
}

function toPublicChange({ idno, day, previous }: TestChange): RecordedChange {
  const dump = RUNS.find(({ kind, id }) => kind === 'full' && id <= day);
  return {
    idno,
    kind: previous === null ? 'created' : toChangeKind(previous),
    fields: Object.keys(previous?.company ?? {}) as (keyof Company)[],
    cause: CAUSES[findRun(day)?.kind ?? ''] ?? 'register',
    dataDate: dump?.id ?? FIRST_DUMP,
    importMs: Date.parse(day),
    revision: 1,
  };
}

function toName({ idno, name }: Pick<Company, 'idno' | 'name'>) {
  const searchable = toSearchableName(name);
  return { ...searchable, idno, length: [...searchable.name].length, revision: 1 };
}

/** Whether a name matches the filter and comes after the position of the query. */
function isNext(name: FormerName, { filter, after }: NameQuery): boolean {
  const company = findTestCompany(name.idno);
  const isWanted = company !== null && matchesFilter(company, filter);
  return isWanted && (after === null || compareFound(name, after) > 0);
}
