import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { importSample } from '../../src/import/run.ts';
import { openTestApp } from '../support/app.ts';

const BODY = readFileSync(new URL('bodies/sample.json', import.meta.url), 'utf8');
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('serves a company of the sample dump as README shows it', async () => {
  const { store, get, subscribe } = await openTestApp({
    companyUrl: 'http://127.0.0.1:3000/companie/{idno}',
  });
  await importSample(store, tmpdir());
  const { idno } = JSON.parse(BODY);
  const { body } = await get(
    `/api/v1/company/${idno}`,
    await subscribe('a@test.example', 'business'),
  );
  expect(body).toBe(BODY);
  expect(README).toContain(`/api/v1/company/${idno}\n`);
  expect(README).toContain(`\n${BODY}\n`);
});
