import type { FastifyInstance } from 'fastify';
import { cacheAnswers } from './answer-cache.ts';
import { type CompanyAnswer, toCompanyAnswer } from './company-document.ts';
import type { ReadDataDate } from './data-date.ts';
import type { ClientSearch, FindCompanies, FoundPage } from './find-companies.ts';
import { toRoute } from './operations.ts';
import { readQuery } from './query-values.ts';
import { type SearchRequest, toSearchRequest } from './search-query.ts';
import { sendAnswer } from './send-answer.ts';

/** Pages of searches take this share of the memory for cached companies, in addition to it. */
const CACHE_SHARE = 1 / 8;

/** A page of companies as it is answered. Rejects with Unavailable. */
export type FindSearchAnswer = (wanted: ClientSearch) => Promise<CompanyAnswer>;

export interface SearchDependencies {
  findSearchAnswer: FindSearchAnswer;
  readDataDate: ReadDataDate;
}

export interface SearchAnswerOptions {
  toCompanyUrl: (idno: string) => string;
  /** Changes when any company changes; null: answers are not cached. */
  readDataVersion: (() => number) | null;
  /** Memory for cached companies; 0: nothing is cached. */
  answerCacheBytes: number;
}

export function createFindSearchAnswer(
  findCompanies: FindCompanies,
  { toCompanyUrl, readDataVersion, answerCacheBytes }: SearchAnswerOptions,
): FindSearchAnswer {
  const find: FindSearchAnswer = async (wanted) =>
    toCompanyAnswer(toJson(await findCompanies(wanted), wanted, toCompanyUrl));
  // Texts of a few letters take the longest to search for, and are asked for most often.
  const maxBytes = answerCacheBytes * CACHE_SHARE;
  return cacheAnswers<ClientSearch>(find, { toKey, readDataVersion, maxBytes });
}

/** Companies by name and filters, page by page. Registered within the guard of the API. */
export function searchRoute(
  scope: FastifyInstance,
  { findSearchAnswer, readDataDate }: SearchDependencies,
): void {
  scope.route({
    ...toRoute('search'),
    async handler(request, reply) {
      const wanted = { ...toSearchRequest(readQuery(request)), client: request.accountId ?? '' };
      const dataDate = readDataDate();
      const answer = await findSearchAnswer(wanted);
      return sendAnswer(request, reply, answer, await dataDate);
    },
  });
}

/** The cursors in an answer are those of the name as it was typed. */
function toKey({ name, filter, limit, after }: SearchRequest): string {
  const { status, region, legalForm, caem } = filter;
  return JSON.stringify([name, status, region, legalForm, caem, limit, after]);
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
