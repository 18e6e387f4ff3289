import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';

async function readInfo(variables: object): Promise<object> {
  const { send } = await openTestApp(variables);
  const { info } = JSON.parse((await send('/openapi.json')).body);
  return info;
}

it('names contact, terms and licence of the operator in the document', async () => {
  const info = await readInfo({
    supportUrl: 'https://registru.example/help',
    termsUrl: 'https://registru.example/terms',
    dataLicense: 'CC BY 4.0',
  });
  expect(info).toMatchObject({
    contact: { name: 'Registru', url: 'https://registru.example/help' },
    termsOfService: 'https://registru.example/terms',
    license: { name: 'CC BY 4.0' },
  });
});

it('has an address for mail as such, and without variables the documentation', async () => {
  const info = await readInfo({ supportUrl: 'mailto:help@registru.example' });
  expect(info).toMatchObject({ contact: { email: 'help@registru.example' } });
  const other = await readInfo({});
  expect(other).toMatchObject({ contact: { url: expect.stringContaining('/docs') } });
  for (const name of ['license', 'termsOfService']) expect(other).not.toHaveProperty(name);
});
