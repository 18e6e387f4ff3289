import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../src/config/config.ts';
import { STRICT_TRANSPORT_SECURITY } from '../src/operation/fastify.ts';
import { ERROR_ANSWERS } from '../src/rest/errors.ts';
import { HTTP_ERRORS, toErrorBody } from '../src/web/errors.ts';
import { listCopied, listIgnoreRules, ROOT, readText } from './support/image.ts';

it('lets into the image what it copies, and nothing else', () => {
  const rules = listIgnoreRules();
  const copied = listCopied().map((name) => `!${name}`);
  expect(rules.filter((line) => line.startsWith('!')).toSorted()).toEqual(copied.toSorted());
  // Of what it copies, what only development needs.
  const left = rules.filter((line) => !line.startsWith('!'));
  for (const path of left) expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(left.filter((path) => /bench|soak|make-dump/.test(path))).toHaveLength(7);
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

it('stops a server later than the proxy notices, and kills it later than it stops', () => {
  const compose = readText('compose.yaml');
  const caddyfile = readText('Caddyfile');
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const notice = seconds(compose, /STOP_NOTICE_SECONDS:-(\d+)\}/);
  const checked =
    seconds(caddyfile, /health_interval (\d+)s/) + seconds(caddyfile, /health_timeout (\d+)s/);
  expect(notice).toBeGreaterThan(checked);
  const closing = seconds(readText('docs/operating.md'), /exits within (\d+) seconds more/);
  expect(seconds(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThan(notice + closing);
});

it('gives no secret a default', () => {
  const compose = readText('compose.yaml');
  const secrets = [...compose.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|KEY|TOKEN)\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(5);
  for (const [, name, rest = ''] of secrets) expect(`${name}${rest}`).not.toMatch(/:?-.+/);
});

it('starts with the same flags by npm and in the image', () => {
  const { scripts } = JSON.parse(readText('package.json'));
  const flags = (command: string) => command.match(/--[\w-]+(?:=\S+)?(?=.*src\/main\.ts)/g);
  const [image = ''] = /^CMD .+$/m.exec(readText('Dockerfile')) ?? [];
  expect(flags(scripts.start)).not.toEqual([]);
  expect(flags(image.replaceAll('"', '').replaceAll(',', ''))).toEqual(flags(scripts.start));
});

it('gives the proxy the header and the error of the service', () => {
  const caddyfile = readText('Caddyfile');
  expect(caddyfile).toContain(`"${STRICT_TRANSPORT_SECURITY}"`);
  expect(caddyfile).toContain(`respond \`${toErrorBody(ERROR_ANSWERS.https_required)}\` 403`);
  expect(caddyfile).toContain(`respond \`${toErrorBody(HTTP_ERRORS.unavailable)}\` 503`);
});
