import { createCount } from '../../domain/counted.ts';
import type { ServicePart } from '../../web/service-part.ts';
import type { StatusFacts } from '../status-facts.ts';

const count = createCount('en');
const FAILED = 'The request failed';

export const en = {
  start: {
    title: 'Company data API of Moldova',
    description:
      'Companies of the Moldovan State Register of Legal Units as JSON: by IDNO, or found by name.',
    heading: 'Every Moldovan company, one request away',
    lead: 'The State Register of Legal Units as an API: send an IDNO, get the name, status, address, founders, administrators and activities of the company as JSON.',
    guide: 'Read the guide',
    account: 'Sign in',
    request: 'Request',
    answer: 'Response',
    /** The text about the requested company; `idno` is HTML. */
    example: (idno: string) => `${idno} is one of the`,
    testCompanies: 'test companies',
    tryIt: 'Try it without an account',
    plans: {
      title: 'Plans',
      plan: 'Plan',
      limit: 'Limit',
      requests: (limit: number, seconds: number) =>
        `${count(limit, { one: 'request', other: 'requests' })} in any ${count(seconds, { one: 'second', other: 'seconds' })}`,
      all: 'Each of these plans includes one key, all fields and the search.',
      rolling:
        'The limit is a rolling window: a request is never refused while there is room in it.',
    },
    points: [
      {
        heading: 'A stable format',
        text: 'Fields are only added to v1, and all errors have one form.',
        href: '/docs/versions',
      },
      {
        heading: 'Search',
        text: 'By name, former names, status, region, legal form and activity.',
        href: '/docs#search',
      },
      {
        heading: 'Nothing is guessed',
        text: 'What the register does not give is null. The data dictionary names the source of every field.',
        href: '/docs/data',
      },
    ],
    dataDate: (day: string) => `Data of the register as of ${day}`,
  },
  status: {
    title: 'API status',
    description: 'What works now, how current the data are, and how fast the API answers.',
    headings: {
      ready: 'All systems operational',
      disturbed: 'The service works, with recent failures',
      empty: 'The service works, but no dump was imported yet',
      outdated: 'The API works, with data older than two weeks',
      degraded: 'The API works, with less exact limits',
      stopping: 'This server is restarting',
      unavailable: 'The API is not available now',
    } satisfies Record<StatusFacts['state'], string>,
    parts: 'What works now',
    services: {
      lookups: 'Company look-ups',
      search: 'Search and list of changes',
      watchList: 'Watch list',
      webhooks: 'Webhooks',
      mcp: 'AI assistants (MCP)',
      companyPages: 'Company pages',
      account: 'Account page and sign-in',
      mail: 'E-mails with sign-in links',
    } satisfies Record<ServicePart, string>,
    limits: 'Request limits',
    works: 'Operational',
    fails: 'Not available',
    faults: 'Recent failures',
    degraded: 'Counted by each server alone',
    data: 'Data',
    dataDate: 'Data of the register as of',
    lastImport: 'Last import',
    none: 'No import yet',
    unknown: 'Not known now',
    speed: 'Company look-ups of the last hour',
    half: 'Median (p50)',
    most: '99th percentile (p99)',
    noLookups: 'No look-ups in the last hour',
    milliseconds: (text: string) => `${text} ms`,
    scope:
      'Recent failures and times are those of the server that made this page. Times do not include the network.',
    checked: (time: string) => `Checked: ${time}`,
  },
  errors: {
    faults: {
      crossSite: {
        heading: FAILED,
        text: 'The request did not come from this page. Open the page and try again.',
      },
      tooLarge: { heading: FAILED, text: 'The form is too large.' },
      badRequest: { heading: FAILED, text: 'The form could not be read.' },
      notFound: { heading: 'Page not found', text: 'There is no page at this address.' },
      tooMany: {
        heading: 'Too many pages opened',
        text: 'Too many pages were opened from your network or by your account. Try again in a minute.',
      },
      unavailable: {
        heading: FAILED,
        text: 'The service cannot answer now. Try again in a few seconds.',
      },
      internal: {
        heading: FAILED,
        text: 'Something went wrong on our side. Try again later.',
      },
    },
    account: 'Back to your account',
  },
};

/** Every text of the start, status and error pages; the other languages follow it. */
export type Texts = typeof en;
export type Fault = keyof Texts['errors']['faults'];
