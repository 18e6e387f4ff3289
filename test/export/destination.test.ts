import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFile } from '../../src/export/destination.ts';
import { makeTestFolder } from '../support/folder.ts';

it.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a file', (path: string) => symlinkSync(import.meta.filename, path)],
])('does not replace %s', async (_what, create) => {
  const folder = makeTestFolder();
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'companies.csv');
  create(path);
  const before = lstatSync(path).mode;
  for (const isReplaced of [true, false]) {
    await expect(openFile(path, isReplaced)).rejects.toThrow(`${path} is not a file`);
  }
  expect(lstatSync(path).mode).toBe(before);
  expect(readdirSync(folder)).toEqual(['companies.csv']);
});
