import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const readText = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** The files of the project that the image contains, without its packages. */
export function listCopied(): string[] {
  const lines = [...readText('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  return [...new Set(lines.flatMap(([, names = '']) => names.split(' ')))];
}

/** The lines of .dockerignore after the one that leaves out everything. */
export function listIgnoreRules(): string[] {
  const [first, ...rules] = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '*') throw new Error('.dockerignore must begin with *');
  return rules;
}
