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
};
export class Operations {
    /** Fetch one company. */
    getCompany(parameters, options) {
        return this.call('getCompany', parameters, options);
    }
    /** Fetch the history of a company. */
    getCompanyHistory(parameters, options) {
        return this.call('getCompanyHistory', parameters, options);
    }
    /** Fetch several companies. */
    getCompanies(parameters, options) {
        return this.call('getCompanies', parameters, options);
    }
    /** Search companies. */
    searchCompanies(parameters, options) {
        return this.call('searchCompanies', parameters, options);
    }
    /** List changes. */
    listChanges(parameters, options) {
        return this.call('listChanges', parameters, options);
    }
    /** Fetch plan and usage. */
    getUsage(parameters, options) {
        return this.call('getUsage', parameters, options);
    }
    /** List watched companies. */
    getWatchList(parameters, options) {
        return this.call('getWatchList', parameters, options);
    }
    /** Watch several companies. */
    changeWatchList(parameters, options) {
        return this.call('changeWatchList', parameters, options);
    }
    /** Watch a company. */
    watchCompany(parameters, options) {
        return this.call('watchCompany', parameters, options);
    }
    /** Stop watching a company. */
    unwatchCompany(parameters, options) {
        return this.call('unwatchCompany', parameters, options);
    }
    /** Fetch a list of codes. */
    getCodeList(parameters, options) {
        return this.call('getCodeList', parameters, options);
    }
    /** List the test companies. */
    listTestCompanies(parameters, options) {
        return this.call('listTestCompanies', parameters, options);
    }
}
