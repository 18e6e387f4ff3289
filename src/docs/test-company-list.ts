import { TEST_COMPANIES, UNKNOWN_TEST_IDNO } from '../domain/company/test-companies.ts';
import { type CodeList, toHash } from './code-lists.ts';

/** The API's answer for an IDNO as JSON. */
export type ReadAnswer = (idno: string) => Promise<string>;

/** The test companies with their full answers. */
export async function createTestCompanyList(readAnswer: ReadAnswer): Promise<CodeList> {
  const companies = await Promise.all(
    TEST_COMPANIES.map(async ({ company: { idno }, shows }) => {
      return { idno, shows, answer: JSON.parse(await readAnswer(idno)) };
    }),
  );
  const content = { companies, unknown: UNKNOWN_TEST_IDNO };
  const version = toHash(content);
  return {
    path: '/codes/test-companies.json',
    body: JSON.stringify({ version, ...content }),
    etag: `"${version}"`,
  };
}
