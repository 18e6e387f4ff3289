import { expect, it } from 'vitest';
import {
  findLegalForm,
  LEGAL_FORMS,
  toLegalForm,
} from '../../../src/domain/register/legal-form.ts';

it.each([
  ['Societate cu răspundere limitată', 'S.R.L.'],
  ['SOCIETATEA CU RĂSPUNDERE LIMITATĂ', 'S.R.L.'],
  ['Societate pe acţiuni', 'S.A.'],
  ['Societate pe acțiuni de tip închis', 'S.A.'],
  ['Societate pe acţiuni de tip deschis', 'S.A.'],
  ['Întreprindere individuală', 'Î.I.'],
  ['Intreprindere individuala', 'Î.I.'],
  ['Întreprindere individuală în agricultură (gospodăria ţărănească, de fermier)', 'G.Ț.'],
  ['Gospodăria ţărănească (de fermier)', 'G.Ț.'],
  ['Întreprindere de stat', 'Î.S.'],
  ['Întreprindere municipală', 'Î.M.'],
  ['Societate în nume colectiv', 'S.N.C.'],
  ['Societate în comandită', 'S.C.'],
  ['Cooperativă de producţie', 'C.P.'],
  ['Cooperativă de consum', 'C.C.'],
  ['Cooperativă de întreprinzător', 'C.Î.'],
  ['Instituţie publică', 'I.P.'],
  ['  Societate  cu răspundere\nlimitată ', 'S.R.L.'],
  ['S.R.L.', 'S.R.L.'],
  ['SRL', 'S.R.L.'],
  ['ÎI', 'Î.I.'],
  ['CÎ', 'C.Î.'],
])('%j is %s', (text, abbreviation) => {
  expect(toLegalForm(text)).toEqual({ value: abbreviation });
});

it.each([
  null,
  '',
  'Alte asociaţii',
  'Concern',
  'Instituţie privată',
  'Reprezentanţă a întreprinderii străine',
  'Filială a întreprinderii străine',
  'Altă formă de organizare',
  'Societate',
  'Societate cu răspundere',
  '1',
])('nothing is made up for %j', (text) => {
  expect(toLegalForm(text)).toEqual({ fault: 'legal_form_unknown' });
});

it('takes each served form for itself, however its letters are typed', () => {
  for (const form of LEGAL_FORMS) {
    const cedilla = form.replace('Ț', 'Ţ');
    for (const typed of [form, cedilla, form.normalize('NFD'), form.toLowerCase()]) {
      expect(findLegalForm(typed)).toBe(form);
    }
  }
  expect(['SRL', 'srl', 'S.R.L', 'G.Ţ', 'gt', 'Societate pe acțiuni'].map(findLegalForm)).toEqual([
    'S.R.L.',
    'S.R.L.',
    'S.R.L.',
    'G.Ț.',
    'G.Ț.',
    'S.A.',
  ]);
  for (const other of ['', 'S.R.L.S.', 'Concern']) {
    expect(findLegalForm(other)).toBeNull();
  }
});
