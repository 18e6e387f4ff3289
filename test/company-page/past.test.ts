import { describe, expect, it } from 'vitest';
import { MAX_PAGE_CHANGES } from '../../src/answers/history.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import type { ApiReads } from '../../src/store/port/query-reads.ts';
import { makeIdno, type RowSpec } from '../import/dump-file.ts';
import { openTestImport } from '../import/open-import.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { openCompanyPage } from './open.ts';

const [FIRST, OTHER, THIRD] = [makeIdno(11), makeIdno(12), makeIdno(13)];
const PATH = `/companie/${FIRST}`;

/** Dumps from 7 September 2026 on, with another company beside these rows, or in their place. */
async function openWeeks(weeks: readonly (RowSpec | null)[], stepDays = 7) {
  const imports = await openTestImport();
  for (const [week, row] of weeks.entries()) {
    const day = new Date(Date.UTC(2026, 8, 7 + stepDays * week)).toISOString().slice(0, 10);
    const rows = [row === null ? { idno: THIRD } : { idno: FIRST, ...row }, { idno: OTHER }];
    await imports.importRows(rows, { date: day.split('-').reverse().join('.') });
  }
  const { store } = imports;
  const reads = { readHistory: store.readHistory } as ApiReads;
  const page = await openCompanyPage({ store, openSearchReads: () => reads });
  const read = async (path = `${PATH}?lang=en`) => toText((await page.open(path)).body);
  return { ...page, imports, read };
}

/** The page's text, one element a line. */
const toText = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<\/?(?:span|time)[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&quot;', '"')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const toHistory = (lines: string[]) => {
  const start = lines.indexOf('History');
  return start < 0 ? null : lines.slice(start + 1, lines.indexOf('Full record'));
};

describe('the past of a company on its page', () => {
  it('has former names from the dump that first had them until the last', async () => {
    const { read } = await openWeeks([
      { name: 'Prima S.R.L.' },
      { name: 'Prima S.R.L.' },
      { name: 'A Doua S.R.L.' },
      null,
      { name: 'A Treia S.R.L.' },
      { name: 'A Doua S.R.L.' },
      { name: 'A Patra S.R.L.' },
    ]);
    const lines = await read();
    const start = lines.indexOf('Former names');
    expect(lines[start + 1]?.toUpperCase()).toBe(
      [
        'A Doua S.R.L. from 12 October 2026 until 12 October 2026',
        'A Treia S.R.L. from 5 October 2026 until 5 October 2026',
        'A Doua S.R.L. from 21 September 2026 until 21 September 2026',
        'Prima S.R.L. from 7 September 2026 until 14 September 2026',
      ]
        .join('')
        .toUpperCase(),
    );
  });

  it('does not list a name that came back among the former ones', async () => {
    const names = ['Prima S.R.L.', 'A Doua S.R.L.', 'Prima S.R.L.'];
    const { open } = await openWeeks(names.map((name) => ({ name })));
    const { body } = await open(`${PATH}?lang=en`);
    const formers = [...body.matchAll(/class="former"><span lang="ro">([^<]+)/g)];
    expect(formers.map(([, name]) => name?.toUpperCase())).toEqual(['A DOUA S.R.L.']);
  });

  it('is a short history of name, status and address, newest first, without people', async () => {
    const liquidation = { directors: 'EXEMPLU ANA [Lichidator]', liquidatedOn: null };
    const { read, imports } = await openWeeks([
      { name: 'Prima S.R.L.', address: 'MD-2001, str. A, 1, mun. Chişinău' },
      { name: 'A Doua S.R.L.', address: 'MD-2001, str. B, 1, mun. Chişinău' },
      null,
      { name: 'A Doua S.R.L.', address: 'MD-2001, str. B, 1, mun. Chişinău', ...liquidation },
      {
        name: 'A Doua S.R.L.',
        address: 'MD-2001, str. B, 1, mun. Chişinău',
        ...liquidation,
        founders: 'NIMENI ION (100,00%)',
      },
    ]);
    expect((await imports.find(FIRST))?.status).toBe('in_lichidare');
    const lines = await read();
    expect(toHistory(lines)?.map((line) => line.toUpperCase())).toEqual(
      [
        '28 September 2026',
        'In the register again',
        'Status: in liquidation (before: active)',
        '21 September 2026',
        'No longer in the register',
        '14 September 2026',
        'Name: A Doua S.R.L. (before: Prima S.R.L.)',
        'Address: MD-2001, str. B, 1, mun. Chişinău (before: MD-2001, str. A, 1, mun. Chişinău)',
        '7 September 2026',
        'First dump of this service with the company',
        'Dates are those of the register’s dumps. A key shows the whole history through the API.',
      ].map((line) => line.toUpperCase()),
    );
    expect(lines.join()).not.toMatch(/EXEMPLU|NIMENI/);
    for (const [lang, words] of [
      [
        'ro',
        [
          'Istoric',
          'Nu mai figurează în registru',
          'din 7 septembrie 2026 până la 7 septembrie 2026',
        ],
      ],
      [
        'ru',
        ['История', 'Больше не значится в регистре', 'с 7 сентября 2026 г. по 7 сентября 2026 г.'],
      ],
    ] as const) {
      const text = (await read(`${PATH}?lang=${lang}`)).join('|');
      for (const word of words) expect(text).toContain(word);
    }
  });

  it('has a limited number of changes, and says that there are older ones', async () => {
    const weeks = Array.from({ length: MAX_PAGE_CHANGES + 2 }, (_, week) => ({
      name: `Firma ${week} S.R.L.`,
    }));
    const { open } = await openWeeks(weeks, 1);
    const { body } = await open(`${PATH}?lang=en`);
    expect(body.match(/class="former"/g)).toHaveLength(MAX_PAGE_CHANGES);
    expect(body.match(/\(before: /g)).toHaveLength(MAX_PAGE_CHANGES);
    expect(body).toContain('Older changes are not shown here.');
  });

  it('is read for changed companies only, and is left out where it cannot be read', async () => {
    const asked: string[] = [];
    const reads = {
      readHistory(idno: string) {
        asked.push(idno);
        return Promise.reject(new Unavailable('too many reads are waiting'));
      },
    } as unknown as ApiReads;
    const { open, store } = await openCompanyPage({ openSearchReads: () => reads });
    const path = `/companie/${IDNO}?lang=en`;
    expect(toHistory(toText((await open(path)).body))).toBeNull();
    expect(asked).toEqual([]);
    const change = { idno: IDNO, revision: 1, importId: 'i', dumpDate: '2026-09-14' };
    const previous = { company: { name: 'VECHE SRL' } };
    await store.companies.write([{ ...toStored(COMPANY), revision: 2 }], [{ ...change, previous }]);
    const { status, body } = await open(path);
    expect([status, asked]).toEqual([200, [IDNO]]);
    expect(toHistory(toText(body))).toEqual([
      'The history is not available right now. Open the page again in a few seconds.',
    ]);
  });
});
