import { expect, it } from 'vitest';
import { foldEmail, isEmail } from '../../../src/domain/account/email.ts';

it.each(['a@b.md', 'ion.popescu+api@firma-test.example', "o'neil@x.co", 'A_B-c@SUB.Domain.MD'])(
  'takes %j',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

it.each([
  '',
  'a',
  'a@b',
  '@b.md',
  'a@',
  'a@b.md, c@d.md',
  'a@b.md;c@d.md',
  'a@b.md\r\nBcc: c@d.md',
  'a@b.md\n',
  ' a@b.md',
  'a b@c.md',
  'Ana <a@b.md>',
  '<a@b.md>',
  'a@b.md>',
  '"a"@b.md',
  'a(comment)@b.md',
  'a..b@c.md',
  '.a@b.md',
  'a.@b.md',
  'a@-b.md',
  'a@b-.md',
  'a@b..md',
  'a@b.1',
  'a@[127.0.0.1]',
  'ană@b.md',
  'a@bă.md',
  'a@b.md\0',
  `${'a'.repeat(65)}@b.md`,
  `a@${'b.'.repeat(130)}md`,
])('refuses %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

it('compares addresses without case', () => {
  expect(foldEmail('Ana@Firma.MD')).toBe('ana@firma.md');
});
