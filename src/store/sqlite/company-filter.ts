import type { CompanyFilter } from '../port/search-reads.ts';

/** On the columns of `company_facets AS facets`, with the parameters that `toConditions` binds. */
export const COMPANY_CONDITIONS: Readonly<Record<keyof CompanyFilter, string>> = {
  legalForm: 'legal_form = :legalForm',
  status: 'status = :status',
  region: 'region = :region',
  caem: "instr(caem, ' ' || :caem || ' ') > 0",
  registeredFrom: 'reg_date >= :registeredFrom',
  registeredTo: 'reg_date <= :registeredTo',
  vatPayer: 'vat_payer = :vatPayer',
  flag: "instr(flags, ' ' || :flag || ' ') > 0",
  gone: 'gone = :gone',
  importId: `facets.idno IN (SELECT idno FROM public_changes WHERE import_ms =
    (SELECT started_at_ms FROM imports WHERE imports.id = :importId))`,
};
