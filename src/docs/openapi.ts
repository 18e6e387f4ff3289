import openapi from '../rest/openapi.json' with { type: 'json' };

export type OpenApi = typeof openapi;

/** Where the document itself says that the service is. */
const DOCUMENT_BASE_URL = 'http://127.0.0.1:3000';
const DOCUMENT_COMPANY_URL = /http:\/\/127\.0\.0\.1:3000\/companie\/(\d+)/g;

/** The API's description with the addresses of this service in it. */
export function toOpenApi(baseUrl: string, toCompanyUrl: (idno: string) => string): OpenApi {
  const text = JSON.stringify(openapi)
    .replace(DOCUMENT_COMPANY_URL, (_url, idno: string) => toJsonText(toCompanyUrl(idno)))
    .replaceAll(DOCUMENT_BASE_URL, () => toJsonText(baseUrl));
  return JSON.parse(text);
}

/** The text as it stands between the quotes of a JSON string. */
function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
