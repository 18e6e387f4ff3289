import type { Language } from '../domain/account/language.ts';
import type { ServedCompany } from '../domain/company/company.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { rankName, toNameSearch, toSearchableName } from '../domain/company/search-text.ts';
import { toCsvLine } from '../domain/csv.ts';
import { STATUS_LABELS } from '../domain/register/status.ts';
import { toDayText } from '../domain/time/time-format.ts';

/** Companies of one page. */
const WATCHED_PER_PAGE = 50;
/** Companies of one read of the store. */
const COMPANIES_PER_READ = 500;
/** Refused lines that are shown. */
const MAX_SHOWN_REFUSALS = 20;
/** Characters that are shown of each. */
const MAX_SHOWN_LENGTH = 40;

/** In the order of the IDNOs, null where the register has no such company. */
export type FindCompanies = (idnos: readonly string[]) => Promise<(ServedCompany | null)[]>;

export interface WatchedCompany {
  idno: string;
  /** Null where the register has no such company. */
  company: ServedCompany | null;
}

/** The companies of a watch list, read as they are needed. */
async function* readWatched(
  idnos: readonly string[],
  findCompanies: FindCompanies,
  perRead: number,
): AsyncGenerator<WatchedCompany> {
  for (let start = 0; start < idnos.length; start += perRead) {
    const part = idnos.slice(start, start + perRead);
    const companies = await findCompanies(part);
    for (const [at, idno] of part.entries()) yield { idno, company: companies[at] ?? null };
  }
}

export interface WatchedPage {
  found: WatchedCompany[];
  /** The IDNO after which the next page begins; null: this is the last one. */
  next: string | null;
}

/** A page of the companies that match a search by name or IDNO; all match an empty one. */
export async function findWatched(
  idnos: readonly string[],
  { search, after }: { search: string; after: string },
  findCompanies: FindCompanies,
): Promise<WatchedPage> {
  const matches = toMatch(search);
  const perRead = search === '' ? WATCHED_PER_PAGE + 1 : COMPANIES_PER_READ;
  const rest = idnos.filter((idno) => idno > after);
  const found: WatchedCompany[] = [];
  for await (const watched of readWatched(rest, findCompanies, perRead)) {
    if (!matches(watched)) continue;
    if (found.length === WATCHED_PER_PAGE) return { found, next: found.at(-1)?.idno ?? null };
    found.push(watched);
  }
  return { found, next: null };
}

function toMatch(search: string): (watched: WatchedCompany) => boolean {
  if (search === '') return () => true;
  const words = toNameSearch(search);
  return ({ idno, company }) =>
    idno.includes(search) ||
    (company !== null && words !== '' && rankName(toSearchableName(company.name), words) !== null);
}

/** The whole list as a CSV file. */
export async function toWatchListCsv(
  idnos: readonly string[],
  findCompanies: FindCompanies,
): Promise<string> {
  const lines = [toCsvLine(['idno', 'name', 'status', 'removed_since'])];
  for await (const { idno, company } of readWatched(idnos, findCompanies, COMPANIES_PER_READ)) {
    const { name = null, status = null, delistedSince = null } = company ?? {};
    lines.push(toCsvLine([idno, name, status, delistedSince]));
  }
  return lines.join('');
}

/** What a person pasted: IDNOs in lines, or between commas, semicolons or spaces. */
export interface PastedIdnos {
  /** Each once. */
  idnos: string[];
  /** What is no IDNO, with the number of its line. */
  refused: { line: number; text: string }[];
  /** How many are refused and not listed. */
  moreRefused: number;
}

export function parsePasted(text: string): PastedIdnos {
  const idnos = new Set<string>();
  const refused: PastedIdnos['refused'] = [];
  let moreRefused = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    for (const part of line.split(/[\s,;]+/)) {
      // Spreadsheets mark digits as text so.
      const idno = part.replace(/^["']|["']$/g, '');
      if (idno === '') continue;
      if (isStoredIdno(idno)) idnos.add(idno);
      else if (refused.length < MAX_SHOWN_REFUSALS) {
        refused.push({ line: index + 1, text: idno.slice(0, MAX_SHOWN_LENGTH) });
      } else moreRefused++;
    }
  }
  return { idnos: [...idnos], refused, moreRefused };
}

/** A row of the page. */
export function toWatchedView({ idno, company }: WatchedCompany, language: Language) {
  if (company === null) return { idno, name: null, status: null, removedDay: null };
  const { name, status, delistedSince } = company;
  return {
    idno,
    name,
    status: STATUS_LABELS[status][language],
    removedDay: delistedSince === undefined ? null : toDayText(delistedSince, language),
  };
}
