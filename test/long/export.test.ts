import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STOP_SIGNALS } from '../../src/worker/stop-signals.ts';
import { makeTestFolder } from '../support/folder.ts';
import { killGroup, runScript } from '../support/process.ts';
import { fillDataFolder } from '../support/stores.ts';

const COMPANIES = 30_000;
const MAX_SIGNALS = 10_000;
const OLD = 'last week';
/** Only root may mount. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['-V']).status === 0;

/** An export over an older file that has begun to write. */
async function startExport() {
  const DATA_DIR = await fillDataFolder(COMPANIES);
  const folder = makeTestFolder();
  const file = join(folder, 'all.ndjson');
  writeFileSync(file, OLD);
  const command = runScript('export', ['--out', file, '--force'], { DATA_DIR });
  const findPart = () => readdirSync(folder).find((name) => name.endsWith('.part'));
  const hasBegun = () => {
    const part = findPart();
    return part !== undefined && statSync(join(folder, part)).size > 0;
  };
  while (!hasBegun() && command.child.exitCode === null) await sleep(1);
  return { DATA_DIR, folder, file, findPart, command };
}

describe('an export that is ended', () => {
  it('by kill -9 leaves the older file whole, and the next one replaces it', async () => {
    const { DATA_DIR, file, command } = await startExport();
    killGroup(command.child);
    expect(await command.exit).toBe('SIGKILL');
    expect(readFileSync(file, 'utf8')).toBe(OLD);
    const next = runScript('export', ['--out', file, '--force'], { DATA_DIR });
    expect(await next.exit).toBe(0);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).idno)).size).toBe(COMPANIES);
  });

  it.each(STOP_SIGNALS)(
    'by %s, which npm repeats, says so and leaves nothing but the older file',
    async (signal) => {
      const { folder, file, findPart, command } = await startExport();
      // No longer: at the very end of a process Node has no handlers of signals left.
      for (let count = 0; count < MAX_SIGNALS && findPart() !== undefined; count++) {
        command.child.kill(signal);
        await sleep(1);
      }
      expect(await command.exit).toBe(1);
      expect(command.stderr()).toBe(
        'the export was stopped before it was complete: run it again\n',
      );
      expect(readdirSync(folder)).toEqual(['all.ndjson']);
      expect(readFileSync(file, 'utf8')).toBe(OLD);
    },
  );
});

it.runIf(canMount)('on a full disk says so and leaves nothing', async () => {
  const DATA_DIR = await fillDataFolder(COMPANIES);
  const folder = makeTestFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'registru-test', folder]);
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  const file = join(folder, 'all.csv');
  const command = runScript('export', ['--out', file], { DATA_DIR });
  expect(await command.exit).toBe(1);
  expect(command.stderr()).toBe(
    `${file} cannot be written: the disk is full; free some space and run it again\n`,
  );
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
