import { toCodeExamples, toPatientExamples } from '../web/code-examples.ts';
import { createHtmlPages } from '../web/html-pages.ts';
import { readChangelog } from './changelog.ts';
import { toDictionary } from './dictionary.ts';
import { FACTS } from './facts.ts';
import { FLAG_TEXTS } from './flags.ts';
import { highlight, toInlineHtml } from './highlight.ts';
import type { OpenApi } from './openapi.ts';
import { toOperation, toResponses } from './reference.ts';
import { toWindowPicture } from './window-picture.ts';

const HTML = createHtmlPages({
  folder: import.meta.dirname,
  style: 'docs.css',
  assetPrefix: '/docs/assets',
});

export const { serveAssets } = HTML;

/** The pages in the order of reading, each with the sections that its menu names. */
const PAGES = [
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
    ],
  },
  {
    path: '/docs/data',
    template: 'data',
    title: 'Data dictionary',
    sections: [
      ['sources', 'Sources'],
      ['fields', 'Fields'],
      ['flags', 'What is uncertain'],
      ['absent', 'What is not here'],
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
export function renderPages(openapi: OpenApi, baseUrl: string): DocsPage[] {
  const values = {
    pages: PAGES,
    baseUrl,
    openapi,
    operation: toOperation(openapi),
    responses: toResponses(openapi),
    fields: toDictionary(openapi),
    flags: Object.entries(FLAG_TEXTS),
    releases: readChangelog(),
    firstExamples: toCodeExamples(baseUrl),
    patientExamples: toPatientExamples(baseUrl),
    picture: toWindowPicture(FACTS.exampleLimit),
    facts: FACTS,
    highlight,
    inline: toInlineHtml,
  };
  return PAGES.map((page) => ({
    path: page.path,
    html: HTML.render(page.template, { ...values, page }),
  }));
}
