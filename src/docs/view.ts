import { TEST_COMPANIES, UNKNOWN_TEST_IDNO } from '../domain/company/test-companies.ts';
import { toCodeExamples, toPatientExamples } from '../web/code-examples.ts';
import { createPages, type Frame } from '../web/frame/frame.ts';
import { toInlineHtml } from '../web/frame/highlight.ts';
import { readChangelog } from './changelog.ts';
import { toChangesDictionary, toDictionary, toSearchDictionary } from './dictionary.ts';
import { FACTS } from './facts.ts';
import { FLAG_TEXTS } from './flags.ts';
import type { OpenApi } from './openapi.ts';
import { toOperations, toResponses } from './reference.ts';
import { toWindowPicture } from './window-picture.ts';

const HTML = createPages({ folder: import.meta.dirname, style: 'docs.css' });

export const { serveAssets } = HTML;

/** The pages in the order of reading, each with the sections that its menu names. */
export const PAGES = [
  {
    path: '/docs',
    template: 'guide',
    title: 'Guide',
    sections: [
      ['first-request', 'First request'],
      ['keys', 'Keys'],
      ['errors', 'Errors'],
      ['limit', 'The rolling limit'],
      ['retries', 'Retries'],
      ['etag', 'ETags'],
      ['search', 'Search'],
      ['changes', 'Changes'],
      ['test-companies', 'Test companies'],
      ['tools', 'Tools'],
    ],
  },
  {
    path: '/docs/reference',
    template: 'reference',
    title: 'Reference',
    sections: [
      ['request', 'Request'],
      ['authentication', 'Authentication'],
      ['company', 'The company'],
      ['responses', 'Responses'],
      ['search', 'Search'],
      ['changes', 'Changes'],
    ],
  },
  {
    path: '/docs/data',
    template: 'data',
    title: 'Data dictionary',
    sections: [
      ['sources', 'Sources'],
      ['fields', 'Fields'],
      ['search', 'Search'],
      ['changes', 'Changes'],
      ['flags', 'What is uncertain'],
      ['absent', 'What is not here'],
    ],
  },
  {
    path: '/docs/mcp',
    template: 'mcp',
    title: 'AI assistants',
    sections: [
      ['connect', 'Connect'],
      ['tools', 'Tools'],
      ['limit', 'The limit'],
      ['protocol', 'Protocol'],
    ],
  },
  {
    path: '/docs/versions',
    template: 'versions',
    title: 'Versions',
    sections: [
      ['policy', 'Policy'],
      ['deprecation', 'Deprecation'],
      ['changelog', 'Changelog'],
    ],
  },
] as const;

export interface DocsPage {
  path: string;
  html: string;
}

/** All pages as HTML: they are the same for everyone, and made once. */
export function renderPages(
  openapi: OpenApi,
  { baseUrl, supportUrl }: { baseUrl: string; supportUrl: string | null },
): DocsPage[] {
  const { company, search, changes } = toOperations(openapi);
  const responses = toResponses(openapi, company);
  const searchResponses = toResponses(openapi, search);
  const changesResponses = toResponses(openapi, changes);
  const values = {
    pages: PAGES,
    baseUrl,
    openapi,
    operation: company,
    search,
    responses,
    searchResponses,
    changes,
    changesResponses,
    errors: [
      ...responses.map((response) => ({ ...response, prefix: '' })),
      // The others are the same.
      ...searchResponses
        .filter(({ status }) => status === '400')
        .map((response) => ({ ...response, prefix: 'search-' })),
      ...changesResponses
        .filter(({ status }) => status === '410')
        .map((response) => ({ ...response, prefix: 'changes-' })),
    ],
    fields: toDictionary(openapi),
    searchFields: toSearchDictionary(openapi),
    changesFields: toChangesDictionary(openapi),
    flags: Object.entries(FLAG_TEXTS),
    releases: readChangelog(),
    firstExamples: toCodeExamples(baseUrl),
    patientExamples: toPatientExamples(baseUrl),
    picture: toWindowPicture(FACTS.exampleLimit),
    facts: FACTS,
    testCompanies: TEST_COMPANIES,
    unknownTestIdno: UNKNOWN_TEST_IDNO,
    inline: toInlineHtml,
  };
  return PAGES.map((page) => ({
    path: page.path,
    html: HTML.render(page.template, { ...values, page, frame: toFrame(page.title, supportUrl) }),
  }));
}

function toFrame(title: string, supportUrl: string | null): Frame {
  return {
    language: 'en',
    title: `${title} · API documentation`,
    description: 'How to fetch companies of the Moldovan State Register by the Registru API',
    current: 'docs',
    supportUrl,
  };
}
