import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { PROCESS_ENV } from '../support/process.ts';

const ACCOUNT = join(import.meta.dirname, '../../scripts/account.ts');

it('a command whose output cannot be written says so in one line', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [ACCOUNT, 'list'], {
    env: { ...PROCESS_ENV, DATA_DIR: makeTestFolder() },
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^it is done, but standard output can't be written: ENOSPC.*\n$/),
  });
});
