import type { SearchPage } from '../answers/search.ts';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import { MAX_SEARCH_LENGTH, toNameSearch } from '../domain/company/search-text.ts';
import { NAMED_DISTRICTS, toDistrict } from '../domain/register/districts.ts';
import { foldWords } from '../domain/register/folded-words.ts';
import { toDayText } from '../domain/time/time-format.ts';
import type { Offer } from '../web/frame/frame.ts';
import { toHref } from '../web/href.ts';
import type { FoundCount } from './found-count.ts';
import { listOtherWords } from './shortened-search.ts';
import { COMPANY_PAGE_PATH, PAGES, TEXTS, toStatusHeading } from './view.ts';

/** The most pages back from a page of results; each has a cursor of up to 320 characters. */
const MAX_TRAIL = 20;
const TRAIL_SEPARATOR = '.';
/** The first entry of a trail whose beginning was cut off. */
const CUT = '-';

const DISTRICTS = NAMED_DISTRICTS.map(({ code, name, kind }) => ({
  value: code,
  label: kind === 'municipality' ? `${name} (mun.)` : name,
})).sort((one, other) => one.label.localeCompare(other.label, 'ro'));

/** The fields of the search form; an empty text means that the field is left out. */
export interface SearchInput {
  name: string;
  status: string;
  /** The first two digits of a CUATM code. */
  region: string;
  /** The cursor of a page. */
  after: string;
  /** The cursors of the pages between the first one and this one, which lead back. */
  trail: string;
}

export type SearchProblem = 'filter' | 'long' | 'cursor' | 'busy';

export interface SearchResult {
  page: SearchPage;
  /** The text that was searched for: the typed one, or a beginning of it. */
  text: string;
  /** Null: not known. */
  total: FoundCount | null;
  /** Date of the dump that is served, `YYYY-MM-DD`; null before the first import. */
  dataDate: string | null;
}

export interface SearchView {
  input: SearchInput;
  /** Null: nothing was searched for. */
  result: SearchResult | null;
  problem: SearchProblem | null;
  offer: Offer;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  language: Language;
  /** Ends the addresses of results: empty, or `?lang=ru` if the visitor's own language is another. */
  suffix: string;
}

/** The page of a search, with or without results. */
export function renderSearch(view: SearchView): string {
  const { input, result, problem, offer, baseUrl, language, suffix } = view;
  const t = TEXTS[language];
  const { name } = input;
  const toPage = (changed: Partial<SearchInput>, lang = language) =>
    toHref(COMPANY_PAGE_PATH, { ...input, after: '', trail: '', ...changed, lang });
  const hrefs = LANGUAGES.map((one) => [one, toPage(input, one)]);
  const { title } = t.search;
  const { page, text, dataDate } = result ?? { page: null, text: name, dataDate: null };
  const statuses = LEGAL_STATUSES.map((status) => {
    return { value: status, label: toStatusHeading(status, language) };
  });
  const printed: readonly (readonly [label: string, value: string | undefined])[] = [
    [t.search.name, name],
    [t.search.status, statuses.find(({ value }) => value === input.status)?.label],
    [t.search.region, DISTRICTS.find(({ value }) => value === input.region)?.label],
  ];
  return PAGES.render('search', {
    frame: {
      language,
      title: name === '' ? title : `${name.slice(0, MAX_SEARCH_LENGTH)} · ${title}`,
      supportUrl: offer.supportUrl,
      legal: offer,
      languageChoice: { hrefs: Object.fromEntries(hrefs) as Record<Language, string> },
      hasLanguage: suffix !== '',
    },
    t,
    input,
    problem,
    // Before the first import nothing can be found.
    hasData: result === null || result.page.companies.length > 0 || dataDate !== null,
    heading: t.search.found(result?.total ?? null),
    companies: page?.companies.map(({ idno, region, removed_since, ...company }) => ({
      ...company,
      idno,
      statusHeading: toStatusHeading(company.status, language),
      href: `${COMPANY_PAGE_PATH}/${idno}${suffix}`,
      district: region === null ? null : (toDistrict(region)?.name ?? null),
      removedDay: removed_since && toDayText(removed_since, language),
    })),
    statuses,
    districts: DISTRICTS,
    printed: printed.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join(' · '),
    url: baseUrl + toPage(input),
    dataDate,
    dataDay: dataDate && toDayText(dataDate, language),
    isFiltered: input.status !== '' || input.region !== '',
    firstHref: toPage({}),
    ...toPageLinks(input, page?.next ?? null, (place) => toPage({ name: text, ...place })),
    notices: toNotices(name, text).map((notice) => notice(t.search)),
    otherWords: listOtherWords(name).map((word) => ({ word, href: toPage({ name: word }) })),
    withoutFilterHref: toPage({ status: '', region: '' }),
  });
}

type Place = Pick<SearchInput, 'after' | 'trail'>;

/** The links to other pages of the same results; null where there is no such page. */
function toPageLinks(
  { after, trail }: Place,
  next: string | null,
  toPage: (place: Place) => string,
) {
  const passed = trail === '' ? [] : trail.split(TRAIL_SEPARATOR);
  const previous = after === '' ? null : (passed.at(-1) ?? '');
  const further = after === '' ? [] : [...passed, after];
  return {
    // The first page has its own link where it is not the previous one.
    hasFirst: previous !== null && previous !== '',
    previousHref:
      previous === null || previous === CUT
        ? null
        : toPage({ after: previous, trail: passed.slice(0, -1).join(TRAIL_SEPARATOR) }),
    nextHref:
      next === null ? null : toPage({ after: next, trail: toTrail(further).join(TRAIL_SEPARATOR) }),
  };
}

function toTrail(cursors: readonly string[]): readonly string[] {
  return cursors.length <= MAX_TRAIL ? cursors : [CUT, ...cursors.slice(-(MAX_TRAIL - 1))];
}

/** What the search did with the typed text, so that its results do not surprise. */
function toNotices(typed: string, searched: string) {
  const notices: ((t: (typeof TEXTS)[Language]['search']) => string)[] = [];
  if (searched !== typed) notices.push((t) => t.shortened(typed, searched));
  const latin = toNameSearch(searched);
  if (latin !== '' && latin !== foldWords(searched)) notices.push((t) => t.searchedFor(latin));
  return notices;
}
