import type { Company } from '../../src/domain/company/company.ts';
import { COMPANY, makeBare } from '../support/companies.ts';

/** A company of which the register gives as little as there can be. */
export const BARE = makeBare({ idno: '1099600000029', name: 'Ș', status: 'lichidata' });

/** One with every character that a line of JSON or a cell of CSV must survive. */
export const ODD: Company = {
  ...COMPANY,
  idno: '1099600000030',
  name: '=HYPERLINK("http://test.example","Ș, Ț")',
  address: 'a "b", c\r\nd\u2028e\\ 𐐷 \t',
  admins: ['@SUM(A1)', 'x,y', '"'],
};

export const COMPANIES = [COMPANY, BARE, ODD];
