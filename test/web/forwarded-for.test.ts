import { expect, it } from 'vitest';
import { toAddresses } from '../../src/web/request.ts';

it.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address with a port', '203.0.113.7:5678', '203.0.113.7'],
  ['an IPv6 address', '2001:db8::1', '2001:db8::1'],
  ['an IPv6 address that ends like a port', '2001:db8::1:5678', '2001:db8::1:5678'],
  ['an IPv6 address in brackets', '[2001:db8::1]', '2001:db8::1'],
  ['an IPv6 address with a port', '[2001:db8::1]:5678', '2001:db8::1'],
  ['a mapped address with a port', '[::ffff:203.0.113.7]:80', '::ffff:203.0.113.7'],
  [
    'several',
    ' 198.51.100.1:1 ,[2001:db8::1]:2,203.0.113.7',
    '198.51.100.1, 2001:db8::1, 203.0.113.7',
  ],
  ['a word before an address', '198.51.100.1, unknown, 203.0.113.7', '203.0.113.7'],
  ['a word', 'unknown', ''],
  ['an empty entry', '198.51.100.1,, 203.0.113.7', '203.0.113.7'],
  ['nothing', '', ''],
  ['an empty pair of brackets', '[]:1', ''],
  ['an IPv4 address in brackets', '[203.0.113.7]:1', ''],
  ['a number that is no port', '203.0.113.7:123456', ''],
])('reads %s', (_name, header, addresses) => {
  expect(toAddresses(header)).toBe(addresses);
});
