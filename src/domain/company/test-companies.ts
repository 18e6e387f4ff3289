import { findOfficialLabel, listCaemCodes } from '../register/caem/tables.ts';
import type { Activity, Company, ServedCompany } from './company.ts';
import { isReservedIdno, isStoredIdno } from './idno.ts';

/** A synthetic company that every installation serves, whatever it has imported. */
interface TestCompany {
  company: ServedCompany;
  /** What clients can test with it. */
  shows: string;
}

/** Whether a text is a reserved IDNO, the only kind that the public test key may look up. */
export function isTestIdno(text: unknown): text is string {
  return typeof text === 'string' && isStoredIdno(text) && isReservedIdno(text);
}

type FindCompanies = (idnos: readonly string[]) => Promise<(ServedCompany | null)[]>;

const MANY_ACTIVITIES = 200;

/** The IDNO of examples: that of ORDINARY. */
export const EXAMPLE_IDNO = '0000000000011';
/** A reserved IDNO that no test company has. */
export const UNKNOWN_TEST_IDNO = '0000000000099';
/** Requests for this IDNO with the public test key are answered 429. */
export const LIMITED_TEST_IDNO = '0000000000125';
/** A company that the register no longer lists. */
export const DELISTED_TEST_IDNO = '0000000000103';
/** A company that was added by a later dump than the first. */
export const NEW_TEST_IDNO = '0000000000114';

/** A company with every field. */
export const ORDINARY: Company = {
  idno: EXAMPLE_IDNO,
  name: 'SRL «EXEMPLU ACTIV»',
  legalForm: 'S.R.L.',
  status: 'activa',
  regDate: '2015-03-17',
  address: 'MD-2001, mun. Chişinău, str. Exemplului, 1',
  region: '0120',
  capital: '5400.00',
  vatPayer: true,
  caemMain: '62.01',
  founders: [{ name: 'EXEMPLU ANA', share: '100,00%', type: 'persoana_fizica' }],
  admins: ['EXEMPLU ANA', 'EXEMPLU ION'],
  caem: toActivities(['62.01', '70.22']),
};

/** Every field that may be empty, without a value. */
export const NOTHING_KNOWN = {
  legalForm: null,
  regDate: null,
  address: null,
  region: null,
  capital: null,
  vatPayer: null,
  caemMain: null,
  founders: [],
  admins: [],
  caem: [],
} satisfies Partial<Company>;

export const TEST_COMPANIES: readonly TestCompany[] = [
  { company: ORDINARY, shows: 'An active company with every field.' },
  {
    company: make('0000000000022', 'EXEMPLU ÎN LICHIDARE', { status: 'in_lichidare' }),
    shows: 'A company in liquidation.',
  },
  {
    company: make('0000000000033', 'EXEMPLU INSOLVABIL', { status: 'insolvabila' }),
    shows: 'An insolvent company.',
  },
  {
    company: make('0000000000044', 'EXEMPLU LICHIDAT', { status: 'lichidata', vatPayer: false }),
    shows: 'A liquidated company, not registered for VAT.',
  },
  {
    company: make('0000000000055', 'EXEMPLU CU FONDATORI', {
      founders: [
        { name: 'EXEMPLU ANA', share: '25,50%', type: 'persoana_fizica' },
        { name: 'EXEMPLU HOLDING SRL', share: '24,50%', type: 'persoana_juridica' },
        { name: 'REPUBLICA MOLDOVA', share: '50,00%', type: 'stat' },
        { name: 'TOTAL 71 MEMBRI', share: null, type: 'grup' },
      ],
    }),
    shows: 'Founders of every type, one without a share.',
  },
  {
    company: make('0000000000066', 'EXEMPLU ÎN COMUN', {
      founders: [{ name: 'EXEMPLU ANA, EXEMPLU ION', share: '100,00%', type: 'grup' }],
    }),
    shows: 'Joint founders: two people who hold one share together.',
  },
  {
    company: make('0000000000077', 'EXEMPLU FĂRĂ DATE', NOTHING_KNOWN),
    shows: 'Every field that may be null or [] is.',
  },
  { company: makeVersatile(), shows: `${MANY_ACTIVITIES} activities.` },
  {
    company: make(DELISTED_TEST_IDNO, 'EXEMPLU RADIAT', { delistedSince: '2026-09-21' }),
    shows: 'A company that is no longer in the register.',
  },
  {
    company: make(NEW_TEST_IDNO, 'EXEMPLU NOU', { regDate: '2026-09-10' }),
    shows: 'A company that was added to the register a short time ago.',
  },
];

const BY_IDNO = new Map(TEST_COMPANIES.map(({ company }) => [company.idno, company]));

/** Null if it is the IDNO of no test company. */
export function findTestCompany(idno: string): ServedCompany | null {
  return BY_IDNO.get(idno) ?? null;
}

/** Finds reserved IDNOs among the test companies, whatever is stored; others with `find`. */
export function withTestCompanies(find: FindCompanies): FindCompanies {
  return (idnos) => (idnos.some(isReservedIdno) ? findBoth(idnos, find) : find(idnos));
}

async function findBoth(idnos: readonly string[], find: FindCompanies) {
  const asked = idnos.filter((idno) => !isReservedIdno(idno));
  const found = asked.length === 0 ? [] : await find(asked);
  const indexes = new Map(asked.map((idno, index) => [idno, index]));
  return idnos.map((idno) => {
    const index = indexes.get(idno);
    return index === undefined ? findTestCompany(idno) : (found[index] ?? null);
  });
}

function make(idno: string, name: string, change: Partial<ServedCompany>): ServedCompany {
  return { ...ORDINARY, idno, name: `SRL «${name}»`, ...change };
}

function makeVersatile(): Company {
  const codes = listCaemCodes().slice(0, MANY_ACTIVITIES);
  const caem = toActivities(codes.map(({ code }) => code));
  const caemMain = caem[0]?.code ?? null;
  return make('0000000000088', 'EXEMPLU CU MULTE ACTIVITĂȚI', { caemMain, caem });
}

/** The first one is the main one. */
function toActivities(codes: readonly string[]): Activity[] {
  return codes.map((code, index) => ({
    code,
    label: findOfficialLabel(code) ?? '',
    main: index === 0,
  }));
}
