import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { fetchCompany } from './client/fetch-company.ts';

const CLIENT = join(import.meta.dirname, 'client');

/** Runs a tool of the client's project; rejects with what it prints when it fails. */
function runTool(script: string, ...args: string[]) {
  const path = join(CLIENT, 'node_modules', script);
  return promisify(execFile)(process.execPath, [path, ...args], { cwd: CLIENT, timeout: 15_000 });
}

it('has the types that are generated from the document (npm run client-types)', async () => {
  const document = join(import.meta.dirname, '../../src/rest/openapi.json');
  const args = [document, '--output', 'registru.ts', '--check'];
  await expect(runTool('openapi-typescript/bin/cli.js', ...args)).resolves.toBeDefined();
});

it('compiles with a compiler of its own', async () => {
  await expect(runTool('typescript/lib/tsc.js', '--project', CLIENT)).resolves.toBeDefined();
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
