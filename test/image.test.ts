import { expect, it } from 'vitest';
import { loadConfig } from '../src/config/config.ts';
import { listCopied, readText } from './support/image.ts';

it('lets into the image what it copies, and nothing else', () => {
  const [first, ...others] = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(first).toBe('*');
  const copied = listCopied().map((name) => `!${name}`);
  expect(others.toSorted()).toEqual(copied.toSorted());
});

it('gives the servers only variables that they know', () => {
  const known = new Set<string>();
  loadConfig(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
  const [, block = ''] =
    /^x-api:.*\n(?: .+\n)*? {2}environment:\n((?: {4}.+\n)+)/m.exec(readText('compose.yaml')) ?? [];
  const given = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
  expect(given).toContain('MONGODB_URI');
  expect(given.filter((name) => !known.has(name))).toEqual([]);
});

it('gives no secret a default', () => {
  const compose = readText('compose.yaml');
  const secrets = [...compose.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|KEY|TOKEN)\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(5);
  for (const [, name, rest = ''] of secrets) expect(`${name}${rest}`).not.toMatch(/:?-.+/);
});
