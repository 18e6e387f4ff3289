import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { LIST_OPERATIONS } from '../../src/docs/openapi/operations.ts';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { FOUNDER_TYPES, LEGAL_STATUSES } from '../../src/domain/company/company.ts';
import { LEGAL_FORMS } from '../../src/domain/register/legal-form.ts';
import { importSample } from '../../src/import/run.ts';
import { openTestApp } from '../support/app.ts';
import { expectValid } from '../support/contract.ts';
import { sendBytes } from '../support/http.ts';

interface Code {
  code: string;
  ro: string | null;
  ru?: string;
  en: string | null;
  edition?: string;
}

const PATHS =
  LIST_OPERATIONS['/codes/{list_file}'].parameters[0]?.schema.enum?.map(
    (list) => `/codes/${list}`,
  ) ?? [];

async function openLists() {
  const app = await openTestApp();
  const read = async (name: string): Promise<Code[]> => {
    const { status, body } = await app.send(`/codes/${name}.json`);
    expect(status).toBe(200);
    return JSON.parse(body).codes;
  };
  return { ...app, read };
}

it('are served to anyone, as described, and cached until their codes change', async () => {
  const { send } = await openLists();
  expect(PATHS).toHaveLength(4);
  for (const path of PATHS) {
    const { status, body, headers } = await send(path);
    const { version } = JSON.parse(body);
    expect({ path, status, etag: headers.etag }).toEqual({
      path,
      status: 200,
      etag: `"${version}"`,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    });
    expectValid('/components/schemas/CodeList', JSON.parse(body));
    const again = await send(path, { headers: { 'if-none-match': `"${version}"` } });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect((await send(path, { method: 'HEAD' })).status).toBe(200);
    expect((await send(`${path}?x=1&x=2`)).body).toBe(body);
  }
  for (const other of ['/codes', '/codes/', '/codes/x.json', `/codes/${'x'.repeat(10_000)}.json`]) {
    expect((await send(other)).status).toBe(404);
  }
});

it.each(Object.entries(LIST_OPERATIONS))('%s answers as the document says', async (path, one) => {
  const { send, port } = await openTestApp();
  const url = path.replace('{list_file}', 'statuses.json');
  const found = await send(url);
  const raw = await sendBytes(port, `GET ${url} HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n`);
  const [, status = '', body = ''] = /^HTTP\/1.1 (\d+)[\s\S]*\r\n\r\n([\s\S]*)$/.exec(raw) ?? [];
  const answers = [
    found,
    await send(url, { headers: { 'if-none-match': found.headers.etag } }),
    await send(url, { method: 'POST' }),
    await send(url, { headers: { expect: 'x' } }),
    await send(url, { headers: { long: 'x'.repeat(20_000) } }),
    { status: Number(status), headers: {}, body },
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 304, 405, 417, 431, 400]);
  for (const answer of answers) {
    const { [answer.status]: reference } = Object(one.responses);
    const response = Object(reference.$ref ? follow(reference.$ref) : reference);
    const headers = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
    expect(Object.keys(answer.headers), url).toEqual(expect.arrayContaining(headers));
    if (answer.status < 400) {
      expect(headers).toEqual([
        'etag',
        'x-request-id',
        'cache-control',
        'access-control-allow-origin',
      ]);
    } else expect(response['x-errors']).toEqual([JSON.parse(answer.body).error]);
  }
});

function follow(reference: string): unknown {
  const { responses } = OPENAPI.components;
  return Object(responses)[reference.replace('#/components/responses/', '')];
}

it('have every value that companies of the sample have, and every one that may come', async () => {
  const { read, store, get, subscribe } = await openLists();
  await importSample(store, tmpdir());
  const key = await subscribe('a@test.example', 'agency');
  const idnos = await store.companies.listIdnos(null, 280);
  const companies = [];
  for (const idno of idnos)
    companies.push(JSON.parse((await get(`/api/v1/company/${idno}`, key)).body));
  const codesOf = async (name: string) => new Set((await read(name)).map(({ code }) => code));

  expect(await codesOf('statuses')).toEqual(new Set(LEGAL_STATUSES));
  expect(await codesOf('founder-types')).toEqual(new Set(FOUNDER_TYPES));
  expect(await codesOf('legal-forms')).toEqual(new Set(LEGAL_FORMS));
  const caem = await codesOf('caem');
  const served: string[] = companies.flatMap((company) =>
    company.caem.map(({ code }: Code) => code),
  );
  expect(served.length).toBeGreaterThan(100);
  expect(served.filter((code) => !caem.has(code))).toEqual([]);
});

it('have the editions of the activities, each code once, with the labels that there are', async () => {
  const { read } = await openLists();
  const codes = await read('caem');
  const editions = Map.groupBy(codes, ({ edition }) => edition);
  expect([...editions].map(([edition, of]) => [edition, of.length])).toEqual([
    ['CAEM Rev.2 (2009)', 615],
    ['CAEM (2005)', 963],
    ['NACE Rev.2.1 (2025)', 146],
  ]);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  expect(codes).toContainEqual(
    expect.objectContaining({ code: '01.12', ro: 'Cultivarea orezului', en: 'Growing of rice' }),
  );
  expect(codes.filter(({ ro }) => ro === null).map(({ code }) => code)).toEqual(['72200']);
  const words = (await read('statuses')).flatMap(({ ro, ru, en }) => [ro, ru, en]);
  expect(words.every((word) => typeof word === 'string' && word !== '')).toBe(true);
});
