import type { Company } from '../../src/domain/company/company.ts';
import { NOTHING_KNOWN, ORDINARY } from '../../src/domain/company/test-companies.ts';
import { mapColumns } from '../../src/domain/register/columns.ts';
import type { CompanyWrites, StoredCompany } from '../../src/store/port/companies.ts';

/** Invented numbers with valid check digits. */
export const IDNO = '1099600000018';
export const UNKNOWN_IDNO = '1099600000029';

/** An IDNO whose check digit may be wrong; they are in the order of the serial numbers. */
export const toIdno = (serial: number) => String(1_000_000_000_000 + serial);

/** An invented company with every field filled. */
export const COMPANY: Company = {
  ...ORDINARY,
  idno: IDNO,
  name: 'Societatea cu Răspundere Limitată „ȘTRENGARUL DE AUR”',
  legalForm: 'S.R.L.',
  status: 'activa',
  regDate: '2009-03-17',
  address: 'MD-2001, mun. Chişinău, str. Izvorului Imaginar, 7',
  region: '0120',
  capital: '5400.00',
  vatPayer: true,
  caemMain: '62.01',
  founders: [
    { name: 'PRUNARU-TEST ILEANA', share: '60,00%', type: 'persoana_fizica' },
    { name: 'COMPANIA "IZVOR-TEST" SRL', share: null, type: 'persoana_juridica' },
  ],
  admins: ['PRUNARU-TEST ILEANA', 'CIREȘARU-TEST PETRU'],
  caem: [
    { code: '62.01', label: 'Activităţi de realizare a soft-ului la comandă', main: true },
    { code: '70.22', label: 'Activităţi de consultanţă pentru afaceri', main: false },
  ],
};

/** A company of which the register gives as little as there can be. */
export function makeBare({ idno, name, status }: Pick<Company, 'idno' | 'name' | 'status'>) {
  return { ...COMPANY, ...NOTHING_KNOWN, idno, name, status };
}

export function toStored(company: Company): StoredCompany {
  return {
    company,
    directors: company.admins.map((name) => ({ name, role: 'Administrator' })),
    licensedActivities: [],
    liquidatedOn: null,
    flags: [],
    raw: {
      ...mapColumns(() => null),
      idno: company.idno,
      name: company.name,
      address: company.address,
    },
    fingerprint: 'test',
    goneSince: null,
    sample: false,
    revision: 1,
    source: { dumpDate: '2026-09-14', classificationId: null },
    firstDumpDate: '2026-09-14',
  };
}

/** As a full dump of that day without these companies leaves them. */
export async function delist(
  companies: Pick<CompanyWrites, 'findRecords' | 'write'>,
  idnos: readonly string[],
  goneSince: string,
): Promise<void> {
  const found = await companies.findRecords(idnos);
  const records = found.filter((record) => record !== null);
  await companies.write(
    records.map((record) => ({ ...record, goneSince })),
    [],
  );
}
