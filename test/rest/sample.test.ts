import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { importSample } from '../../src/import/run.ts';
import { openApi } from './open.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
/** The answer that README shows. */
const [BODY = ''] = /^\{"idno":.*$/m.exec(README) ?? [];

it('serves a company of the sample dump as README shows it', async () => {
  const { store, get, key } = await openApi({
    companyUrl: 'http://127.0.0.1:3000/companie/{idno}',
  });
  await importSample(store, tmpdir());
  const { idno } = JSON.parse(BODY);
  const { body } = await get(`/api/v1/company/${idno}`, key);
  expect(body).toBe(BODY);
  expect(README).toContain(`/api/v1/company/${idno}\n`);
});
