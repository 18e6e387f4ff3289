// Written by `npm run sdk`; do not edit.
import type { CallOptions } from './requests.ts';
import type { Answer, Parameters } from './types.ts';

export const OPERATIONS = {
  getCompany: { method: 'GET', path: '/api/v1/company/{idno}', query: ['at'] },
  getCompanyHistory: { method: 'GET', path: '/api/v1/company/{idno}/history', query: ['after', 'limit'] },
  getCompanies: { method: 'POST', path: '/api/v1/companies', query: [] },
  searchCompanies: { method: 'GET', path: '/api/v1/search', query: ['name', 'status', 'region', 'legal_form', 'caem', 'limit', 'after', 'total'] },
  listChanges: { method: 'GET', path: '/api/v1/changes', query: ['after', 'from', 'limit', 'watched'] },
  getUsage: { method: 'GET', path: '/api/v1/usage', query: [] },
  getWatchList: { method: 'GET', path: '/api/v1/watchlist', query: ['after', 'limit'] },
  changeWatchList: { method: 'POST', path: '/api/v1/watchlist', query: [] },
  watchCompany: { method: 'PUT', path: '/api/v1/watchlist/{idno}', query: [] },
  unwatchCompany: { method: 'DELETE', path: '/api/v1/watchlist/{idno}', query: [] },
  getCodeList: { method: 'GET', path: '/codes/{list_file}', query: [] },
  listTestCompanies: { method: 'GET', path: '/codes/test-companies.json', query: [] },
} as const;

export type OperationId = keyof typeof OPERATIONS;

export type ErrorName =
  | 'missing_or_invalid_api_key'
  | 'no_active_api_plan'
  | 'https_required'
  | 'rate_limited'
  | 'invalid_idno'
  | 'invalid_query'
  | 'cursor_expired'
  | 'watchlist_full'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'internal_error'
  | 'unavailable'
  | 'bad_request'
  | 'headers_too_large'
  | 'request_timeout'
  | 'expectation_failed';

export abstract class Operations {
  protected abstract call<Id extends OperationId>(
    id: Id,
    parameters: Parameters<Id> | undefined,
    options: CallOptions | undefined,
  ): Promise<Answer<Id>>;

  /** Fetch one company. */
  getCompany(
    parameters: Parameters<'getCompany'>,
    options?: CallOptions,
  ): Promise<Answer<'getCompany'>> {
    return this.call('getCompany', parameters, options);
  }

  /** Fetch the history of a company. */
  getCompanyHistory(
    parameters: Parameters<'getCompanyHistory'>,
    options?: CallOptions,
  ): Promise<Answer<'getCompanyHistory'>> {
    return this.call('getCompanyHistory', parameters, options);
  }

  /** Fetch several companies. */
  getCompanies(
    parameters: Parameters<'getCompanies'>,
    options?: CallOptions,
  ): Promise<Answer<'getCompanies'>> {
    return this.call('getCompanies', parameters, options);
  }

  /** Search companies. */
  searchCompanies(
    parameters?: Parameters<'searchCompanies'>,
    options?: CallOptions,
  ): Promise<Answer<'searchCompanies'>> {
    return this.call('searchCompanies', parameters, options);
  }

  /** List changes. */
  listChanges(
    parameters?: Parameters<'listChanges'>,
    options?: CallOptions,
  ): Promise<Answer<'listChanges'>> {
    return this.call('listChanges', parameters, options);
  }

  /** Fetch plan and usage. */
  getUsage(
    parameters?: Parameters<'getUsage'>,
    options?: CallOptions,
  ): Promise<Answer<'getUsage'>> {
    return this.call('getUsage', parameters, options);
  }

  /** List watched companies. */
  getWatchList(
    parameters?: Parameters<'getWatchList'>,
    options?: CallOptions,
  ): Promise<Answer<'getWatchList'>> {
    return this.call('getWatchList', parameters, options);
  }

  /** Watch several companies. */
  changeWatchList(
    parameters: Parameters<'changeWatchList'>,
    options?: CallOptions,
  ): Promise<Answer<'changeWatchList'>> {
    return this.call('changeWatchList', parameters, options);
  }

  /** Watch a company. */
  watchCompany(
    parameters: Parameters<'watchCompany'>,
    options?: CallOptions,
  ): Promise<Answer<'watchCompany'>> {
    return this.call('watchCompany', parameters, options);
  }

  /** Stop watching a company. */
  unwatchCompany(
    parameters: Parameters<'unwatchCompany'>,
    options?: CallOptions,
  ): Promise<Answer<'unwatchCompany'>> {
    return this.call('unwatchCompany', parameters, options);
  }

  /** Fetch a list of codes. */
  getCodeList(
    parameters: Parameters<'getCodeList'>,
    options?: CallOptions,
  ): Promise<Answer<'getCodeList'>> {
    return this.call('getCodeList', parameters, options);
  }

  /** List the test companies. */
  listTestCompanies(
    parameters?: Parameters<'listTestCompanies'>,
    options?: CallOptions,
  ): Promise<Answer<'listTestCompanies'>> {
    return this.call('listTestCompanies', parameters, options);
  }
}
