import { expect, it } from 'vitest';
import {
  beginsWithName,
  isPlaceholder,
  mayBePlaceholder,
} from '../../../src/domain/register/placeholder.ts';

const SUBJECTS = ['Datele', 'Denumirea', 'Numele', 'Adresa', 'Fondatorii', 'Conducătorii'];
const STATEMENTS = [
  'lipsesc',
  'nu sunt indicate',
  'nu există',
  'necunoscută',
  'indisponibile',
  'se concretizează',
  'în curs de actualizare',
];
const PLACEHOLDERS = [
  ...SUBJECTS.flatMap((subject) => STATEMENTS.map((statement) => `${subject} ${statement}`)),
  ...STATEMENTS,
  ...['N/A', '(n/a)', 'NULL', 'undefined', 'unknown', 'XXX XX', 'Fără adresă', 'persoana fizică'],
  ...['нет данных', 'Данные отсутствуют', 'не указано', 'учредители не указаны', '«нет»'],
];

it.each(PLACEHOLDERS)('%s says that there is no value, and so do the fast checks', (text) => {
  for (const written of [text, text.toUpperCase()]) {
    expect(isPlaceholder(written)).toBe(true);
    expect(mayBePlaceholder(written)).toBe(true);
    expect(beginsWithName(written)).toBe(false);
  }
});

it.each(['ORIZONT', 'Bucuria SA', 'Gheorghe', 'MOLDCELL', 'Vasile Rusu'])(
  '%s is a name',
  (text) => {
    expect(isPlaceholder(text)).toBe(false);
    expect(beginsWithName(text)).toBe(true);
  },
);
