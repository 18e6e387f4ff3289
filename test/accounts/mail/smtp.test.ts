import { expect, it } from 'vitest';
import { toTransportOptions } from '../../../src/accounts/mail/mail.ts';

it.each([
  ['smtp://user:password@localhost', false],
  ['smtp://user:password@127.0.0.1:2525', false],
  ['smtp://user:password@[::1]', false],
  ['smtp://user:password@localhost.evil.example', true],
  ['smtp://user:password@127.mail.example', true],
  ['smtp://user:password@mail.example', true],
  ['smtp://mail.example', true],
  ['smtp://mail.example:25', true],
  ['smtp://localhost:25', false],
])('%s: an encrypted connection is required: %s', (url, isRequired) => {
  expect(toTransportOptions(new URL(url)).requireTLS).toBe(isRequired);
});
