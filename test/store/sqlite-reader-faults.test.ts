import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { createReaderPool, READER_POOLS } from '../../src/store/sqlite/reader/reader-pool.ts';
import { makeTestFolder } from '../support/folder.ts';

const POOL = new URL('../../src/store/sqlite/reader/reader-pool.ts', import.meta.url).href;
const DESCRIPTORS = 60;
const READ_LIMIT_MS = 20_000;

it('reads for staff are served again after a moment without descriptors', async () => {
  const folder = makeTestFolder();
  await openSqliteStore(folder).close();
  const program = `
    import { closeSync, openSync } from 'node:fs';
    import { createReaderPool, READER_POOLS } from '${POOL}';
    // A server listens; readers alone keep no process alive.
    const listening = setInterval(() => {}, 60_000);
    const pool = createReaderPool('${folder}', READER_POOLS.staff, (error) => console.log('fault:', error.message));
    const read = () => pool.open(AbortSignal.timeout(${READ_LIMIT_MS})).listImports(1).then(
      (found) => console.log('read', found.length), (error) => console.log('refused', error.name));
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch (error) { console.log(error.code); }
    for (let n = 0; n < 4; n++) await read();
    for (const descriptor of taken) closeSync(descriptor);
    await read();
    await pool.close();
    clearInterval(listening);
    console.log('closed');`;
  const shell = `ulimit -n ${DESCRIPTORS}; exec "$0" --input-type=module -e "$1"`;
  const child = spawn('/bin/sh', ['-c', shell, process.execPath, program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  const isFault = (line: string) => line.startsWith('fault:');
  expect(lines.filter((line) => !isFault(line))).toEqual([
    'EMFILE',
    ...Array.from({ length: 4 }, () => 'refused Unavailable'),
    'read 0',
    'closed',
  ]);
  expect(lines.filter(isFault)).toHaveLength(4);
  expect(lines.find(isFault)).toMatch(/could not start: .*EMFILE/);
});

it('a reader that dies is reported with its exit code and standard error', async () => {
  const faults: Error[] = [];
  const pool = createReaderPool('/nowhere', READER_POOLS.staff, (error) => faults.push(error));
  const reads = pool.open(AbortSignal.timeout(READ_LIMIT_MS));
  await expect(reads.listImports(1)).rejects.toThrow(Unavailable);
  await pool.close();
  expect(faults.map(({ message }) => message)).toEqual([
    expect.stringMatching(/ended with 1: .*unable to open database file/s),
  ]);
});

it('a reader that is ended on purpose is not reported', async () => {
  const folder = makeTestFolder();
  await openSqliteStore(folder).close();
  const faults: Error[] = [];
  const pool = createReaderPool(folder, READER_POOLS.staff, (error) => faults.push(error));
  await pool.open(AbortSignal.timeout(READ_LIMIT_MS)).listImports(1);
  await pool.close();
  expect(faults).toEqual([]);
});
