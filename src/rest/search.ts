import type { FastifyInstance } from 'fastify';
import { toCompanyAnswer } from './company-document.ts';
import type { ReadDataDate } from './data-date.ts';
import type { FindCompanies, FoundPage } from './find-companies.ts';
import { readQuery } from './query-values.ts';
import { type SearchRequest, toSearchRequest } from './search-query.ts';
import { sendAnswer } from './send-answer.ts';

export const SEARCH_PATH = '/search';

/** The JSON of a page of companies. Rejects with Unavailable. */
export type FindSearchAnswer = (wanted: SearchRequest) => Promise<string>;

export interface SearchDependencies {
  findSearchAnswer: FindSearchAnswer;
  readDataDate: ReadDataDate;
}

export function createFindSearchAnswer(
  findCompanies: FindCompanies,
  toCompanyUrl: (idno: string) => string,
): FindSearchAnswer {
  return async (wanted) => toJson(await findCompanies(wanted), wanted, toCompanyUrl);
}

/** Companies by name and filters, page by page. Registered within the guard of the API. */
export function searchRoute(
  scope: FastifyInstance,
  { findSearchAnswer, readDataDate }: SearchDependencies,
): void {
  scope.get(SEARCH_PATH, async (request, reply) => {
    const wanted = toSearchRequest(readQuery(request));
    const dataDate = readDataDate();
    const answer = toCompanyAnswer(await findSearchAnswer(wanted));
    return sendAnswer(request, reply, answer, await dataDate);
  });
}

function toJson(
  { companies, next }: FoundPage,
  { toNext }: SearchRequest,
  toCompanyUrl: (idno: string) => string,
): string {
  return JSON.stringify({
    companies: companies.map(({ company, formerName }) => ({
      idno: company.idno,
      name: company.name,
      legal_form: company.legalForm,
      status: company.status,
      region: company.region,
      url: toCompanyUrl(company.idno),
      former_name: formerName,
    })),
    next: next === null ? null : toNext(next),
  });
}
