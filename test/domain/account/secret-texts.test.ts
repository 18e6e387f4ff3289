import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKeyText, toKeyStart } from '../../../src/domain/account/api-key.ts';
import { cutSecrets, redactSecrets } from '../../../src/domain/account/secret-texts.ts';
import { createWebhookSecretText } from '../../../src/domain/account/webhook.ts';

it.each([
  ['a whole key', (key: string) => `"${key}"`, (start: string) => `"${start}…"`],
  ['two keys', (key: string) => `${key}, ${key}`, (start: string) => `${start}…, ${start}…`],
  ['a key in a word', (key: string) => `x${key}y`, (start: string) => `x${start}…`],
  ['a key without its end', (key: string) => key.slice(0, -10), (start: string) => `${start}…`],
  ['no more than a start', (key: string) => key.slice(0, 8), (start: string) => start],
  ['no key', () => 'asked for by phone', () => 'asked for by phone'],
])('cuts %s', (_name, toText, toExpected) => {
  const key = createApiKeyText();
  expect(cutSecrets(toText(key))).toBe(toExpected(toKeyStart(key)));
});

it.each([
  'reg_date is null: reg_date_missing, reg_istru',
  'asked for by phone: Șoseaua Ștefan cel Mare 73, MD-2001',
  '/api/v1/company/1002600004030%20/Ștefan%C4%83',
  '0190f7f6-6f0e-7c5e-9d5a-2f1f1f1f1f1f and 60-100 characters',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'RegistrulDeStatAlUnitatilorDeDrept20260914.xlsx',
  'reg_founders_list, reg_administrators_list',
  '/api/v1/company/1002600004030/history?after=WzE3OTAwMDAwMDAwMDAsbnVsbF0',
  '/cont/api/webhook/test?lang=ro&back=/cont/api/Plans',
  '/node_modules/standardwebhooks/dist/index.js:48:11, aVeryLongNameOfSomethingWithoutDigits',
  '{"time":"2026-11-21T10:00:00.000Z","level":"info","msg":"a\\nb"}',
  '',
])('leaves %s', (text) => {
  expect(cutSecrets(text)).toBe(text);
  expect(redactSecrets(text)).toBe(text);
});

const escapeAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const insert = (text: string, at: number, inserted: string) =>
  text.slice(0, at) + inserted + text.slice(at);
const between = (text: string, inserted: string) => [...text].join(inserted);
const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const CYRILLIC: Readonly<Record<string, string>> = {
  e: 'е',
  h: 'һ',
  s: 'ѕ',
  c: 'с',
  r: 'г',
  o: 'о',
  a: 'а',
};
const toLookAlikes = (text: string) => text.replace(/[ehscroa]/g, (one) => CYRILLIC[one] ?? one);

/** What copying from mails, chats, terminals, editors and addresses makes of a text. */
const SPELLINGS: readonly [name: string, spell: (secret: string) => string][] = [
  ['as it is', (secret) => secret],
  ['in capitals', (secret) => secret.toUpperCase()],
  ['in small letters', (secret) => secret.toLowerCase()],
  [
    'with its prefix in capitals',
    (secret) => secret.replace(/^[a-z]+/, (one) => one.toUpperCase()),
  ],
  ['between quotes', (secret) => `"${secret}"`],
  ['between typographic quotes', (secret) => `„${secret}”`],
  ['between guillemets', (secret) => `«${secret}»`],
  ['between brackets', (secret) => `<${secret}>, (${secret}), [${secret}], {${secret}}`],
  ['between stars', (secret) => `**${secret}**`],
  ['with its underscore escaped as in Markdown', (secret) => secret.replace('_', '\\_')],
  ['with its underscore escaped as in HTML', (secret) => secret.replace('_', '&#95;')],
  ['with its underscore named as in HTML', (secret) => secret.replace('_', '&lowbar;')],
  ['as an assignment', (secret) => `KEY=${secret};`],
  ['twice without a space', (secret) => secret + secret],
  ['with a zero-width space in the prefix', (secret) => insert(secret, 2, '\u200b')],
  ['with a zero-width space after the prefix', (secret) => secret.replace('_', '_\u200b')],
  ['with a zero-width space in its middle', (secret) => insert(secret, 20, '\u200b')],
  ['with zero-width spaces everywhere', (secret) => between(secret, '\u200b')],
  ['with word joiners everywhere', (secret) => between(secret, '\u2060')],
  ['with a byte order mark', (secret) => insert(secret, 4, '\ufeff')],
  ['with a soft hyphen', (secret) => insert(secret, 9, '\u00ad')],
  ['with a direction mark', (secret) => insert(secret, 7, '\u200e')],
  ['with a variation selector', (secret) => insert(secret, 7, '\ufe0f')],
  ['with a combining accent', (secret) => insert(secret, 7, '\u0301')],
  ['with a NUL', (secret) => insert(secret, 7, '\0')],
  ['in letters of full width', toFullWidth],
  [
    'in bold letters of mathematics',
    (secret) =>
      secret.replace(/[a-z]/g, (one) => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97)),
  ],
  ['with letters that look alike', toLookAlikes],
  ['with such letters in capitals', (secret) => toLookAlikes(secret).toUpperCase()],
  ['percent-encoded', escapeAll],
  ['percent-encoded in capitals', (secret) => escapeAll(secret).toUpperCase()],
  ['percent-encoded twice', (secret) => escapeAll(escapeAll(secret))],
  ['percent-encoded four times', (secret) => escapeAll(escapeAll(escapeAll(escapeAll(secret))))],
  [
    'with its first letter encoded a hundred times',
    (secret) => `%${'25'.repeat(99)}${escapeAll(secret.slice(0, 1)).slice(1)}${secret.slice(1)}`,
  ],
  ['with an encoded zero-width space', (secret) => insert(secret, 6, '%E2%80%8B')],
  ['with an encoded soft hyphen, twice', (secret) => insert(secret, 6, '%25C2%25AD')],
  ['with encoded letters of full width', (secret) => escapeAll(toFullWidth(secret))],
  ['with encoded look-alikes', (secret) => encodeURIComponent(toLookAlikes(secret))],
  ['broken over two lines', (secret) => insert(secret, 20, '\n')],
  ['broken over two lines of Windows', (secret) => insert(secret, 20, '\r\n')],
  ['broken with a hyphen and an indent', (secret) => insert(secret, 20, '-\n    ')],
  ['broken in a quoted mail', (secret) => insert(secret, 20, '\n> ')],
  ['broken as quoted-printable', (secret) => insert(secret, 20, '=\r\n')],
  ['broken in a shell', (secret) => insert(secret, 20, '\\\n')],
  ['broken over four lines', (secret) => secret.replace(/(.{11})/g, '$1\n')],
  ['broken by a line separator', (secret) => insert(secret, 20, '\u2028')],
  ['without its last 5 characters', (secret) => secret.slice(0, -5)],
  ['without its last 20 characters', (secret) => secret.slice(0, -20)],
  ['without its first letter', (secret) => secret.slice(1)],
  ['without its prefix', (secret) => secret.replace(/^[a-z]+_/, '')],
  ['without its prefix and its end', (secret) => secret.replace(/^[a-z]+_/, '').slice(0, -1)],
  ['with its underscore as in a mail', (secret) => secret.replace('_', '=5F')],
  ['with its underscore as in JSON', (secret) => secret.replace('_', '\\u005f')],
  ['with its underscore as in JSON, percent-encoded', (secret) => secret.replace('_', '%5Cu005f')],
  [
    'with its underscore as in HTML, percent-encoded',
    (secret) => secret.replace('_', '%26%2395%3B'),
  ],
];

const SECRETS = [
  ['a key', () => 'reg_7hQz0Xc2LmN8vB4kTy6Wd1Rf3Sa9Pj5UgEi0'],
  ['the secret of a webhook', () => 'whsec_7hQz0Xc2LmN8vB4kTy6Wd1Rf3Sa9Pj5UgEi0oK2xq4A='],
  ['a random key', () => createApiKeyText()],
  ['a random secret of a webhook', () => createWebhookSecretText()],
] as const;

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(CYRILLIC).map(([latin, cyrillic]) => [cyrillic, latin]),
);

/** The text as a person would read it, in small letters. */
function toPlain(text: string): string {
  let decoded = text;
  for (let last = ''; last !== decoded; ) {
    last = decoded;
    decoded = last.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );
  }
  const letters = [
    ...decoded
      .replace(/\\[nr]/g, '')
      .normalize('NFKD')
      .toLowerCase(),
  ];
  return letters
    .map((one) => LATIN.get(one) ?? one)
    .join('')
    .replace(/[^0-9a-z+/=_]/g, '');
}

/** Every run of six characters that are not of the start. */
function toParts(secret: string): string[] {
  const plain = secret.toLowerCase();
  return Array.from({ length: plain.length - 13 }, (_, at) => plain.slice(8 + at, 14 + at));
}

describe.each(SECRETS)('%s', (_what, create) => {
  it.each(SPELLINGS)('is found %s', (_name, spell) => {
    const secret = create();
    const text = `before ${spell(secret)} after`;
    const json = JSON.stringify({ url: `/x/${spell(secret)}`, text });
    const parts = toParts(secret);
    for (const result of [
      cutSecrets(text),
      redactSecrets(text),
      redactSecrets(json),
      cutSecrets(json),
    ]) {
      const plain = toPlain(result);
      expect(parts.filter((part) => plain.includes(part))).toEqual([]);
    }
    expect(cutSecrets(text)).toMatch(/^before .*… ?.*after$/s);
    expect(JSON.parse(redactSecrets(json))).toBeTypeOf('object');
  });
});

it('reads little more of a long text than it shows', () => {
  const key = createApiKeyText();
  const text = `${'/'.repeat(30)}${key} ${'я'.repeat(1_000_000)}`;
  const start = process.cpuUsage();
  expect(cutSecrets(text, 40)).toBe(`${'/'.repeat(30)}${toKeyStart(key)}… `);
  expect(process.cpuUsage(start).user).toBeLessThan(50_000);
});

it('leaves other texts alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 29 }), (text) => {
      const hasPrefix = /reg|whsec/i.test(text.normalize('NFKD'));
      if (!hasPrefix) expect(redactSecrets(text)).toBe(text);
    }),
  );
});

it('finds the body of a key wherever it begins', () => {
  const run = createApiKeyText().slice(4);
  for (let length = 0; length < 70; length++) {
    const text = `${' '.repeat(length)}${run} ${'/x'.repeat(length)}`;
    const hasAllKinds = [/\d/, /[A-Z]/, /[a-z]/].every((kind) => kind.test(run));
    expect(redactSecrets(text).includes(run)).toBe(!hasAllKinds);
  }
});

it.each(['%25', '%2', '%', 'reg_', 'reg_a\n', '- ', '\\u0025', 'reg_aaaaaaaa- ', 'ș'])(
  'takes a time in proportion to the length of %j, repeated',
  (piece) => {
    const measure = (count: number) => {
      const text = `${piece.repeat(count)}ș`;
      const start = process.cpuUsage();
      redactSecrets(text);
      return process.cpuUsage(start).user / text.length;
    };
    measure(5_000);
    expect(measure(50_000)).toBeLessThan(10 * measure(5_000) + 10);
  },
);
