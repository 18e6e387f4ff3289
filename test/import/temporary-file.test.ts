import { fstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ImportRefusal } from '../../src/domain/errors.ts';
import { TemporaryFile } from '../../src/import/temporary-file.ts';
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
