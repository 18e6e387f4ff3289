import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFounders } from '../../../../src/domain/register/founders/founders.ts';
import { expectFounders, organisation, person, type Row, read } from './read-founders.ts';

const IDNO = '1012600042422';
const PERSONAL = '2019044556677';

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
    ['DORVAL LUC, HENRI, LOUIS (100%)', [person('DORVAL LUC, HENRI, LOUIS', '100,00%')]],
    ['ŞTIRBU ŢARINĂ, ȘTIRBU ȚARINĂ', [person('ŞTIRBU ŢARINĂ'), person('ȘTIRBU ȚARINĂ')]],
    ['ООО ВЕРЛАН, БОДРЕНКО ПЁТР', [organisation('ООО ВЕРЛАН'), person('БОДРЕНКО ПЁТР')]],
    ['TOTAL 71 MEMBRI', [['TOTAL 71 MEMBRI', null, 'grup']]],
    ['STATUL (100,00%)', [['STATUL', '100,00%', 'stat']]],
    ['DORLAN ILIE (50,00%), GLOD ANA', [person('DORLAN ILIE', '50,00%'), person('GLOD ANA')]],
  ])('%j is read whole', (text, founders) => {
    expectFounders(text, founders);
  });
});

it.each(['.', '/ ', '& ', '+'])('a whole cell of %j is nobody', (sign) => {
  expectFounders(sign.repeat(15_000), [], ['founders_unsplit', 'founders_junk']);
});

it.each(['A\n', '/\nA B și C D\n', '1. A B\n'])(
  'a cell of nothing but %j is read in time',
  (lines) => {
    const { founders, flags } = read(lines.repeat(32_000 / lines.length));
    expect(founders).toHaveLength(1);
    expect(flags).toContain('text_cut');
  },
);

it.each(['"PLAI"', '“PLAI”', '”PLAI”', '„PLAI”', '«PLAI»', '„PLAI"', "''PLAI''", ",,PLAI''"])(
  '%s is quoted and keeps its quotation marks',
  (quoted) => {
    const { founders } = read(`${quoted} S.R.L. (50,00%), DORLAN ILIE (50,00%)`);
    expect(founders.map(([name]) => name)).toEqual([`${quoted} S.R.L.`, 'DORLAN ILIE']);
  },
);

it('a cell of more than 4,096 characters is read to its end', () => {
  const people = Array.from({ length: 400 }, (_, index) => `DORLAN ILIE${'ȘU'.repeat(index % 9)}`);
  const { founders } = read(people.map((name) => `${name} (0,25%)`).join(', '));
  expect(founders.map(([name]) => name)).toEqual(people);
});

describe('commas', () => {
  it('divide a list of quoted companies, unless they hold one share', () => {
    const names = Array.from({ length: 20 }, (_, index) => `"PLAI ${index}" S.R.L.`);
    const list = names.join(', ');
    expectFounders(
      list,
      names.map((name) => organisation(name)),
    );
    const joint = { founders: [organisation(list, '100,00%')], flags: ['founders_joint'] };
    expect(read(`${list} (100,00%)`)).toEqual(joint);
  });

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
    expectFounders(
      'DORLAN ILIE, GLOD ANA (25,00%), GLOD ION (75,00%)',
      [person('DORLAN ILIE, GLOD ANA', '25,00%'), person('GLOD ION', '75,00%')],
      ['founders_joint'],
    );
    expectFounders(
      'DORLAN ILIE, "PLAI" SRL (50,00%)',
      [['DORLAN ILIE, "PLAI" SRL', '50,00%', 'grup']],
      ['founders_joint'],
    );
  });

  it('stay where the text after them may not be a name', () => {
    expectFounders(
      'DORVAL LUC, HENRI, LOUIS',
      [person('DORVAL LUC, HENRI, LOUIS')],
      ['founders_unsplit'],
    );
    const ministry = 'MINISTERUL MUNCII, PROTECȚIEI SOCIALE ȘI FAMILIEI';
    expectFounders(ministry, [organisation(ministry)], ['founders_unsplit']);
    expect(read('„PLAI"" SRL, DORLAN ILIE').flags).toEqual(['founders_unsplit']);
  });
});

/** Both founders hold the share written next to their name, in any notation. */
const halves = ['50,00%', '50,00%'];
const thirds = ['33,33%', '66,67%'];

describe('a share that is certain', () => {
  it.each([
    ['DORLAN ILIE (50), GLOD ANA (50)', halves],
    ['DORLAN ILIE [50], GLOD ANA (50,00%)', halves],
    ['DORLAN ILIE (1/2), GLOD ANA (1/2)', halves],
    ['DORLAN ILIE (1/3), GLOD ANA [2 / 3]', thirds],
    ['DORLAN ILIE 50%, GLOD ANA 50 %', halves],
    ['DORLAN ILIE - 50%; GLOD ANA: 50,00%', halves],
    ['DORLAN ILIE, 50%, GLOD ANA, 50%', halves],
    ['DORLAN ILIE [50,00%], GLOD ANA [50%]', halves],
    ['DORLAN ILIE (33,(3)%), GLOD ANA (66,(6)%)', thirds],
    ['DORLAN ILIE (50％), GLOD ANA（50％）', halves],
    ['DORLAN ILIE (50 la sută), GLOD ANA 50 la suta', halves],
    ['DORLAN ILIE (50 procente), GLOD ANA (50 процентов)', halves],
    ['DORLAN ILIE (cota 50%), GLOD ANA cota-parte 50%', halves],
    ['DORLAN ILIE (50,00%, GLOD ANA 50,00%)', halves],
    ['DORLAN ILIE (50%)\nGLOD ANA (50%)', halves],
  ])('%j is read', (text, [first = '', second = '']) => {
    const founders = [person('DORLAN ILIE', first), person('GLOD ANA', second)];
    expectFounders(text, founders);
  });

  it.each(['DORLAN ILIE (100)', 'DORLAN ILIE [100]', 'DORLAN ILIE 100%', 'DORLAN ILIE (1/1)'])(
    'of one founder: %j',
    (text) => {
      expectFounders(text, [person('DORLAN ILIE', '100,00%')]);
    },
  );

  it.each([
    ['"BIO 100%" SRL (100%)', '"BIO 100%" SRL', '100,00%'],
    ['SRL "BIO 100%"', 'SRL "BIO 100%"', null],
    ['"PLAI (2)" SRL', '"PLAI (2)" SRL', null],
    ['"PLAI, 50%, MUNTE" SRL', '"PLAI, 50%, MUNTE" SRL', null],
    ['PLAI 2000 SRL (100)', 'PLAI 2000 SRL', '100,00%'],
  ])('is not taken out of a name: %j', (text, name, share) => {
    expectFounders(text, [organisation(name, share)]);
  });
});

describe('a share that is not certain', () => {
  it.each([
    ...[
      '(120,00%)',
      '(x%)',
      '(%)',
      '(50)',
      '(33)',
      '[2]',
      '(3/2)',
      '(0/5)',
      '(1.000,00%)',
      '(-5%)',
    ],
    ...[
      '(50% din capital)',
      '(5400 lei)',
      '(5400 lei, 50%)',
      '(50,00%, 5400 lei)',
      '(cincizeci la sută)',
      '(cincizeci procente)',
      '(cota, 50%)',
      '150%',
      '(120 la sută)',
    ],
  ])('%s is null and out of the name', (share) => {
    expectFounders(`DORLAN ILIE ${share}`, [person('DORLAN ILIE')], ['share_invalid']);
  });

  it.each(['50% DORLAN ILIE, 50% GLOD ANA', '[30%] DORLAN ILIE; 70％ - GLOD ANA'])(
    'stands before the name: %j',
    (text) => {
      const founders = [person('DORLAN ILIE'), person('GLOD ANA')];
      expectFounders(text, founders, expect.arrayContaining(['share_invalid']));
    },
  );

  it.each(['(30%) DORLAN ILIE, (70%) GLOD ANA', '30%\nDORLAN ILIE\n70%\nGLOD ANA'])(
    'goes to nobody else: %j',
    (text) => {
      expect(read(text)).toMatchObject({
        founders: [person('DORLAN ILIE'), person('GLOD ANA')],
        flags: ['share_invalid', 'founders_junk'],
      });
    },
  );

  it('where numbers alone do not make 100', () => {
    const { founders, flags } = read('DORLAN ILIE (33), GLOD ANA (33), GLOD ION (33)');
    expect(founders.map(([, share]) => share)).toEqual([null, null, null]);
    expect(flags).toEqual(['share_invalid']);
  });
});

it.each([
  ['DORLAN ILIE (60%), GLOD ANA (60%)', ['shares_over_100']],
  ['DORLAN ILIE (100%), GLOD ANA (0,03%)', ['shares_over_100']],
  ['DORLAN ILIE (33,34%), GLOD ANA (33,34%), GLOD ION (33,34%)', []],
  ['DORLAN ILIE (50%), GLOD ANA (40%)', []],
])('a sum over 100 is flagged: %j', (text, flags) => {
  expect(read(text).flags).toEqual(flags);
});

describe('two names in one entry', () => {
  const both = [person('DORLAN ILIE'), person('GLOD ANA')];

  it.each([
    ...['DORLAN ILIE și GLOD ANA', 'DORLAN ILIE ŞI GLOD ANA', 'DORLAN ILIE si GLOD ANA'],
    ...['DORLAN ILIE / GLOD ANA', 'DORLAN ILIE/GLOD ANA', 'DORLAN ILIE + GLOD ANA'],
    ...['DORLAN ILIE and GLOD ANA', 'DORLAN ILIE\nGLOD ANA', 'DORLAN ILIE\r\n\r\nGLOD ANA'],
    ...['DORLAN ILIE & GLOD ANA', 'DORLAN ILIE, și GLOD ANA'],
  ])('%j are two founders', (text) => {
    expectFounders(text, both, ['founders_unsplit']);
  });

  it.each(['DORLAN ILIE și GLOD ANA (50%)', 'DORLAN ILIE\nGLOD ANA (50%)'])(
    '%j hold one share together',
    (text) => {
      expectFounders(
        text,
        [person('DORLAN ILIE, GLOD ANA', '50,00%')],
        ['founders_unsplit', 'founders_joint'],
      );
    },
  );

  it.each([
    ['БОДРЕНКО ПЁТР и ГЛОД АННА', [person('БОДРЕНКО ПЁТР'), person('ГЛОД АННА')]],
    ['"PLAI" SRL\n"MUNTE" SRL', [organisation('"PLAI" SRL'), organisation('"MUNTE" SRL')]],
    ['PLAI SRL, DORLAN ILIE și GLOD ANA', [organisation('PLAI SRL'), ...both]],
    ['"PLAI" SRL și SRL "MUNTE"', [organisation('"PLAI" SRL'), organisation('SRL "MUNTE"')]],
    ['"PLAI" SRL / DORLAN ILIE', [organisation('"PLAI" SRL'), person('DORLAN ILIE')]],
    ['SRL "PLAI" & SRL "MUNTE"', [organisation('SRL "PLAI"'), organisation('SRL "MUNTE"')]],
    ['SRL PLAI ȘI SRL MUNTE', [organisation('SRL PLAI'), organisation('SRL MUNTE')]],
    ['PLAI SRL ȘI DORLAN ILIE', [organisation('PLAI SRL'), person('DORLAN ILIE')]],
    ['DORLAN ILIE ŞI PLAI S.A.', [person('DORLAN ILIE'), organisation('PLAI S.A.')]],
    ['PLAI GMBH ȘI MUNTE S.L.U.', [organisation('PLAI GMBH'), organisation('MUNTE S.L.U.')]],
    [
      'VERLAN AG (ELVEȚIA) ȘI DORLAN ILIE',
      [organisation('VERLAN AG (ELVEȚIA)'), person('DORLAN ILIE')],
    ],
    [
      'VERLAN AG (ELVEȚIA), DORLAN ILIE ȘI GLOD ANA',
      [organisation('VERLAN AG (ELVEȚIA)'), ...both],
    ],
    ['ООО ПЛАЙ и БОДРЕНКО ПЁТР', [organisation('ООО ПЛАЙ'), person('БОДРЕНКО ПЁТР')]],
    ['PRIMĂRIA PLOP / CONSILIUL PLOP', [organisation('PRIMĂRIA PLOP / CONSILIUL PLOP')]],
    ['DORLAN ILIE\nPETRU', [person('DORLAN ILIE PETRU')]],
    ['DORLAN ILIE, SI GLOD ANA', [person('DORLAN ILIE'), person('SI GLOD ANA')]],
    [
      'DORLAN ILIE (50%) și GLOD ANA (50%)',
      [person('DORLAN ILIE', '50,00%'), person('GLOD ANA', '50,00%')],
    ],
    ['PLAI SRL / MUNTE SRL', [organisation('PLAI SRL'), organisation('MUNTE SRL')]],
    [
      'DORLAN ILIE (50%). GLOD ANA (50%)',
      [person('DORLAN ILIE', '50,00%'), person('GLOD ANA', '50,00%')],
    ],
    [
      'DORLAN ILIE (50%) / GLOD ANA (50%)',
      [person('DORLAN ILIE', '50,00%'), person('GLOD ANA', '50,00%')],
    ],
    ['DORLAN ILIE ȘI FIII', [['DORLAN ILIE ȘI FIII', null, 'grup'] satisfies Row]],
    [
      'SOCIETATEA CU RĂSPUNDERE\nLIMITATĂ "PLAI"',
      [organisation('SOCIETATEA CU RĂSPUNDERE LIMITATĂ "PLAI"')],
    ],
  ])('%j', (text, founders) => {
    expectFounders(text, founders, ['founders_unsplit']);
  });

  it.each([
    ['DORLAN\nILIE', [person('DORLAN ILIE')]],
    ['DORLAN ILIE,\nGLOD ANA', both],
    ['"SORA ȘI FRAȚII" SRL', [organisation('"SORA ȘI FRAȚII" SRL')]],
    ['VERLAN A/S', [organisation('VERLAN A/S')]],
    ['ASOCIAȚIA PLAI ȘI MUNTE', [organisation('ASOCIAȚIA PLAI ȘI MUNTE')]],
    [
      'ASOCIAȚIA DE ECONOMII ȘI ÎMPRUMUT "PLAI"',
      [organisation('ASOCIAȚIA DE ECONOMII ȘI ÎMPRUMUT "PLAI"')],
    ],
    [
      'FIRMA DE PRODUCȚIE ȘI COMERȚ PLAI SRL',
      [organisation('FIRMA DE PRODUCȚIE ȘI COMERȚ PLAI SRL')],
    ],
    ['CASA DE CREAȚIE ȘI ARTĂ "PLAI"', [organisation('CASA DE CREAȚIE ȘI ARTĂ "PLAI"')]],
    ['SRL "PLAI" ȘI COMPANIA', [organisation('SRL "PLAI" ȘI COMPANIA')]],
    ['SRL "PLAI & MUNTE"', [organisation('SRL "PLAI & MUNTE"')]],
    ['"PLAI" & "MUNTE" SRL', [organisation('"PLAI" & "MUNTE" SRL')]],
    ['VERLAN & FIII', [organisation('VERLAN & FIII')]],
    ['VERLAN GMBH & CO. KG', [organisation('VERLAN GMBH & CO. KG')]],
    ['DORLAN ILIE, ȘI LI', [person('DORLAN ILIE'), person('ȘI LI')]],
    [
      'MINISTERUL AGRICULTURII ȘI INDUSTRIEI ALIMENTARE',
      [organisation('MINISTERUL AGRICULTURII ȘI INDUSTRIEI ALIMENTARE')],
    ],
  ])('%j is certain', (text, founders) => {
    expectFounders(text, founders);
  });
});

it.each([
  ...['nu sunt', 'NU SÎNT', 'N/A', 'n.a.', 'FĂRĂ FONDATORI', 'Datele lipsesc', 'fondatori nu sunt'],
  ...['nu există', 'NULL', 'lipsă', 'нет', 'нет данных', 'учредители отсутствуют', '#N/A', 'true'],
  ...['nu este cazul', 'Nu e cazul', 'nu se aplică', 'nu au fost identificați', 'lipsa datelor'],
  ...['nu sunt identificați', 'informația nu este disponibilă', 'Datele nu sunt disponibile'],
  ...['#REF! (100,00%)', '=A2', '1'],
  ...['Se concretizează', 'se precizează', 'în curs de identificare', 'IN CURS DE IDENTIFICARE'],
  ...['XXX XXX', 'xxx', 'PERSOANĂ FIZICĂ', 'PERSOANA FIZICA', 'persoană juridică', 'SRL', 'S.A.'],
  ...['Î.I.', 'Societate cu răspundere limitată', '"SRL"', 'FIRMA COMERCIALA'],
])('%j names no founder, with a share or without', (text) => {
  const none = { founders: [], flags: ['founders_junk'] };
  expect(read(text)).toEqual(none);
  expect(read(`${text} (100,00%)`)).toEqual(none);
});

it('other founders without their names are a group with its share', () => {
  expectFounders('DORLAN ILIE (95,00%), Alte persoane (5,00%)', [
    person('DORLAN ILIE', '95,00%'),
    ['Alte persoane', '5,00%', 'grup'],
  ]);
});

it.each(['-', ',', '< <'])('%j names no founder', (text) => {
  expectFounders(text, [], ['founders_junk']);
});

describe("who is a person is said only of a person's name", () => {
  it.each(['ȘTEFAN', 'PLAI 2000', 'X', 'VERLAN-7', 'DORLAN ILIE 2'])('%j is flagged', (text) => {
    const flags = text === 'X' ? ['founders_junk'] : ['founder_type_uncertain'];
    expect(read(text).flags).toEqual(flags);
  });

  it.each([
    'DORLAN ILIE',
    "D'ALVO FRANCO",
    'DORLAN I.',
    'SAS IOAN-VASILE',
    'БОДРЕНКО ПЁТР',
    'STATUL',
    // Spelled as no form is.
    ...['ÖBERG ÅSA', 'DA SILVA SÁ'],
  ])('%j is not', (text) => {
    expect(read(text).flags).toEqual([]);
  });
});

describe('numbers next to names', () => {
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
    expectFounders(text, [person('DORLAN ILIE', '100,00%')], ['personal_number_cut']);
  });

  it.each([
    [`"PLAI" SRL, IDNO ${IDNO}\nMD-2012, STRADA VIILOR 5, MUN. CHIȘINĂU. (100,00%)`],
    [`"PLAI" SRL IDNO:${IDNO} (100,00%)`],
    [`"PLAI" SRL (IDNO ${IDNO}) (100,00%)`],
    [`"PLAI" SRL ${IDNO} (100,00%)`],
    [`"PLAI" SRL, c/f ${IDNO} (100,00%)`],
  ])('%j: of a company it is set aside with the address', (text) => {
    expectFounders(text, [organisation('"PLAI" SRL', '100,00%')]);
    expect(toFounders(text).idnos).toEqual([IDNO]);
  });

  it('an address ends where another founder begins', () => {
    const text = `"PLAI" SRL, IDNO ${IDNO}, MD-2012, STR. VIILOR 5, DORLAN ILIE`;
    expect(read(text).founders).toEqual([organisation('"PLAI" SRL'), person('DORLAN ILIE')]);
    expectFounders(`"PLAI" SRL, IDNO ${IDNO}, "MUNTE"`, [
      organisation('"PLAI" SRL'),
      organisation('"MUNTE"'),
    ]);
    expectFounders(
      `"PLAI" SRL, IDNO ${IDNO}, BUIUCANI, STR. VIILOR 5`,
      [organisation('"PLAI" SRL')],
      ['founders_unsplit'],
    );
  });

  it('an address on separate lines ends where another founder begins', () => {
    const text = `"PLAI" SRL, IDNO ${IDNO}\nMD-2012, STR. VIILOR 5\nDORLAN ILIE`;
    expectFounders(text, [organisation('"PLAI" SRL'), person('DORLAN ILIE')]);
  });

  it('a wrong number is no IDNO, and a number alone stands for its company', () => {
    expect(toFounders('"PLAI" SRL, IDNO 1012600042423').idnos).toEqual([null]);
    expect(read(`IDNO ${IDNO} (100,00%)`).founders).toEqual([
      organisation(`IDNO ${IDNO}`, '100,00%'),
    ]);
    expectFounders(`${PERSONAL} (50,00%)`, [], ['personal_number_cut', 'founders_junk']);
  });
});

describe('after an IDNO', () => {
  it.each([
    ...['CASA MARE B SRL', 'CALEA FERATĂ DIN MOLDOVA', 'STRADA MARE S.A.', 'COM-PLUS SRL'],
    ...['SAT-INVEST SRL', 'CASA NAȚIONALĂ DE ASIGURĂRI SOCIALE', 'COM AGRO GMBH', 'S.A. ALFA'],
  ])('%j is a founder and no address', (name) => {
    const founders = [organisation('"A" SRL'), organisation(name)];
    expectFounders(`"A" SRL, IDNO ${IDNO}, ${name}`, founders);
    expectFounders(`"A" SRL, IDNO ${IDNO}, MD-2012, STR. VIILOR 5, ${name}`, founders);
  });

  it.each([
    'CASA 5',
    'CALEA IEȘILOR 10',
    'SAT. PLOP',
    'COM. PLOP',
    'MUN. CHIȘINĂU',
    'CIPRU',
    'PIAȚA CENTRALĂ 5',
  ])('%j is an address', (place) => {
    expectFounders(`"A" SRL, IDNO ${IDNO}, ${place}`, [organisation('"A" SRL')]);
  });

  it.each(['CALEA ION', 'SAT PLOP', 'COM ANA'])('%j may be a founder: flagged', (text) => {
    const founders = [organisation('"A" SRL')];
    expectFounders(`"A" SRL, IDNO ${IDNO}, ${text}`, founders, ['founders_unsplit']);
  });
});

describe('the country of a foreign founder', () => {
  it.each([
    ...['GERMANIA', 'MAREA BRITANIE', 'REPUBLICA CIPRU', 'FEDERAȚIA RUSĂ', 'Statele Unite'],
    ...['Federal Republic of Germany', 'Kingdom of Sweden', 'R. BELARUS', 'Republica Franceză'],
    ...['STATELE UNITE ALE AMERICII', 'Итальянская Республика', 'Китайская Народная Республика'],
    ...['Elveţia', 'ВЕЛИКОБРИТАНИЯ', 'Германия', 'Netherlands', 'SUA', 'Emiratele Arabe Unite'],
    ...[
      'REPUBLICA POPULARĂ CHINEZĂ',
      'R.P. CHINEZĂ',
      'R. P. CHINEZĂ',
      'Republica Populară a Chinei',
    ],
    ...['REPUBLICA FEDERALĂ GERMANIA', 'R.F. GERMANIA', 'REPUBLICA ITALIANĂ', 'REPUBLICA TURCĂ'],
    ...['REPUBLICA ARABĂ EGIPT', 'REPUBLICA ARABĂ SIRIANĂ', 'REPUBLICA ISLAMICĂ IRAN', 'R. CIPRU'],
    ...['REPUBLICA SOCIALISTĂ VIETNAM', 'REPUBLICA COREEA', 'REPUBLICA CEHĂ', 'REPUBLICA BELARUS'],
    ...['CONFEDERAȚIA ELVEȚIANĂ', 'Confederaţia Elveţiană', 'REGATUL SUEDIEI', 'STATUL ISRAEL'],
    ...['REGATUL UNIT AL MARII BRITANII ȘI IRLANDEI DE NORD', 'REGATUL ȚĂRILOR DE JOS'],
    ...['Marele Ducat al Luxemburgului', 'PRINCIPATUL MONACO', 'BOSNIA ȘI HERȚEGOVINA'],
    ...['КИТАЙСКАЯ НАРОДНАЯ РЕСПУБЛИКА', 'КНР', 'ФЕДЕРАТИВНАЯ РЕСПУБЛИКА ГЕРМАНИЯ', 'ФРГ'],
    ...[
      'Турецкая Республика',
      'ШВЕЙЦАРСКАЯ КОНФЕДЕРАЦИЯ',
      'РЕСПУБЛИКА БЕЛАРУСЬ',
      'КОРОЛЕВСТВО ШВЕЦИЯ',
    ],
    ...['СОЕДИНЕННОЕ КОРОЛЕВСТВО ВЕЛИКОБРИТАНИИ И СЕВЕРНОЙ ИРЛАНДИИ', 'ГОСУДАРСТВО ИЗРАИЛЬ'],
    ...["People's Republic of China", 'FEDERAL REPUBLIC OF GERMANY', 'Swiss Confederation'],
    ...[
      'Kingdom of the Netherlands',
      'State of Israel',
      'Republic of Korea',
      'Grand Duchy of Luxembourg',
    ],
    ...['United Kingdom of Great Britain and Northern Ireland', 'UNITED STATES OF AMERICA'],
  ])('%s stays with its name', (country) => {
    const name = `VERLAN GMBH, ${country}`;
    expectFounders(name, [organisation(name)]);
    expectFounders(`${name} (50,00%), DORLAN ILIE (50,00%)`, [
      organisation(name, '50,00%'),
      person('DORLAN ILIE', '50,00%'),
    ]);
    expectFounders(`${name}, DORLAN ILIE`, [organisation(name), person('DORLAN ILIE')]);
  });

  it('of a person has several words; one may be a given name', () => {
    expectFounders('DORLAN ILIE, FEDERAȚIA RUSĂ', [person('DORLAN ILIE, FEDERAȚIA RUSĂ')]);
    expectFounders('DORLAN ILIE, GEORGIA', [person('DORLAN ILIE, GEORGIA')], ['founders_unsplit']);
  });

  it('is no authority whose name may continue', () => {
    const name = 'VERLAN GMBH, CONFEDERAȚIA ELVEȚIANĂ';
    const founders = [organisation(name), person('DORLAN ILIE'), person('GLOD ANA')];
    expectFounders(`${name}, DORLAN ILIE ȘI GLOD ANA`, founders, ['founders_unsplit']);
  });

  it('is no given name', () => {
    for (const name of ['POPA ELENA', 'ELENA ION']) {
      expectFounders(`VERLAN GMBH, ${name}`, [organisation('VERLAN GMBH'), person(name)]);
    }
  });

  it('is not this state, which is a founder', () => {
    const names = ['REPUBLICA MOLDOVA', 'R. MOLDOVA', 'R.MOLDOVA', 'РЕСПУБЛИКА МОЛДОВА'];
    for (const name of names) {
      expectFounders(name, [[name, null, 'stat']]);
      expectFounders(`VERLAN GMBH, ${name}`, [organisation('VERLAN GMBH'), [name, null, 'stat']]);
      expectFounders(`"A" SRL, IDNO ${IDNO}, ${name}`, [organisation('"A" SRL')]);
    }
  });

  it.each(['CHINEZU ION', 'ROMAN REPUBLICA', 'STATE ITALIA ION', 'R. DORLAN', 'GERMAN POPULARĂ'])(
    '%j is a founder',
    (name) => {
      expect(read(`VERLAN GMBH, ${name}`).founders).toEqual([
        organisation('VERLAN GMBH'),
        person(name),
      ]);
    },
  );

  it('an organisation of a country is a founder', () => {
    for (const name of [
      'FEDERAȚIA SINDICATELOR',
      'FEDERAȚIA DE FOTBAL A ITALIEI',
      'UNIUNEA ROMÂNIA',
    ]) {
      expectFounders(`VERLAN GMBH, ${name}`, [organisation('VERLAN GMBH'), organisation(name)]);
    }
  });
});

describe('a name stays as it was filed', () => {
  it.each([
    ...[',,A,, SRL', ',,PLAI,, SRL', 'SRL ,,PLAI,,', 'SRL ,,PLAI MARE,,', ',,PLAI,,'],
    ...['<<A>> SRL', '<<PLAI>> SRL', 'SRL <<PLAI>>', '<PLAI> SRL', '<<PLAI, MUNTE>> SRL'],
    ...['A, LTD', 'X, A.S.', 'S.R.L. ,,PLAI,MUNTE,,', ',,PLAI, MUNTE,, SRL'],
    ...['VERLAN CO.,LTD', 'VERLAN CO., LTD', 'VERLAN,A.S.', 'VERLAN, SPOL. S R.O.'],
    ...['VERLAN CO.,LTD.', 'VERLAN, INC.', 'ЧП ,,ПЛАЙ,,'],
  ])('%j', (name) => {
    expectFounders(name, [organisation(name)]);
    expectFounders(`${name} (50,00%), DORLAN ILIE (50,00%)`, [
      organisation(name, '50,00%'),
      person('DORLAN ILIE', '50,00%'),
    ]);
    expectFounders(`DORLAN ILIE, ${name}, GLOD ANA`, [
      person('DORLAN ILIE'),
      organisation(name),
      person('GLOD ANA'),
    ]);
  });

  const word = fc.constantFrom('VERLAN', 'PLAI', 'MUNTE', 'A', 'Ș', 'R2', 'D’OR', 'ПЛАЙ', 'X-Y');
  const brand = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const quotes = fc.constantFrom(
    ',,|,,',
    '<<|>>',
    '<|>',
    '„|”',
    '"|"',
    '«|»',
    ",,|''",
    '„|"',
    ',,|”',
  );
  const form = fc.constantFrom('SRL', 'S.A.', 'Î.M.', 'LTD', 'GMBH', 'ООО', 'S.À R.L.', 'A.S.');
  const company = fc
    .record({ brand, quotes, form, isFirst: fc.boolean() })
    .map(({ brand, quotes, form, isFirst }) => {
      const quoted = quotes.replace('|', brand);
      return isFirst ? `${form} ${quoted}` : `${quoted} ${form}`;
    });

  it('whatever quotes and form it has, alone and in a list', () => {
    fc.assert(
      fc.property(fc.array(company, { minLength: 1, maxLength: 4 }), (names) => {
        const founders = names.map((name) => organisation(name));
        expect(read(names.join(', ')).founders).toEqual(founders);
        expect(read(names.map((name) => `${name} (5,00%)`).join(', ')).founders).toEqual(
          names.map((name) => organisation(name, '5,00%')),
        );
      }),
      { numRuns: 500 },
    );
  });
});
