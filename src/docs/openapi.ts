import { API_KEY_PREFIX, TEST_API_KEY } from '../domain/account/api-key.ts';
import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { OPERATIONS, type OperationName, REST_PREFIX } from '../rest/operations.ts';
import { readChangelog } from './changelog.ts';
import { HEADERS } from './openapi/headers.ts';
import { API_OPERATIONS, LIST_OPERATIONS, type Operation } from './openapi/operations.ts';
import { RESPONSES } from './openapi/responses.ts';
import { SCHEMAS } from './openapi/schemas.ts';
import { WEBHOOKS } from './openapi/webhooks.ts';

export type OpenApi = typeof OPENAPI;
type PathItem = Readonly<Record<string, Operation>>;

/** The base URL in the committed document; `toOpenApi` replaces it. */
const DOCUMENT_BASE_URL = 'http://127.0.0.1:3000';
const DOCUMENT_COMPANY_URL = /http:\/\/127\.0\.0\.1:3000\/companie\/(\d+)/g;
const DOCS_URL = `${DOCUMENT_BASE_URL}/docs`;

/** The OpenAPI document, with the program's own limits, plans and patterns. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Registru company data API',
    version: readChangelog()[0]?.version ?? '',
    summary: 'Companies of the Moldovan State Register of Legal Units by IDNO and by name.',
    description: `Look up a company of the Moldovan State Register of Legal Units by its state identification number (IDNO): core data, founders, administrators and activities, as JSON. Or search companies by name and filters.\n\nTo try it without an account, use the public test key \`${TEST_API_KEY}\`: it answers for the test companies, such as \`${EXAMPLE_IDNO}\`.\n\nThe guide, the data dictionary and the versioning policy are at ${DOCS_URL}.`,
    contact: { name: 'Registru', url: DOCS_URL },
  },
  externalDocs: { description: 'Guide, data dictionary and versioning policy', url: DOCS_URL },
  servers: [{ url: DOCUMENT_BASE_URL, description: 'This service' }],
  security: [{ bearer: [] }, { apiKey: [] }],
  tags: [
    { name: 'Companies', description: 'Companies of the State Register.' },
    { name: 'Account', description: 'The account of the key.' },
    { name: 'Watch list', description: 'The companies that an account watches.' },
    { name: 'Code lists', description: 'Values of fields in words.' },
    { name: 'Webhooks', description: 'Requests that the service sends.' },
  ],
  paths: listPaths(),
  webhooks: WEBHOOKS,
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: `\`Authorization: Bearer <API_KEY>\`. The key begins with \`${API_KEY_PREFIX}\` and comes from the account page. It is never accepted in the URL.`,
      },
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Api-Key',
        description:
          '`X-Api-Key: <API_KEY>`: the same key, for clients that cannot set `Authorization`. Both headers, or one of them twice, are accepted if they carry the same key.',
      },
    },
    responses: RESPONSES,
    headers: HEADERS,
    schemas: SCHEMAS,
  },
};

/** Who runs this service and under which terms; null: not named. */
export interface Operator {
  supportUrl: string | null;
  termsUrl: string | null;
  dataLicense: string | null;
}

const MAILBOX = 'mailto:';
const NO_OPERATOR: Operator = { supportUrl: null, termsUrl: null, dataLicense: null };

/** The OpenAPI document with the URLs and the operator of this service. */
export function toOpenApi(
  baseUrl: string,
  toCompanyUrl: (idno: string) => string,
  operator = NO_OPERATOR,
): OpenApi {
  const text = JSON.stringify(OPENAPI)
    .replace(DOCUMENT_COMPANY_URL, (_url, idno: string) => escapeForJson(toCompanyUrl(idno)))
    .replaceAll(DOCUMENT_BASE_URL, () => escapeForJson(baseUrl));
  const document: OpenApi = JSON.parse(text);
  return { ...document, info: { ...document.info, ...toOperatorInfo(operator) } };
}

function toOperatorInfo({ supportUrl, termsUrl, dataLicense }: Operator) {
  const isMailbox = supportUrl?.startsWith(MAILBOX);
  const address = isMailbox ? { email: supportUrl?.slice(MAILBOX.length) } : { url: supportUrl };
  return {
    ...(supportUrl !== null && { contact: { ...OPENAPI.info.contact, ...address } }),
    ...(termsUrl !== null && { termsOfService: termsUrl }),
    ...(dataLicense !== null && { license: { name: dataLicense } }),
  } as Partial<OpenApi['info']>;
}

export interface ListedOperation {
  path: string;
  /** In lower case. */
  method: string;
  operation: Operation;
}

/** All operations of the document, in its order. */
export function listOperations({ paths }: OpenApi): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** An operation of the API in the document. */
export function findOperation({ paths }: OpenApi, name: OperationName): Operation {
  const { method, path } = OPERATIONS[name];
  const operation = paths[REST_PREFIX + path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`the document has no operation ${name}`);
  return operation;
}

function listPaths(): Readonly<Record<string, PathItem>> {
  const names = Object.keys(OPERATIONS) as OperationName[];
  const byPath = [...Map.groupBy(names, (name) => OPERATIONS[name].path)];
  const operations = byPath.map(([path, ofPath]) => {
    const methods = ofPath.map((name) => {
      return [OPERATIONS[name].method.toLowerCase(), API_OPERATIONS[name]];
    });
    return [REST_PREFIX + path, Object.fromEntries(methods)];
  });
  const lists = Object.entries(LIST_OPERATIONS).map(([path, get]) => [path, { get }]);
  return Object.fromEntries([...operations, ...lists]);
}

/** The text escaped for the inside of a JSON string. */
function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
