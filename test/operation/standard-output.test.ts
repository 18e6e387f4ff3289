import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';

const MODULE = new URL('../../src/operation/standard-output.ts', import.meta.url).href;
/** More than what may wait for a slow reader, in lines of a kibibyte. */
const TOO_MANY = 30_000;

/** A program with `output`, the standard output under test, and `line(n)`, a line of JSON. */
function toArgs(code: string): string[] {
  const program = `
    import { openStandardOutput } from '${MODULE}';
    import { setTimeout } from 'node:timers/promises';
    const output = openStandardOutput();
    const line = (n, size = 0) => JSON.stringify({ n, fill: 'x'.repeat(size) }) + '\\n';
    ${code}`;
  return ['--input-type=module', '-e', program];
}

function run(code: string) {
  const child = spawn(process.execPath, toArgs(code));
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What the process writes to standard error; standard output is this descriptor. */
function runOn(stdout: number, code: string): Readable {
  const child = spawn(process.execPath, toArgs(code), { stdio: ['ignore', stdout, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  closeSync(stdout);
  return child.stderr ?? Readable.from([]);
}

function toNumbers(all: string): number[] {
  return all
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n);
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it.each([
  ['that ends normally', '', 2_000],
  // Less than a chunk: of one that is being written then, nobody can say when it arrives.
  ['that is ended at once', 'process.exit(3);', 500],
  ['that dies of a fault', 'throw new Error("a fault");', 500],
])('writes all lines of a process %s, in their order', async (_, end, count) => {
  const child = run(`for (let n = 0; n < ${count}; n++) output.write(line(n)); ${end}`);
  expect(toNumbers(await text(child.stdout))).toEqual(upTo(count));
});

it('writes a line soon, even if no other follows', async () => {
  const child = run('output.write(line(0)); await setTimeout(60_000);');
  const [chunk] = await once(child.stdout, 'data');
  expect(toNumbers(String(chunk))).toEqual([0]);
});

it('buffers a bounded amount for a slow reader and reports the lines it lost', async () => {
  const child = run(`
    for (let n = 0; n < ${TOO_MANY}; n++) output.write(line(n, 1_000));
    console.error(output.lostLines);
    process.stdin.on('data', () => output.write(line(${TOO_MANY})));`);
  const [said] = await once(child.stderr, 'data');
  const lostLines = Number(said);
  expect(lostLines).toBeGreaterThan(TOO_MANY / 4);
  const reports: object[] = [];
  let count = 0;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text);
    if (line.n === TOO_MANY) break;
    if (line.n === undefined) reports.push(line);
    else expect(line.n).toBe(count++);
    if (count === TOO_MANY - lostLines) child.stdin.write('one more');
  }
  expect(count).toBe(TOO_MANY - lostLines);
  expect(reports).toMatchObject([{ level: 'error', lines: lostLines }]);
});

it('writes what waited for a disk or a pipe that takes it again later', async () => {
  const path = join(makeTestFolder(), 'fifo');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stdout = openSync(path, constants.O_WRONLY);
  // Nobody reads: each write fails.
  closeSync(reader);
  const stderr = runOn(
    stdout,
    `for (let n = 0; ; n++) {
      output.write(line(n));
      if (n === 2) console.error('written');
      await setTimeout(300);
    }`,
  );
  await once(stderr, 'data');
  const numbers: number[] = [];
  for await (const text of createInterface({ input: createReadStream(path) })) {
    if (numbers.push(JSON.parse(text).n) === 3) break;
  }
  expect(numbers).toEqual([0, 1, 2]);
});

it('counts the lines that a full disk loses, and still closes', async () => {
  const stderr = runOn(
    openSync('/dev/full', 'w'),
    `for (let n = 0; n < ${TOO_MANY}; n++) output.write(line(n, 1_000));
    await setTimeout(700);
    await output.close();
    console.error(output.lostLines);
    process.exit();`,
  );
  expect(Number(await text(stderr))).toBeGreaterThan(TOO_MANY / 4);
});

it('waits for a reader that has stopped half a second at its end, and not in a write', async () => {
  const child = run(`
    for (let n = 0; n < 1_000; n++) output.write(line(n, 1_000));
    const startMs = performance.now();
    await output.close();
    console.error(performance.now() - startMs);
    process.exit(0);`);
  const [waitedMs] = await once(child.stderr, 'data');
  expect(Number(waitedMs)).toBeGreaterThan(400);
  expect((await once(child, 'exit'))[0]).toBe(0);
});

it('outlives its reader, and ends when the process does', async () => {
  const child = run(`
    output.write(line(0));
    for (let n = 1; n < 20; n++) { await setTimeout(100); output.write(line(n)); }
    console.error('still here');`);
  child.stdout.once('data', () => child.stdout.destroy());
  const errors = await text(child.stderr);
  expect(errors.trimEnd()).toBe('still here');
});

it('ends though its reader has gone just before the last lines', async () => {
  const child = run(`
    output.write(line(0));
    process.stdin.once('data', () => output.write(line(1)));`);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('the last');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
