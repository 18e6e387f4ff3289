import type { SearchPage } from '../answers/search.ts';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { DISTRICT_CODES, toDistrictName } from '../domain/register/districts.ts';
import { toDayText } from '../domain/time/time-format.ts';
import { toHref } from '../web/href.ts';
import { COMPANY_PAGE_PATH, PAGES, TEXTS } from './view.ts';

/** The fields of the search form; an empty text means that the field is left out. */
export interface SearchInput {
  name: string;
  status: string;
  /** The first two digits of a CUATM code. */
  region: string;
  /** The cursor of a page. */
  after: string;
}

export type SearchProblem = 'filter' | 'long' | 'cursor' | 'busy';

export interface SearchView {
  input: SearchInput;
  /** Null: nothing was searched for. */
  found: SearchPage | null;
  problem: SearchProblem | null;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  language: Language;
}

/** The page of a search, with or without results. */
export function renderSearch(view: SearchView): string {
  const { input, found, problem, supportUrl, language } = view;
  const t = TEXTS[language];
  const { name } = input;
  const toPage = (changed: Partial<SearchInput>, lang = language) =>
    toHref(COMPANY_PAGE_PATH, { ...input, after: '', ...changed, lang });
  const hrefs = LANGUAGES.map((one) => [one, toPage({ after: input.after }, one)]);
  const { title } = t.search;
  return PAGES.render('search', {
    frame: {
      language,
      title: name === '' ? title : `${name.slice(0, MAX_SEARCH_LENGTH)} · ${title}`,
      supportUrl,
      languageChoice: { hrefs: Object.fromEntries(hrefs) as Record<Language, string> },
    },
    t,
    input,
    problem,
    companies: found?.companies.map(({ idno, region, removed_since, ...company }) => ({
      ...company,
      idno,
      href: `${COMPANY_PAGE_PATH}/${idno}?lang=${language}`,
      district: region === null ? null : toDistrictName(region),
      removedDay: removed_since && toDayText(removed_since, language),
    })),
    statuses: LEGAL_STATUSES.map((status) => ({ value: status, label: t.statuses[status] })),
    districts: DISTRICT_CODES.map((code) => ({ value: code, label: toDistrictName(code) })).sort(
      (one, other) => one.label.localeCompare(other.label, 'ro'),
    ),
    isFiltered: input.status !== '' || input.region !== '',
    firstHref: input.after === '' ? null : toPage({}),
    nextHref: found?.next ? toPage({ after: found.next }) : null,
    withoutFilterHref: toPage({ status: '', region: '' }),
  });
}
