import type { CompanyPast, PageChange } from '../answers/history.ts';
import { LANGUAGES, type Language, LOCALES } from '../domain/account/language.ts';
import type { Company, LegalStatus } from '../domain/company/company.ts';
import { isReservedIdno } from '../domain/company/idno.ts';
import { toDistrict } from '../domain/register/districts.ts';
import { LEGAL_FORM_LABELS } from '../domain/register/legal-form.ts';
import { STATUS_LABELS } from '../domain/register/status.ts';
import { toDayText } from '../domain/time/time-format.ts';
import { createPages, type Message, type Offer } from '../web/frame/frame.ts';
import { toHref } from '../web/href.ts';
import type { Listing } from './listing.ts';
import { en, type MessageName, type Texts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

export const COMPANY_PAGE_PATH = '/companie';
export const OEMBED_PATH = '/api/widget/oembed';

export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
/** Would end the script element of JSON-LD, or begin a comment in it. */
const MARKUP = /</g;
export const PAGES = createPages({ folder: import.meta.dirname, style: 'company.css' });

export interface CompanyView extends Listing {
  company: Company;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  /** Whether it leads to the visitor's watch list. */
  canWatch: boolean;
  /** Whether its address names the language. */
  hasLanguage: boolean;
  /** Null: an import has never changed the company. */
  past: CompanyPast | 'unavailable' | null;
  /** Day of liquidation, `YYYY-MM-DD`; null where none is known. */
  liquidatedOn: string | null;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  offer: Offer;
}

export function renderCompany(view: CompanyView, language: Language): string {
  const { company, past, liquidatedOn, isIndexed, hasLanguage, delistedSince } = view;
  const { dataDate, baseUrl, offer } = view;
  const { idno, name, legalForm, capital } = company;
  const t = TEXTS[language];
  const words = toCompanyWords(company, view, language);
  const { isTest, district } = words;
  const path = `${COMPANY_PAGE_PATH}/${idno}`;
  const url = baseUrl + path;
  const facts = [name, `IDNO ${idno}`, delistedSince === null ? words.status : words.lastStatus];
  if (district !== null) facts.push(district.name);
  return PAGES.render('company', {
    ...words,
    frame: {
      language,
      title: `${name} · ${idno}`,
      supportUrl: offer.supportUrl,
      legal: offer,
      languageChoice: { next: path },
      hasLanguage,
      ...(isIndexed && toAddresses(url, hasLanguage ? language : null)),
      description: isTest ? t.test.lead : t.description(facts.join(' · ')),
      previewUrl: url,
      oembedUrl:
        baseUrl + toHref(OEMBED_PATH, { url: hasLanguage ? `${url}?lang=${language}` : url }),
    },
    t,
    offer,
    company,
    legalFormLabel: legalForm === null ? undefined : LEGAL_FORM_LABELS[legalForm]?.[language],
    liquidatedOn,
    liquidationDay: liquidatedOn && toDayText(liquidatedOn, language),
    past: past === null || past === 'unavailable' ? past : toPastView(past, language),
    capitalText: capital === null ? null : t.lei(toAmount(capital, language)),
    delistedSince,
    dataDate,
    url,
    recordUrl: `${baseUrl}/api/v1/company/${idno}`,
    watchUrl: view.canWatch ? `/cont/api/watch-list?idno=${idno}` : null,
    organization: isTest ? undefined : toOrganization(company, { url, liquidatedOn }),
  });
}

/** What the page and the card of a company say in words. */
export function toCompanyWords(
  { idno, status, regDate, region }: Company,
  { delistedSince, dataDate }: Listing,
  language: Language,
) {
  return {
    isTest: isReservedIdno(idno),
    status: toStatusHeading(status, language),
    lastStatus: TEXTS[language].delisted.status(STATUS_LABELS[status][language]),
    regDay: regDate && toDayText(regDate, language),
    district: region === null ? null : toDistrict(region),
    delistedDay: delistedSince && toDayText(delistedSince, language),
    dataDay: dataDate && toDayText(dataDate, language),
  };
}

function toPastView({ formerNames, changes, hasMore }: CompanyPast, language: Language) {
  const t = TEXTS[language];
  const toText = (field: PageChange['fields'][number], values: PageChange['before']) =>
    field === 'status' ? STATUS_LABELS[values.status][language] : values[field];
  return {
    hasMore,
    formerNames: formerNames.map(({ name, from, until }) => {
      return { name, period: t.period(toDayText(from, language), toDayText(until, language)) };
    }),
    changes: changes.map(({ dataDate, kind, fields, before, after }) => ({
      dataDate,
      day: toDayText(dataDate, language),
      // A change of the listing may come with others.
      event: kind === 'updated' ? null : t.history.events[kind],
      values: fields.map((field) => ({
        label: t.history.fields[field],
        // Names and addresses are Romanian, as the register has them.
        isRegistered: field !== 'status',
        before: toText(field, before) ?? t.unknown,
        after: toText(field, after) ?? t.unknown,
      })),
    })),
  };
}

/** A status that stands alone, with a capital letter. */
export function toStatusHeading(status: LegalStatus, language: Language): string {
  const label = STATUS_LABELS[status][language];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The canonical URL of the page and its URL in each language, for search engines. */
function toAddresses(url: string, language: Language | null) {
  const entries = LANGUAGES.map((one) => [one, `${url}?lang=${one}`]);
  const alternates = Object.fromEntries(entries) as Record<Language, string>;
  return { alternates, canonical: language === null ? url : alternates[language] };
}

/** Formats the decimal text as it is: money is never a float. */
function toAmount(text: string, language: Language): string {
  const format = new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: 2 });
  return format.format(text as Intl.StringNumericLiteral);
}

/** Other statuses say that the request could not be read. */
const MESSAGES: Readonly<Record<number, MessageName>> = {
  404: 'notFound',
  429: 'tooMany',
  500: 'internal',
  503: 'unavailable',
};

/** The message that is shown instead of a company. */
export function toMessage(language: Language, status: number): Message {
  return TEXTS[language].messages[MESSAGES[status] ?? 'badRequest'];
}

/** The message for an IDNO that the register does not have. */
export function toMissing(language: Language, dataDate: string | null): Message {
  const { messages, dataDate: toAsOf } = TEXTS[language];
  if (dataDate === null) return messages.empty;
  const { heading, text } = messages.missing;
  const asOf = toAsOf(toDayText(dataDate, language));
  // A Russian date ends with a point.
  return { heading, text: `${text} ${asOf}${asOf.endsWith('.') ? '' : '.'}` };
}

/**
 * The company as a schema.org Organization in JSON-LD, for a script element. It has no people:
 * their names are for holders of a key.
 */
function toOrganization(
  { idno, name, regDate, address }: Company,
  { url, liquidatedOn }: Pick<CompanyView, 'liquidatedOn'> & { url: string },
): string {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': url,
    url,
    name,
    legalName: name,
    taxID: idno,
    identifier: { '@type': 'PropertyValue', propertyID: 'IDNO', value: idno },
    ...(regDate !== null && { foundingDate: regDate }),
    ...(liquidatedOn !== null && { dissolutionDate: liquidatedOn }),
    ...(address !== null && { address }),
  };
  return JSON.stringify(organization).replace(MARKUP, '\\u003c');
}
