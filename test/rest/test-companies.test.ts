import { expect, it } from 'vitest';
import type { FounderType } from '../../src/domain/company/company.ts';
import { hasValidCheckDigit } from '../../src/domain/company/idno.ts';
import {
  LIMITED_TEST_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../../src/domain/company/test-companies.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { expectValid } from '../support/contract.ts';

const NUMBERS = TEST_COMPANIES.map(({ company }) => company.idno);

async function openWithKey() {
  const app = await openTestApp();
  const key = await app.subscribe('a@test.example', 'agency');
  const ask = (idno: string) => app.get(`/api/v1/company/${idno}`, key);
  return { ...app, key, ask };
}

it('are served to a valid key alone, as documented at /codes/test-companies.json', async () => {
  const { send, ask } = await openWithKey();
  const { status, body, headers } = await send('/codes/test-companies.json');
  const list = JSON.parse(body);
  expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: `"${list.version}"` });
  expectValid('/components/schemas/TestCompanies', list);
  expect(list.companies.map(({ idno }: { idno: string }) => idno)).toEqual(NUMBERS);
  for (const { idno, answer } of list.companies) {
    expect((await send(`/api/v1/company/${idno}`)).status).toBe(401);
    expect(await ask(idno)).toMatchObject({ status: 200, body: JSON.stringify(answer) });
  }
  expect(list.unknown).toBe(UNKNOWN_TEST_IDNO);
  expect((await ask(list.unknown)).status).toBe(404);
});

it('show each status, each type of founder, joint founders, nulls and 200 activities', async () => {
  const { ask } = await openWithKey();
  const answers = [];
  for (const idno of NUMBERS) answers.push(JSON.parse((await ask(idno)).body));
  const types = (founders: { type: FounderType }[]) => founders.map(({ type }) => type);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([
    'activa',
    'in_lichidare',
    'insolvabila',
    'lichidata',
  ]);
  expect(types(answers[4].founders)).toEqual([
    'persoana_fizica',
    'persoana_juridica',
    'stat',
    'grup',
  ]);
  expect(types(answers[5].founders)).toEqual(['grup']);
  expect(answers[6]).toMatchObject({
    legal_form: null,
    reg_date: null,
    address: null,
    region: null,
    capital: null,
    vat_payer: null,
    caem_main: null,
    founders: [],
    admins: [],
    caem: [],
  });
  expect(answers[7].caem).toHaveLength(200);
  expect(new Set(answers[7].caem.map(({ code }: { code: string }) => code)).size).toBe(200);
});

it('have reserved numbers with valid check digits', () => {
  expect(NUMBERS).toHaveLength(10);
  for (const idno of [...NUMBERS, UNKNOWN_TEST_IDNO, LIMITED_TEST_IDNO]) {
    expect(idno).toMatch(/^0\d{12}$/);
    expect(hasValidCheckDigit(idno)).toBe(true);
  }
});

it('are what they are whatever an import has written, and others are found as ever', async () => {
  const { store, ask } = await openWithKey();
  const [idno = ''] = NUMBERS;
  const before = (await ask(idno)).body;
  const written = [idno, UNKNOWN_TEST_IDNO].map((one) => toStored({ ...COMPANY, idno: one }));
  await store.companies.write(written, []);
  expect((await ask(idno)).body).toBe(before);
  expect((await ask(UNKNOWN_TEST_IDNO)).status).toBe(404);
  const answers = await Promise.all([idno, IDNO, UNKNOWN_TEST_IDNO, idno].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
  expect(JSON.parse(answers[1]?.body ?? '').idno).toBe(IDNO);
});

it('are in no search', async () => {
  const { get, key, store } = await openWithKey();
  for (const query of ['name=exemplu', `name=${NUMBERS[0]}`, 'region=0120']) {
    const { body } = await get(`/api/v1/search?${query}`, key);
    const found = JSON.parse(body).companies.map(({ idno }: { idno: string }) => idno);
    expect(
      found.filter((idno: string) => idno.startsWith('0')),
      query,
    ).toEqual([]);
  }
  expect(await store.companies.count()).toBe(1);
});
