import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/domain/account/network.ts';
import { readRetryAfter, readWebhookUrl } from '../../../src/domain/account/webhook.ts';

const read = (text: string, allowsLocal = false) => {
  const url = readWebhookUrl(text, allowsLocal);
  return url instanceof URL ? { href: url.href } : url.message;
};

it.each([
  ['https://example.md/registru', 'https://example.md/registru'],
  ['https://example.md:443/', 'https://example.md/'],
  ['https://example.md:8443/a?token=b', 'https://example.md:8443/a?token=b'],
  ['HTTPS://EXAMPLE.MD', 'https://example.md/'],
  ['https://пример.мд/', 'https://xn--e1afmkfd.xn--d1ap/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700::1111]:1024/', 'https://[2606:4700::1111]:1024/'],
])('%s is an address', (text, href) => {
  expect(read(text)).toEqual({ href });
});

it.each([
  ['', /not an address/],
  ['example.md', /not an address/],
  ['https://', /not an address/],
  ['https://exa mple.md/', /not an address/],
  ['https://example.md/\r\nHost: a', /not an address/],
  ['https:\\\\example.md', /not an address/],
  ['https://example.md:99999/', /not an address/],
  ['http://example.md/', /begin with https/],
  ['ftp://example.md/', /begin with https/],
  ['file:///etc/passwd', /begin with https/],
  ['javascript:alert(1)', /begin with https/],
  ['https://user@example.md/', /user or a password/],
  ['https://:secret@example.md/', /user or a password/],
  ['https://example.md:22/', /port must be 443 or above 1023, got 22/],
  ['https://example.md:0/', /port must be 443 or above 1023, got 0/],
  ['https://example.md:1023/', /port must be 443 or above 1023, got 1023/],
  [`https://example.md/${'a'.repeat(482)}`, /at most 500 characters, got 501/],
  [`https://example.md/${'ă'.repeat(100)}`, /at most 500 characters, got 619/],
])('%s is refused', (text, message) => {
  expect(read(text)).toMatch(message);
});

it('an address of 500 characters is not too long', () => {
  expect(read(`https://example.md/${'a'.repeat(481)}`)).toMatchObject({ href: expect.anything() });
});

/** Forms in which a URL can name an address; `new URL` brings all of them into one. */
const NOT_PUBLIC = [
  ...['0.0.0.0', '0', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001'],
  ...['127.255.255.254', '10.0.0.1', '10.255.255.255', '0xa.0.0.1', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.1', '169.254.169.254', '0xa9fea9fe', '100.64.0.1', '100.127.255.255'],
  ...['192.0.0.1', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255'],
  ...['192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:8.8.8.8]', '[::ffff:0:8.8.8.8]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd12:3456::1]', '[ff02::1]', '[2002:7f00:1::]', '[2001::1]', '[2001:2::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'],
  ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', '１２７.0.0.1', '127。0。0。1'],
];

describe('this machine, private and reserved networks', () => {
  it('are at least forty', () => {
    expect(NOT_PUBLIC.length).toBeGreaterThan(40);
  });

  it.each(NOT_PUBLIC)('%s is refused', (host) => {
    expect(read(`https://${host}/`)).toMatch(/on the public Internet/);
  });

  it.each([
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
  ])('%s is a public neighbour of one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['2001:4860:4860::8888', '2a00:1450::1', '2001:200::1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['', 'example.md', '8.8.8', '::ffff:1.2.3.4', 'fe80::1%eth0', '1.2.3.4.5'])(
    '%s is no public IP address',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});

describe('where this machine is allowed', () => {
  it.each([
    'http://127.0.0.1:3001/',
    'http://localhost/',
    'http://[::1]:8080/',
    'https://localhost/',
  ])('%s is an address', (text) => {
    expect(read(text, true)).toEqual({ href: text });
  });

  it.each([
    'http://example.md/',
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
  ])('%s is refused', (text) => {
    expect(read(text, true)).toEqual(expect.any(String));
  });
});

describe('Retry-After', () => {
  const NOW_MS = Date.UTC(2026, 10, 21, 10, 0, 0);
  it.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['120', 120_000],
    ['7200', 7_200_000],
    ['7201', 7_200_000],
    ['9999999999', 7_200_000],
    ['99999999999', 0],
    ['-5', 0],
    ['1.5', 0],
    ['120 s', 0],
    ['Sat, 21 Nov 2026 10:30:00 GMT', 1_800_000],
    ['Saturday, 21-Nov-26 10:30:00 GMT', 1_800_000],
    ['Sun, 22 Nov 2026 10:30:00 GMT', 7_200_000],
    ['Sat, 21 Nov 2026 09:30:00 GMT', 0],
    ['Sat, 21 Nov 2026 10:30:00', 0],
    ['2026-11-21T10:30:00Z', 0],
    ['Sat, nothing that is a date GMT', 0],
  ])('%s is a pause of %i ms', (text, pauseMs) => {
    expect(readRetryAfter(text, NOW_MS)).toBe(pauseMs);
  });
});
