import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeTestFolder } from './folder.ts';

const BLOCK = Buffer.alloc(4_096);

/** Only root may mount. */
export const canMount = process.getuid?.() === 0 && spawnSync('mount', ['-V']).status === 0;

/** A folder on a disk of its own, which goes with the test. */
export function mountSmallDisk(size = '2m'): string {
  const folder = makeTestFolder();
  const options = `size=${size},mode=700`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'registru-test', folder]);
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return folder;
}

/** Fills the folder's disk with a file and returns its path. */
export function fillDisk(folder: string): string {
  const path = join(folder, 'fill');
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
  return path;
}
