import type { CallOptions } from './requests.ts';
import type { Answer, Parameters } from './types.ts';
export declare const OPERATIONS: {
    readonly getCompany: {
        readonly method: 'GET';
        readonly path: '/api/v1/company/{idno}';
        readonly query: readonly ['at'];
    };
    readonly getCompanyHistory: {
        readonly method: 'GET';
        readonly path: '/api/v1/company/{idno}/history';
        readonly query: readonly ['after', 'limit'];
    };
    readonly getCompanies: {
        readonly method: 'POST';
        readonly path: '/api/v1/companies';
        readonly query: readonly [];
    };
    readonly searchCompanies: {
        readonly method: 'GET';
        readonly path: '/api/v1/search';
        readonly query: readonly ['name', 'status', 'region', 'legal_form', 'caem', 'limit', 'after', 'total'];
    };
    readonly listChanges: {
        readonly method: 'GET';
        readonly path: '/api/v1/changes';
        readonly query: readonly ['after', 'from', 'limit', 'watched'];
    };
    readonly getUsage: {
        readonly method: 'GET';
        readonly path: '/api/v1/usage';
        readonly query: readonly [];
    };
    readonly getWatchList: {
        readonly method: 'GET';
        readonly path: '/api/v1/watchlist';
        readonly query: readonly ['after', 'limit'];
    };
    readonly changeWatchList: {
        readonly method: 'POST';
        readonly path: '/api/v1/watchlist';
        readonly query: readonly [];
    };
    readonly watchCompany: {
        readonly method: 'PUT';
        readonly path: '/api/v1/watchlist/{idno}';
        readonly query: readonly [];
    };
    readonly unwatchCompany: {
        readonly method: 'DELETE';
        readonly path: '/api/v1/watchlist/{idno}';
        readonly query: readonly [];
    };
    readonly getCodeList: {
        readonly method: 'GET';
        readonly path: '/codes/{list_file}';
        readonly query: readonly [];
    };
    readonly listTestCompanies: {
        readonly method: 'GET';
        readonly path: '/codes/test-companies.json';
        readonly query: readonly [];
    };
};
export type OperationId = keyof typeof OPERATIONS;
export type ErrorName = 'missing_or_invalid_api_key' | 'no_active_api_plan' | 'https_required' | 'rate_limited' | 'invalid_idno' | 'invalid_query' | 'cursor_expired' | 'watchlist_full' | 'not_found' | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type' | 'internal_error' | 'unavailable' | 'bad_request' | 'headers_too_large' | 'request_timeout' | 'expectation_failed';
export declare abstract class Operations {
    protected abstract call<Id extends OperationId>(id: Id, parameters: Parameters<Id> | undefined, options: CallOptions | undefined): Promise<Answer<Id>>;
    /** Fetch one company. */
    getCompany(parameters: Parameters<'getCompany'>, options?: CallOptions): Promise<Answer<'getCompany'>>;
    /** Fetch the history of a company. */
    getCompanyHistory(parameters: Parameters<'getCompanyHistory'>, options?: CallOptions): Promise<Answer<'getCompanyHistory'>>;
    /** Fetch several companies. */
    getCompanies(parameters: Parameters<'getCompanies'>, options?: CallOptions): Promise<Answer<'getCompanies'>>;
    /** Search companies. */
    searchCompanies(parameters?: Parameters<'searchCompanies'>, options?: CallOptions): Promise<Answer<'searchCompanies'>>;
    /** List changes. */
    listChanges(parameters?: Parameters<'listChanges'>, options?: CallOptions): Promise<Answer<'listChanges'>>;
    /** Fetch plan and usage. */
    getUsage(parameters?: Parameters<'getUsage'>, options?: CallOptions): Promise<Answer<'getUsage'>>;
    /** List watched companies. */
    getWatchList(parameters?: Parameters<'getWatchList'>, options?: CallOptions): Promise<Answer<'getWatchList'>>;
    /** Watch several companies. */
    changeWatchList(parameters: Parameters<'changeWatchList'>, options?: CallOptions): Promise<Answer<'changeWatchList'>>;
    /** Watch a company. */
    watchCompany(parameters: Parameters<'watchCompany'>, options?: CallOptions): Promise<Answer<'watchCompany'>>;
    /** Stop watching a company. */
    unwatchCompany(parameters: Parameters<'unwatchCompany'>, options?: CallOptions): Promise<Answer<'unwatchCompany'>>;
    /** Fetch a list of codes. */
    getCodeList(parameters: Parameters<'getCodeList'>, options?: CallOptions): Promise<Answer<'getCodeList'>>;
    /** List the test companies. */
    listTestCompanies(parameters?: Parameters<'listTestCompanies'>, options?: CallOptions): Promise<Answer<'listTestCompanies'>>;
}
