import { describe, expect, it } from 'vitest';
import type { CompanyFlag } from '../../src/domain/company.ts';
import { toFounders } from '../../src/domain/founders.ts';

const IDNO = '1012600042422';
const PERSONAL = '2019044556677';

type Row = [name: string, share: string | null, type: string];

function read(text: string | null): { founders: Row[]; flags: CompanyFlag[] } {
  const { founders, flags } = toFounders(text);
  return {
    founders: founders.map(({ name, share, type }) => [name, share, type]),
    flags: [...flags],
  };
}

const person = (name: string, share: string | null = null): Row => [name, share, 'persoana_fizica'];
const organisation = (name: string, share: string | null = null): Row => [
  name,
  share,
  'persoana_juridica',
];

describe('a clean cell', () => {
  it.each<[string | null, Row[]]>([
    [null, []],
    ['', []],
    [' \n', []],
    ['DORLAN ILIE', [person('DORLAN ILIE')]],
    ['DORLAN ILIE (100,00%)', [person('DORLAN ILIE', '100,00%')]],
    [
      'DORLAN ILIE (40%), GLOD ANA(60.0 %)',
      [person('DORLAN ILIE', '40,00%'), person('GLOD ANA', '60,00%')],
    ],
    [
      '"VERLAN, PLAI" S.R.L. (50,00%); GLOD ANA (50,00%)',
      [organisation('"VERLAN, PLAI" S.R.L.', '50,00%'), person('GLOD ANA', '50,00%')],
    ],
    ['DORLAN ILIE (DE LA PLOP) (100,00%)', [person('DORLAN ILIE (DE LA PLOP)', '100,00%')]],
    ['VERLAN CO., LTD (100,00%)', [organisation('VERLAN CO., LTD', '100,00%')]],
    ['DORLAN ILIE (50,00%), GLOD ANA', [person('DORLAN ILIE', '50,00%'), person('GLOD ANA')]],
  ])('%j is read whole', (text, founders) => {
    expect(read(text)).toEqual({ founders, flags: [] });
  });
});

describe('commas', () => {
  it('part founders of their own where the cell has no share', () => {
    const { founders, flags } = read('DORLAN ILIE, GLOD ANA, CONSILIUL LOCAL PLOP, STATUL');
    expect(flags).toEqual([]);
    expect(founders).toEqual([
      person('DORLAN ILIE'),
      person('GLOD ANA'),
      organisation('CONSILIUL LOCAL PLOP'),
      ['STATUL', null, 'stat'],
    ]);
  });

  it('join those who hold one share', () => {
    expect(read('DORLAN ILIE, GLOD ANA (25,00%), GLOD ION (75,00%)')).toEqual({
      founders: [person('DORLAN ILIE, GLOD ANA', '25,00%'), person('GLOD ION', '75,00%')],
      flags: ['founders_joint'],
    });
    expect(read('DORLAN ILIE, "PLAI" SRL (50,00%)')).toEqual({
      founders: [['DORLAN ILIE, "PLAI" SRL', '50,00%', 'grup']],
      flags: ['founders_joint'],
    });
  });

  it('are kept where what follows them may be no name', () => {
    expect(read('DORVAL LUC, HENRI, LOUIS')).toEqual({
      founders: [person('DORVAL LUC, HENRI, LOUIS')],
      flags: ['founders_unsplit'],
    });
    const ministry = 'MINISTERUL MUNCII, PROTECȚIEI SOCIALE ȘI FAMILIEI';
    expect(read(ministry)).toEqual({
      founders: [organisation(ministry)],
      flags: ['founders_unsplit'],
    });
    expect(read('„PLAI"" SRL, DORLAN ILIE').flags).toEqual(['founders_unsplit']);
  });
});

describe('a share', () => {
  it.each(['DORLAN ILIE (120,00%)', 'DORLAN ILIE (x%)', 'DORLAN ILIE (%)'])(
    'of %j is unknown',
    (text) => {
      expect(read(text)).toEqual({ founders: [person('DORLAN ILIE')], flags: ['share_invalid'] });
    },
  );
});

describe('numbers beside names', () => {
  it.each([
    `DORLAN ILIE ${PERSONAL} (100,00%)`,
    `DORLAN ILIE, IDNP ${PERSONAL} (100,00%)`,
    `DORLAN ILIE, IDNO ${PERSONAL} (100,00%)`,
    `DORLAN ILIE IDNO ${PERSONAL} (100,00%)`,
    `DORLAN ILIE (IDNP: ${PERSONAL}) (100,00%)`,
    'DORLAN ILIE 2 019 044 556 677 (100,00%)',
    `${PERSONAL}DORLAN ILIE (100,00%)`,
    `DORLAN ILIE ${IDNO} (100,00%)`,
    'DORLAN ILIE 20190445566770 (100,00%)',
  ])('%j: of a person the number is cut', (text) => {
    expect(read(text)).toEqual({
      founders: [person('DORLAN ILIE', '100,00%')],
      flags: ['personal_number_cut'],
    });
  });

  it.each([
    [`"PLAI" SRL, IDNO ${IDNO}\nMD-2012, STRADA VIILOR 5, MUN. CHIȘINĂU. (100,00%)`],
    [`"PLAI" SRL IDNO:${IDNO} (100,00%)`],
    [`"PLAI" SRL (IDNO ${IDNO}) (100,00%)`],
    [`"PLAI" SRL ${IDNO} (100,00%)`],
    [`"PLAI" SRL, c/f ${IDNO} (100,00%)`],
  ])('%j: of a company it is set aside with the address', (text) => {
    expect(read(text)).toEqual({ founders: [organisation('"PLAI" SRL', '100,00%')], flags: [] });
    expect(toFounders(text).idnos).toEqual([IDNO]);
  });

  it('an address ends where another founder begins', () => {
    const text = `"PLAI" SRL, IDNO ${IDNO}, MD-2012, STR. VIILOR 5, DORLAN ILIE`;
    expect(read(text).founders).toEqual([organisation('"PLAI" SRL'), person('DORLAN ILIE')]);
    expect(read(`"PLAI" SRL, IDNO ${IDNO}, "MUNTE"`)).toEqual({
      founders: [organisation('"PLAI" SRL'), organisation('"MUNTE"')],
      flags: [],
    });
    expect(read(`"PLAI" SRL, IDNO ${IDNO}, BUIUCANI, STR. VIILOR 5`)).toEqual({
      founders: [organisation('"PLAI" SRL')],
      flags: ['founders_unsplit'],
    });
  });

  it('a wrong number is no IDNO, and a number alone stands for its company', () => {
    expect(toFounders('"PLAI" SRL, IDNO 1012600042423').idnos).toEqual([null]);
    expect(read(`IDNO ${IDNO} (100,00%)`).founders).toEqual([
      organisation(`IDNO ${IDNO}`, '100,00%'),
    ]);
    expect(read(`${PERSONAL} (50,00%)`)).toEqual({
      founders: [],
      flags: ['personal_number_cut', 'founders_junk'],
    });
  });
});
