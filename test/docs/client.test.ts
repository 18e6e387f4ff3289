import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { fetchCompany } from './client/fetch-company.ts';
import { runTool } from './client-tool.ts';

it('has the types that are generated from the document (npm run client-types)', async () => {
  const document = join(import.meta.dirname, '../../schema/openapi.json');
  const args = [document, '--output', 'registru.ts', '--check'];
  await expect(runTool('openapi-typescript/bin/cli.js', ...args)).resolves.toBeDefined();
});

it('fetches a company, and knows an absent one from a refusal', async () => {
  const { baseUrl, subscribe } = await openTestApp();
  const key = await subscribe('a@test.example', 'business');
  const company = await fetchCompany(baseUrl, key, IDNO);
  expect(company?.founders[0]?.share).toBe(COMPANY.founders[0]?.share);
  expect(company?.capital).toBe('5400.00');
  expect(await fetchCompany(baseUrl, key, UNKNOWN_IDNO)).toBeNull();
  await expect(fetchCompany(baseUrl, 'reg_wrong', IDNO)).rejects.toThrow('Send a valid API key');
});
