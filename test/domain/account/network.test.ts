import { expect, it } from 'vitest';
import { isLoopback, toNetworks } from '../../../src/domain/account/network.ts';

it.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::FFFF:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['', '', ''],
])('%s is of %s and %s', (address, subscriber, site) => {
  expect(toNetworks(address)).toEqual({ subscriber, site });
});

it.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.9.8.7',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  'localhost.evil.example',
  'mail.localhost.example',
  'localhost.',
  'notlocalhost',
  '127.mail.example',
  '127.0.0.1.evil.example',
  '127.1',
  '127.0.0.256',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '::2',
  '::ffff:8.8.8.8',
  '[127.0.0.1',
  '',
])('%s is another machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});
