import { randomUUID } from 'node:crypto';
import { fstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ImportRefusal } from '../../src/domain/errors.ts';
import { removeLeftovers, TemporaryFile } from '../../src/import/temporary-file.ts';
import { makeTestFolder } from '../support/folder.ts';

it('has no name, is for its owner only, and disappears when it is closed', () => {
  const folder = makeTestFolder();
  const file = new TemporaryFile(folder, 'rows');
  expect(readdirSync(folder)).toEqual([]);
  expect(fstatSync(file.descriptor)).toMatchObject({ nlink: 0, mode: 0o100600 });
  file.close();
  expect(() => fstatSync(file.descriptor)).toThrow('EBADF');
});

it('gives back any part of what was appended', () => {
  const file = new TemporaryFile(makeTestFolder(), 'rows');
  file.append(Buffer.from('first'));
  file.append(Buffer.from('second'));
  const into = Buffer.alloc(8, '.');
  file.read(into, { offset: 1, length: 6, position: 3 });
  expect(into.toString()).toBe('.stseco.');
  expect(() => file.read(into, { offset: 0, length: 8, position: 4 })).toThrow(/shorter/);
  file.close();
});

it('is refused where it cannot be written, with what to do and without the path', () => {
  const folder = join(makeTestFolder(), 'missing');
  const open = () => new TemporaryFile(folder, 'the rows of the dump');
  expect(open).toThrow(ImportRefusal);
  expect(open).toThrow(
    'the rows of the dump cannot be written to a temporary file (ENOENT): ' +
      'free some space in DATA_DIR, or with MONGODB_URI in the folder that TMPDIR names',
  );
});

it('is removed later if its process was killed before it removed the name', () => {
  const folder = makeTestFolder();
  const leftover = `registru-${randomUUID()}.tmp`;
  const others = ['registru-1.tmp', `${leftover}.gz`, `registru-${randomUUID()}.db`];
  for (const name of [leftover, ...others]) writeFileSync(join(folder, name), '');
  // It cannot be removed as a file.
  const directory = `registru-${randomUUID()}.tmp`;
  mkdirSync(join(folder, directory));
  removeLeftovers(folder);
  expect(readdirSync(folder).toSorted()).toEqual([...others, directory].toSorted());
  removeLeftovers(join(folder, 'missing'));
});
