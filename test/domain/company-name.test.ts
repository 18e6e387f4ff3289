import { expect, it } from 'vitest';
import { foldCompanyName } from '../../src/domain/company-name.ts';

it.each([
  'S.R.L. "Vîrful Alb"',
  'Societatea cu Răspundere Limitată „VÂRFUL ALB”',
  'VÎRFUL-ALB SRL',
  '«Vîrful Alb» S. R. L.',
  'Societatea Comercială "VÎRFUL ALB" S.R.L.',
  "Întreprinderea cu Capital Străin ,,Vîrful Alb''",
  'SRL"VÎRFUL ALB"',
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
  ['ООО «ПЛАЙ»', 'ооо плай'],
  // A word inside the name stays, whatever it looks like.
  ['"PLAI SA MUNTE" SRL', 'plai sa munte'],
  ['S.R.L.', ''],
  ['', ''],
  ['"!!!"', ''],
])('%s is called %j', (name, folded) => {
  expect(foldCompanyName(name)).toBe(folded);
});
