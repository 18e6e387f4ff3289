import { describe, expect, it } from 'vitest';
import { toAddress, toFileName } from '../../../src/import/download/address.ts';

it.each(['a.xlsx', '/srv/a.xlsx', 'C:\\a.xlsx', 'httpdump.xlsx', ''])('%j is a file', (text) => {
  expect(toAddress(text)).toBeNull();
});

it.each([
  'https://a.example/b.xlsx',
  'HTTPS://a.example',
  'http://127.0.0.1:8080/a',
  'http://localhost/a',
  'http://[::1]/a',
])('%s may be fetched', (text) => {
  expect(toAddress(text)?.href).toBe(new URL(text).href);
});

it.each([
  ['http://a.example/b.xlsx', 'http://a.example/b.xlsx is not encrypted'],
  ['http://127.0.0.1.example/b', 'is not encrypted'],
  ['https://ana:geheim@a.example/b.xlsx', 'https://a.example/b.xlsx was given with a user'],
  ['https://', 'is not a web address'],
  ['ftp://a.example/b.xlsx', 'is not encrypted: give an https address'],
])('%s is refused', (text, sentence) => {
  expect(() => toAddress(text)).toThrow(sentence);
  expect(() => toAddress(text)).not.toThrow('geheim');
});

describe('the name of a dump', () => {
  it.each([
    ['/a/company_2026.09.14.xlsx', null, 'company_2026.09.14.xlsx'],
    ['/a/company%202026.xlsx?b=/c', null, 'company 2026.xlsx'],
    ['/a', 'attachment; filename="company_2026.09.14.xlsx"', 'company_2026.09.14.xlsx'],
    ['/a', 'attachment; filename=company.xlsx; size=3', 'company.xlsx'],
    ['/a', `attachment; filename="x.xlsx"; filename*=UTF-8''c%C4%83r%C8%9Bi.xlsx`, 'cărți.xlsx'],
    ['/a', 'attachment; filename="../../etc/passwd"', 'passwd'],
    ['/a', 'attachment; filename="..\\..\\a.xlsx"', 'a.xlsx'],
    ['/a.xlsx', 'attachment; filename=".."', 'a.xlsx'],
    ['/a.xlsx', 'attachment', 'a.xlsx'],
    ['/%zz.xlsx', null, '%zz.xlsx'],
    ['/', null, 'dump'],
    ['/..%2f..', null, 'dump'],
    ['/a%0Ab.xlsx', null, 'ab.xlsx'],
  ])('of %s with %j is %s', (path, disposition, name) => {
    expect(toFileName(new URL(path, 'https://a.example'), disposition)).toBe(name);
  });
});
