import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFinished } from './shared.ts';

/** An empty folder that goes with the test. */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'registru-'));
  onFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
