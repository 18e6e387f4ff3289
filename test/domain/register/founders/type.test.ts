import { describe, expect, it } from 'vitest';
import { isFormAlone, toFounderType } from '../../../../src/domain/register/founders/type.ts';

describe('a person', () => {
  it.each([
    'FĂRULESCU ȘTEFAN',
    "D'ALVO FRANCO",
    'SAS IOAN-VASILE',
    'VARNEȚOV-GLOD ION MIHAI',
    'БОДРЕНКО ПЁТР',
    'IM SUNG HO',
    'SA YONG',
    'IS MARIA',
    'DORLAN I.I.',
    'MINISTERU ION',
    'TOTAL ION',
    'STATULESCU ANA',
    'GRUPESCU DE LA BĂLȚI ION',
    'UȚĂ ION',
    'DORLAN-UŢĂ MARIA ANA',
    'ȘTEFAN',
  ])('is %s', (name) => {
    expect(toFounderType(name)).toBe('persoana_fizica');
  });
});

describe('an organisation', () => {
  it.each([
    '"VERLAN" S.R.L.',
    'S.R.L. ”VERLAN”',
    '«ВЕРЛАН»',
    ",,VERLAN''",
    'VERLAN SRL',
    'VERLAN S. R. L.',
    'VERLAN SA',
    'S.A. VERLAN',
    'ÎM VERLAN',
    'Î.M. VERLAN',
    'ÎI DORLAN ILIE',
    'I.C.S. VERLAN',
    'DORLAN ILIE ÎI',
    'DORLAN ILIE Î.I.',
    'VERLAN ÎM',
    'ООО ВЕРЛАН',
    'ТОВ ПЛАЙ',
    'О.О.О. ВЕРЛАН',
    'VERLAN LTD',
    'VERLAN TRADE LIMITED',
    'VERLAN GmbH',
    'VERLAN B.V.',
    'VERLAN SP. Z O.O.',
    'VERLAN A/S',
    'VERLAN S.P.A.',
    'VERLAN UAB',
    'VERLAN ROMANIA SCS',
    'VERLAN & FIII',
    'FUNDAŢIA VERLAN',
    'FUNDAȚIA VERLAN',
    'ASOCIAȚIA OBȘTEASCĂ VERLAN',
    'SOCIETATE CU RĂSPUNDERE LIMITATĂ VERLAN',
    'MINISTERUL FINANȚELOR',
    'CONSILIUL LOCAL PLOP',
    'CANCELARIA DE STAT',
    'PRIMĂRIA SATULUI PLOP',
    'AGENȚIA PROPRIETĂȚII PUBLICE',
    'COOPERATIVA DE CONSUM PLOP',
    'TOTAL VERLAN SRL',
    'ALFA"BETA',
    'BAȘCANATUL GĂGĂUZIEI',
    'CUMBINATUL DE PÎINE',
    'UTA GĂGĂUZIA',
    'OOO VERLAN',
    'VERLAN OOO',
    'ZAO VERLAN',
    'OAO VERLAN',
    'PAO VERLAN',
    'TOV PLAI',
    'VERLAN ЛТД',
    'ВЕРЛАН ЛТД',
    'IM "PLAI"',
    'IM"PLAI"',
    "IM 'PLAI'",
    'IS „PLAI”',
    'IS ‘PLAI’',
    'I.I. ‹PLAI›',
    "II 'DORLAN ILIE'",
  ])('is %s', (name) => {
    expect(toFounderType(name)).toBe('persoana_juridica');
  });
});

it.each(['STATUL', 'Statul', 'STATUL REPUBLICA MOLDOVA', 'REPUBLICA MOLDOVA', 'STAT'])(
  'the state is %s',
  (name) => {
    expect(toFounderType(name)).toBe('stat');
  },
);

it.each([
  'TOTAL 71 MEMBRI',
  'TOTAL MEMBRI 71',
  '71 DE MEMBRI',
  '25 PERSOANE FIZICE',
  'MEMBRII ASOCIAȚIEI -PERSOANE FIZICE',
  'COLECTIVUL DE MUNCĂ AL Î.S. "PLAI"',
  'PERSOANE FIZICE',
  'ACŢIONARII SOCIETĂŢII',
  'ЧЛЕНЫ КООПЕРАТИВА',
])('a group is %s', (name) => {
  expect(toFounderType(name)).toBe('grup');
});

it('a form alone is no name', () => {
  expect(['LTD', 'S.R.L.', 'CO. LTD', 'Inc.', 'ООО'].map(isFormAlone)).not.toContain(false);
  expect(['', 'VERLAN LTD', 'GRUP', 'ION'].map(isFormAlone)).not.toContain(true);
});
