import { expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { toShownAnswer } from '../../src/webhooks/shown-answer.ts';

it.each([
  ['', ''],
  ['ok', 'ok'],
  ['a\r\n\tb\n\n', 'a\n\tb'],
  ['<b>ș</b> "x"', '<b>ș</b> "x"'],
  ['a\u0000b\u001b[31mc\u007f\u0085d', 'a\ufffdb\ufffd[31mc\ufffd\ufffdd'],
  ['to\u202eteg\u2066x\u200b\ufeff!', 'to\ufffdteg\ufffdx\ufffd\ufffd!'],
  ['a\u2028b\rc', 'a\ufffdb\ufffdc'],
  ['a'.repeat(2_000), 'a'.repeat(1_024)],
  // 1,024 bytes end within the 512th of two bytes each, and of four bytes each.
  [`a${'ș'.repeat(600)}`, `a${'ș'.repeat(511)}`],
  [`ab${'😀'.repeat(300)}`, `ab${'😀'.repeat(255)}`],
])('%j is shown as %j', (text, shown) => {
  expect(toShownAnswer(Buffer.from(text))).toBe(shown);
});

it('bytes that are no text are shown as such, and no key is', () => {
  expect(toShownAnswer(Buffer.from([0x61, 0xff, 0xc8, 0x62]))).toBe('a\ufffd\ufffdb');
  const key = createApiKeyText();
  expect(toShownAnswer(Buffer.from(`{"key":"${key}"}`))).toBe(`{"key":"${key.slice(0, 8)}…"}`);
});
