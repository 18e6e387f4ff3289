import { FACTS } from './facts.ts';
import template from './openapi-template.json' with { type: 'json' };

export type OpenApi = typeof template;

/** Where the document itself says that the service is. */
const DOCUMENT_BASE_URL = 'http://127.0.0.1:3000';
const DOCUMENT_COMPANY_URL = /http:\/\/127\.0\.0\.1:3000\/companie\/(\d+)/g;
/** `{{limit}}` in a text, or the whole of it: then numbers stay numbers and lists become items. */
const PLACEHOLDER = /"\{\{(\w+)\}\}"|\{\{(\w+)\}\}/g;

/** The API's description with the limits, plans and forms that the program has. */
export const OPENAPI: OpenApi = JSON.parse(
  JSON.stringify(template).replace(PLACEHOLDER, (_match, whole?: string, part?: string) =>
    whole === undefined
      ? toJsonText(String(findFact(part ?? '')))
      : [findFact(whole)]
          .flat()
          .map((value) => JSON.stringify(value))
          .join(','),
  ),
);

/** The same with the addresses of this service in it. */
export function toOpenApi(baseUrl: string, toCompanyUrl: (idno: string) => string): OpenApi {
  const text = JSON.stringify(OPENAPI)
    .replace(DOCUMENT_COMPANY_URL, (_url, idno: string) => toJsonText(toCompanyUrl(idno)))
    .replaceAll(DOCUMENT_BASE_URL, () => toJsonText(baseUrl));
  return JSON.parse(text);
}

function findFact(name: string): unknown {
  const facts: Readonly<Record<string, unknown>> = FACTS;
  if (name in facts) return facts[name];
  throw new Error(`openapi-template.json: there is no fact "${name}"; see facts.ts`);
}

/** The text as it stands between the quotes of a JSON string. */
function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
