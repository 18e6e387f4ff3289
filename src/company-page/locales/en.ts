import { createCount } from '../../domain/counted.ts';
import type { Message } from '../../web/frame/frame.ts';
import type { FoundCount } from '../found-count.ts';

const count = createCount('en');

export const en = {
  /** The description of the page for search engines and previews; `facts`: status and place. */
  description: (facts: string) => `${facts}. Data of the State Register of Legal Units of Moldova.`,
  idno: 'IDNO',
  copyIdno: 'Copy IDNO',
  watch: 'Watch this company',
  formerNames: 'Former names',
  /** Dates in words. */
  period: (from: string, until: string) => `from ${from} until ${until}`,
  capital: 'Share capital',
  lei: (amount: string) => `${amount} lei`,
  vat: { title: 'VAT', yes: 'Registered as a payer', no: 'Not registered as a payer' },
  legalForm: 'Legal form',
  /** For a company that the register no longer lists. */
  delisted: {
    since: (date: string) => `Not in the register since ${date}`,
    lead: 'The page shows what the register last said about this company.',
    status: (status: string) => `Last status: ${status}`,
  },
  test: {
    title: 'Test company',
    lead: 'Its data are invented, to try the API with.',
  },
  regDate: 'Registration date',
  liquidationDate: 'Liquidation date',
  address: 'Address',
  units: {
    district: 'District',
    municipality: 'Municipality',
    autonomous: 'Autonomous territorial unit',
  },
  unknown: 'Not given in the register',
  activities: {
    title: 'Activities (CAEM)',
    code: 'Code',
    label: 'Name',
    main: 'main',
    none: 'The register gives no activities.',
  },
  /** What changed, by the date of the dump. */
  history: {
    title: 'History',
    lead: 'Dates are those of the register’s dumps. A key shows the whole history through the API.',
    older: 'Older changes are not shown here.',
    unavailable: 'The history is not available right now. Open the page again in a few seconds.',
    fields: { name: 'Name', status: 'Status', address: 'Address' },
    before: 'before',
    events: {
      created: 'First dump of this service with the company',
      removed: 'No longer in the register',
      restored: 'In the register again',
    },
  },
  record: {
    title: 'Full record',
    lead: 'All data, founders and administrators included, are available through the API to holders of a key.',
    docs: 'How to ask for it',
  },
  dataDate: (date: string) => `Data of the register as of ${date}`,
  search: {
    title: 'Company search',
    lead: 'Type a name or its beginning, or an IDNO. Former names are searched too.',
    name: 'Name or IDNO',
    status: 'Status',
    anyStatus: 'Any status',
    region: 'District or municipality',
    anyRegion: 'All districts',
    button: 'Search',
    /** Null: how many they are is not known. */
    found: (total: FoundCount | null) => {
      if (total === null) return 'Companies found';
      if (total.hasMore) return `More than ${total.count} companies found`;
      return `${count(total.count, { one: 'company', other: 'companies' })} found`;
    },
    shortened: (typed: string, found: string) =>
      `Nothing for “${typed}”; names that begin with “${found}” or contain it`,
    /** The letters of the search are others than the typed ones. */
    searchedFor: (text: string) =>
      `Searched for “${text}”: Cyrillic letters are read as Latin ones, and the legal form is left out.`,
    formerName: 'Former name',
    pages: 'Pages of results',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    withoutFilter: 'Search without the filters',
    none: {
      title: 'No company found',
      advice: [
        'Use fewer words, or only the beginning of the name.',
        'Diacritics, quotes, apostrophes and the legal form can be left out.',
        'Most names are registered in Romanian: a Russian name may have another spelling, or be translated.',
        'If you know the IDNO, type all its 13 digits.',
      ],
      otherWords: 'Search for one of the words alone:',
    },
    empty: {
      title: 'No dump was imported yet',
      text: 'This service has no data of the register yet, so no company can be found.',
    },
    problems: {
      filter: {
        heading: 'This filter does not exist',
        text: 'Choose a status and a district from the lists.',
      },
      long: { heading: 'The name is too long', text: 'Use at most 200 characters.' },
      cursor: {
        heading: 'This page of results is not available',
        text: 'Its address is incomplete or belongs to another search.',
      },
      busy: {
        heading: 'The search is not available now',
        text: 'Too many searches are running. Search again in a few seconds.',
      },
    },
  },
  /** The widget's cards in place of a company, by the status of the answer; others are `messages`. */
  cardFaults: {
    400: { heading: 'Company not found', text: 'An IDNO has 13 digits.' },
    404: {
      heading: 'Company not found',
      text: 'The State Register has no company with this IDNO.',
    },
  } as Readonly<Record<number, Message>>,
  messages: {
    /** The address has no IDNO. */
    notFound: {
      heading: 'Company not found',
      text: 'An IDNO has 13 digits. Check the address of the page.',
    },
    /** Before the first import. */
    empty: {
      heading: 'No dump was imported yet',
      text: 'This service has no data of the register yet, so no company can be found.',
    },
    missing: {
      heading: 'Company not found',
      text: 'The register has no company with this IDNO. Check the 13 digits in the address of the page.',
    },
    tooMany: {
      heading: 'Too many pages opened',
      text: 'Too many pages were opened from your network. Try again in a minute.',
    },
    unavailable: {
      heading: 'This page is not available now',
      text: 'The service cannot answer at the moment. Try again in a few seconds.',
    },
    badRequest: {
      heading: 'The request could not be read',
      text: 'Open the address of the page again.',
    },
    internal: {
      heading: 'Something went wrong',
      text: 'The error was recorded. Try again later.',
    },
  },
};

/** Every text of the page in one language; English is the pattern of the others. */
export type Texts = typeof en;
export type MessageName = keyof Texts['messages'];
