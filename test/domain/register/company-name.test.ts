import { expect, it } from 'vitest';
import { foldCompanyName, toNameParts } from '../../../src/domain/register/company-name.ts';

it.each([
  'S.R.L. "Vîrful Alb"',
  'Societatea cu Răspundere Limitată „VÂRFUL ALB”',
  'VÎRFUL-ALB SRL',
  '«Vîrful Alb» S. R. L.',
  'Societatea Comercială "VÎRFUL ALB" S.R.L.',
  "Întreprinderea cu Capital Străin ,,Vîrful Alb''",
  'SRL"VÎRFUL ALB"',
  ...['“VÂRFUL ALB”', '”Vîrful Alb”', '„Vîrful Alb"'].map((quoted) => `${quoted} S.R.L.`),
])('%s is called virful alb', (name) => {
  expect(foldCompanyName(name)).toBe('virful alb');
});

it.each([
  ['GOSPODĂRIA ȚĂRĂNEASCĂ (DE FERMIER) "DORLAN"', 'dorlan'],
  ['Î.I. "DORLAN ILIE"', 'dorlan ilie'],
  ['Societatea pe Acțiuni de tip închis "X-Y & Z"', 'x y z'],
  ['Banca "PLAI" S.A.', 'banca plai'],
  // Forms of other countries tell a foreign company from the one of that name here.
  ['PLAI LTD', 'plai ltd'],
  ['ООО «ПЛАЙ»', 'ooo plai'],
  // A word inside the name stays, whatever it looks like.
  ['"PLAI SA MUNTE" SRL', 'plai sa munte'],
  ['S.R.L.', ''],
  ['', ''],
  ['"!!!"', ''],
])('%s is called %j', (name, folded) => {
  expect(foldCompanyName(name)).toBe(folded);
});

it.each<[string, string, string | null]>([
  ['S.R.L. "E-COMERŢ"', 'e comert', 'srl'],
  ['Î.I. "D\'ARTAGNAN"', 'd artagnan', 'ii'],
  ['S.R.L. "A.B.C. PRIM"', 'abc prim', 'srl'],
  ['S.R.L. "A&B 2000"', 'a b 2000', 'srl'],
  ['"IP ZTELECOM" SRL', 'ip ztelecom', 'srl'],
  ['IP ZTELECOM SRL', 'ip ztelecom', 'srl'],
  ['SRL "ZTELECOM"', 'ztelecom', 'srl'],
  ['I.P. "ZTELECOM"', 'ztelecom', 'ip'],
  ['IP ZTELECOM', 'ztelecom', 'ip'],
  ['S.C. "PLAI" S.R.L.', 'plai', 'srl'],
  ['ÎM "PLAI" SRL', 'plai', 'srl'],
  ['Î.M. "PLAI"', 'plai', 'im'],
  ['Întreprinderea municipală "PLAI"', 'plai', 'im'],
  ['Societatea pe acțiuni de tip închis PLAI', 'plai', 'sa'],
  ['"PLAI S.A."', 'plai', 'sa'],
  ['"PLAI"', 'plai', null],
  ['SRL PLAI SRL', 'plai', 'srl'],
  ['SRL PLAI SA', 'srl plai', 'sa'],
  ['COMPANIA "PLAI" SRL', 'compania plai', 'srl'],
  ['PLAI LTD', 'plai ltd', null],
  ['S.R.L.', '', 'srl'],
])('%s is %j with the form %j', (text, name, form) => {
  expect(toNameParts(text)).toEqual({ name, form });
});
