import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TEST_COMPANIES, UNKNOWN_TEST_IDNO } from '../domain/company/test-companies.ts';
import { Unavailable } from '../domain/errors.ts';
import type { ActivityClass } from '../domain/register/activities.ts';
import { listCaemCodes } from '../domain/register/caem/tables.ts';
import { LEGAL_FORM_LABELS } from '../domain/register/legal-form.ts';
import { JSON_TYPE, RETRY_AFTER_FAULT_SECONDS } from '../web/errors.ts';
import { sendTagged, type TaggedAnswer } from '../web/tagged-answer.ts';
import { OPENAPI } from './openapi.ts';

export interface CodeListSources {
  /** The API's answer for an IDNO as JSON. */
  readAnswer: (idno: string) => Promise<string>;
  /** Rejects with Unavailable. */
  companies: { listActivities(): Promise<readonly ActivityClass[]> };
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** The labels of a value that answers contain; null where there is no official one. */
interface Code {
  ro: string | null;
  ru: string | null;
  en: string | null;
  /** When the value applies. */
  meaning?: string;
}

const HEADERS = {
  // For clients in browsers too.
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};
/** The least time between two reads, so that a flood of requests costs the store one read in it. */
const REFRESH_MS = 60_000;
/** The same after a failed read. */
const RETRY_MS = RETRY_AFTER_FAULT_SECONDS * 1_000;

/** The lists of codes for clients, and the test companies. No key is needed. */
export async function codeListRoutes(
  scope: FastifyInstance,
  { readAnswer, companies, elapsedMs }: CodeListSources,
): Promise<void> {
  const { Company, Founder } = OPENAPI.components.schemas;
  const lists = {
    'legal-forms': toLabelList(LEGAL_FORM_LABELS),
    statuses: toLabelList(Company.properties.status['x-values']),
    'founder-types': toLabelList(Founder.properties.type['x-values']),
    'test-companies': await createTestCompanyList(readAnswer),
  };
  for (const [name, list] of Object.entries(lists)) {
    scope.get(`/codes/${name}.json`, (request, reply) => sendList(request, reply, list));
  }
  const readCaemList = createReadCaemList(companies, elapsedMs);
  scope.get('/codes/caem.json', async (request, reply) =>
    sendList(request, reply, await readCaemList()),
  );
}

/**
 * Reads every code of activities that an answer can contain: those of the tables and those of
 * companies. All requests share a read and its result; while the store is unavailable they get
 * the last list.
 */
function createReadCaemList(
  companies: CodeListSources['companies'],
  elapsedMs: () => number,
): () => Promise<TaggedAnswer> {
  let last: TaggedAnswer | null = null;
  let reading: Promise<TaggedAnswer> | null = null;
  let nextReadMs = 0;

  async function read(): Promise<TaggedAnswer> {
    const startMs = elapsedMs();
    nextReadMs = Number.POSITIVE_INFINITY;
    try {
      last = toList({ codes: listCaemCodes(await companies.listActivities()) });
      nextReadMs = startMs + REFRESH_MS;
      return last;
    } catch (error) {
      nextReadMs = elapsedMs() + RETRY_MS;
      if (last === null || !(error instanceof Unavailable)) throw error;
      return last;
    }
  }

  return () => {
    if (reading === null || elapsedMs() >= nextReadMs) reading = read();
    return reading;
  };
}

/** The test companies with their full answers. */
async function createTestCompanyList(readAnswer: CodeListSources['readAnswer']) {
  const companies = await Promise.all(
    TEST_COMPANIES.map(async ({ company: { idno }, shows }) => {
      return { idno, shows, answer: JSON.parse(await readAnswer(idno)) };
    }),
  );
  return toList({ companies, unknown: UNKNOWN_TEST_IDNO });
}

/** The codes of a field with their labels in the data dictionary. */
function toLabelList(values: Readonly<Record<string, Code>>): TaggedAnswer {
  const codes = Object.entries(values).map(([code, { ro, ru, en, ...more }]) => {
    return { code, ro, ru, en, ...more };
  });
  return toList({ codes });
}

/** `version` is a hash of the content or, where that is a list of codes, of the list itself. */
function toList(content: object): TaggedAnswer {
  const hashed = 'codes' in content ? content.codes : content;
  const version = hash('sha256', JSON.stringify(hashed));
  return {
    body: JSON.stringify({ version, ...content }),
    etag: `"${version}"`,
    type: JSON_TYPE,
  };
}

function sendList(request: FastifyRequest, reply: FastifyReply, list: TaggedAnswer) {
  return sendTagged(request, reply.headers(HEADERS), list);
}
