import type { Language } from '../domain/account/language.ts';
import type { Company } from '../domain/company/company.ts';
import { isReservedIdno } from '../domain/company/idno.ts';
import { LEGAL_FORM_LABELS } from '../domain/register/legal-form.ts';
import { toDayText } from '../domain/time/time-format.ts';
import { createPages, type Frame } from '../web/frame/frame.ts';
import { en, type MessageName, type Texts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

export const COMPANY_PAGE_PATH = '/companie';

const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
/** Would end the script element of JSON-LD, or begin a comment in it. */
const MARKUP = /</g;
const LANGUAGE_HREFS = { ro: '?lang=ro', ru: '?lang=ru', en: '?lang=en' };
const PAGES = createPages({ folder: import.meta.dirname, style: 'company.css' });

export const { serveAssets } = PAGES;

export interface CompanyView {
  company: Company;
  /** Date of the first full dump without the company, `YYYY-MM-DD`; null while it is listed. */
  delistedSince: string | null;
  /** Date of the dump that the data are of, `YYYY-MM-DD`; null before the first import. */
  dataDate: string | null;
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** Where people get help; null: there is no such place. */
  supportUrl: string | null;
}

/** The page of a company. */
export function renderCompany(
  { company, delistedSince, dataDate, baseUrl, supportUrl }: CompanyView,
  language: Language,
): string {
  const { idno, name, legalForm, regDate } = company;
  const t = TEXTS[language];
  const isTest = isReservedIdno(idno);
  const toDay = (day: string | null) => day && toDayText(day, language);
  return PAGES.render('company', {
    frame: {
      ...toFrame(`${name} · ${idno}`, language, supportUrl),
      description: isTest ? t.test.lead : t.description(name, idno),
    },
    t,
    company,
    legalFormLabel: legalForm === null ? undefined : LEGAL_FORM_LABELS[legalForm]?.[language],
    regDay: toDay(regDate),
    delistedSince,
    delistedDay: toDay(delistedSince),
    isTest,
    dataDate,
    dataDay: isTest ? null : toDay(dataDate),
    recordUrl: `${baseUrl}/api/v1/company/${idno}`,
    organization: isTest
      ? undefined
      : toOrganization(company, `${baseUrl}${COMPANY_PAGE_PATH}/${idno}`),
  });
}

/** A page in the place of a company's, the same for every address. */
export function renderMessage(
  name: MessageName,
  language: Language,
  supportUrl: string | null,
): string {
  const { heading, text } = TEXTS[language].messages[name];
  const frame = toFrame(heading, language, supportUrl);
  return PAGES.render('@message', { frame, heading, text });
}

/**
 * The company as a schema.org Organization in JSON-LD, for a script element. It has no people: their
 * names are for holders of a key.
 */
function toOrganization({ idno, name, regDate, address }: Company, url: string): string {
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
    ...(address !== null && { address }),
  };
  return JSON.stringify(organization).replace(MARKUP, '\\u003c');
}

function toFrame(title: string, language: Language, supportUrl: string | null): Frame {
  return { language, title, supportUrl, languageChoice: { hrefs: LANGUAGE_HREFS } };
}
