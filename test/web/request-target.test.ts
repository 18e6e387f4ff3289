import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toRoutableTarget } from '../../src/web/request.ts';

it.each([
  ['a plain path', '/api/v1/company/1', '/api/v1/company/1'],
  ['good escapes', '/%31%C4%83%e2%82%AC%f0%9f%98%80', '/%31%C4%83%e2%82%AC%f0%9f%98%80'],
  ['a bad escape', '/1%zz', '/1%25zz'],
  ['a percent sign at the end', '/1%', '/1%25'],
  ['half an escape', '/1%4', '/1%254'],
  ['a bad escape among good ones', '/%31%zz%32', '/%31%25zz%32'],
  ['a byte that is no UTF-8 among good ones', '/%31%ff%32', '/%31%25ff%32'],
  ['a character cut short', '/%e2%82/%31', '/%25e2%2582/%31'],
  ['an overlong form', '/%c0%af', '/%25c0%25af'],
  ['a surrogate', '/%ed%a0%80', '/%25ed%25a0%2580'],
  ['beyond Unicode', '/%f4%90%80%80', '/%25f4%2590%2580%2580'],
  ['a bad escape in the query', '/%31?x=%zz', '/%31?x=%zz'],
  ['a bad escape on both sides', '/%zz?x=%zz', '/%25zz?x=%zz'],
  ['a bad escape behind a number sign', '/%31#%zz', '/%31#%zz'],
  ['a question mark in the query', '/%31?a?%ff', '/%31?a?%ff'],
  ['absolute form', 'http://registru.example/%31?x=%zz', '/%31?x=%zz'],
  ['absolute form in capitals', 'HTTPS://registru.example/a', '/a'],
  ['absolute form without a path', 'http://registru.example?x=1', '/?x=1'],
  ['an asterisk', '*', '/*'],
  ['another scheme', 'ftp://registru.example/a', '/ftp://registru.example/a'],
])('%s: %s becomes %s', (_name, target, expected) => {
  expect(toRoutableTarget(target)).toBe(expected);
});

const piece = fc.oneof(
  fc.constantFrom('%', '%zz', '%e2%82', '%ff', '/', '?', '#', 'a', '%25'),
  fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
  fc.string({ unit: 'grapheme', maxLength: 3 }).map(encodeURIComponent),
);
const targets = fc.array(piece, { maxLength: 20 }).map((pieces) => `/${pieces.join('')}`);

it('makes any path decodable, leaves a decodable one alone, and never touches the query', () => {
  fc.assert(
    fc.property(targets, (target) => {
      const [path = ''] = target.split(/[?#]/, 1);
      const [routablePath = ''] = toRoutableTarget(target).split(/[?#]/, 1);
      expect(toRoutableTarget(target).slice(routablePath.length)).toBe(target.slice(path.length));
      const decoded = decodeURIComponent(routablePath);
      if (isDecodable(path)) expect(routablePath).toBe(path);
      else expect(decoded).toContain('%');
    }),
  );
});

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
