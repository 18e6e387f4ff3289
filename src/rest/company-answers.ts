import type { ServedCompany } from '../domain/company/company.ts';
import { withTestCompanies } from '../domain/company/test-companies.ts';
import { internalSchema } from '../schema/index.ts';
import { createServingLoaders, type LoaderSources, type Loaders } from '../schema/loaders.ts';
import { compileCompanyDocument, type FindCompanyAnswer } from './company-document.ts';
import { cacheDataDate, type ReadDataDate } from './data-date.ts';
import { oncePerTick } from './once-per-tick.ts';

export interface CompanySources extends Pick<LoaderSources, 'findKeyAccess'> {
  companies: {
    findByIdnos: (idnos: readonly string[]) => Promise<(ServedCompany | null)[]>;
    findDataDate: () => Promise<string | null>;
    /** Changes when any company changes; null where the store has none. */
    readDataVersion: (() => number) | null;
  };
  toCompanyUrl: (idno: string) => string;
  nowMs: () => number;
}

/** Companies as they are answered, and what answers need in addition. */
export interface CompanyAnswers {
  loaders: Loaders;
  findCompanyAnswer: FindCompanyAnswer;
  toCompanyUrl: (idno: string) => string;
  readDataVersion: (() => number) | null;
  readDataDate: ReadDataDate;
}

/** What all modules that answer with companies share. */
export function createCompanyAnswers(sources: CompanySources): CompanyAnswers {
  const { findKeyAccess, companies, toCompanyUrl, nowMs } = sources;
  const { findDataDate } = companies;
  const readDataVersion =
    companies.readDataVersion === null ? null : oncePerTick(companies.readDataVersion);
  const loaders = createServingLoaders({
    findKeyAccess,
    findCompaniesByIdnos: withTestCompanies((idnos) => companies.findByIdnos(idnos)),
  });
  return {
    loaders,
    findCompanyAnswer: compileCompanyDocument(internalSchema, { loaders, toCompanyUrl }),
    toCompanyUrl,
    readDataVersion,
    readDataDate: cacheDataDate({ findDataDate, readDataVersion, nowMs }),
  };
}
