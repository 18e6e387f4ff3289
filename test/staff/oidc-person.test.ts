import { describe, expect, it } from 'vitest';
import { toPerson } from '../../src/staff/oidc/provider.ts';

const TOKEN = { iss: 'https://login.example', sub: 'person-7' };
const CLAIM = { name: 'groups', value: 'staff' };
const person = (token: object, more: object = {}) =>
  toPerson({ ...TOKEN, ...token }, { ...more }, CLAIM);

describe('an address', () => {
  it.each([
    ['of the token', { email: 'a@b.md', email_verified: true }, {}, true],
    ['of the user info', {}, { email: 'a@b.md', email_verified: true }, true],
    ['verified in words', { email: 'a@b.md', email_verified: 'true' }, {}, false],
    ['of which nothing is said', { email: 'a@b.md' }, {}, false],
    [
      'verified for another one',
      { email: 'a@b.md' },
      { email: 'c@d.md', email_verified: true },
      false,
    ],
  ])('%s', (_name, token, more, emailVerified) => {
    expect(person(token, more)).toMatchObject({ email: 'a@b.md', emailVerified });
  });
});

describe('the claim', () => {
  it.each([
    ['in the token', { groups: ['staff'] }, {}, true],
    ['in the user info', {}, { groups: 'staff' }, true],
    ['in another case', { groups: 'Staff' }, {}, false],
    ['as a part of a text', { groups: 'staff,drivers' }, {}, false],
    [
      'in the token without the value, whatever the user info says',
      { groups: [] },
      { groups: 'staff' },
      false,
    ],
    ['in a list in a list', { groups: [['staff']] }, {}, false],
    ['nowhere', {}, {}, false],
  ])('%s', (_name, token, more, isStaff) => {
    expect(person(token, more)).toMatchObject({ isStaff });
  });

  it('is no inherited property', () => {
    const claim = { name: 'constructor', value: String(Object) };
    expect(toPerson(TOKEN, {}, claim)).toMatchObject({ isStaff: false });
  });

  it('may be a truth value', () => {
    expect(toPerson({ ...TOKEN, admin: true }, {}, { name: 'admin', value: 'true' })).toMatchObject(
      {
        isStaff: true,
      },
    );
  });
});

it.each([{ sub: '' }, { sub: 'x'.repeat(256) }, { sub: 7 }, { iss: undefined }])(
  'nobody is %j',
  (token) => {
    expect(person(token)).toBeNull();
  },
);
