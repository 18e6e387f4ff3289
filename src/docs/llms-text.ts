import { EXAMPLE_IDNO } from '../domain/company/test-companies.ts';
import { toWordList } from '../domain/word-list.ts';
import { FACTS } from './facts.ts';
import type { Page } from './pages.ts';

const PROGRAMS = [
  ['/openapi.json', 'OpenAPI 3.1', 'every parameter, field, header and error'],
  ['/codes/test-companies.json', 'Test companies', 'invented companies with their full answers'],
  ['/codes/statuses.json', 'Statuses', 'the values of `status` in words'],
  ['/codes/legal-forms.json', 'Legal forms', 'the values of `legal_form` in words'],
  ['/codes/caem.json', 'Activities', 'the codes of `caem` in words'],
  ['/codes/founder-types.json', 'Types of founders', 'the values of `founders[].type` in words'],
] as const;

/** The service for language models, in the form of https://llmstxt.org. */
export function toLlmsText(baseUrl: string, pages: readonly Page[]): string {
  const limits = FACTS.plans.map(({ name, limit }) => `${limit} with the ${name} plan`);
  const documents = pages.map(({ path, title, sections }) => {
    const topics = Object.values(sections).join(', ');
    return `- [${title}](${baseUrl}${path}): ${topics}`;
  });
  const programs = PROGRAMS.map(
    ([path, title, what]) => `- [${title}](${baseUrl}${path}): ${what}`,
  );
  return `# Registru

> The company data API of the Moldovan State Register of Legal Units: companies by IDNO, the 13-digit state identification number, or by name, as JSON.

- A company: \`GET ${baseUrl}/api/v1/company/{idno}\`; a search: \`GET ${baseUrl}/api/v1/search?name=…\`; what has changed: \`GET ${baseUrl}/api/v1/changes\`; assistants: \`POST ${baseUrl}/mcp\` (Model Context Protocol).
- Every request needs an API key in the header \`Authorization: Bearer <API_KEY>\`. In any ${FACTS.windowSeconds} seconds a key has ${toWordList(limits, 'and')}; beyond it the answer is 429.
- Fields that the register does not provide are \`null\`; nothing is guessed.
- \`${EXAMPLE_IDNO}\` is a test company, which every installation serves.

## Documentation

${documents.join('\n')}

## For programs

${programs.join('\n')}
`;
}
