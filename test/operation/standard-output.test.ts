import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('../../src/operation/standard-output.ts', import.meta.url).href;
/** More than what may wait for a slow reader, in lines of a kibibyte. */
const TOO_MANY = 30_000;

/** A process with `output`, the standard output under test, and `line(n)`, a line of JSON. */
function run(code: string) {
  const program = `
    import { openStandardOutput } from '${MODULE}';
    import { setTimeout } from 'node:timers/promises';
    const output = openStandardOutput();
    const line = (n, size = 0) => JSON.stringify({ n, fill: 'x'.repeat(size) }) + '\\n';
    ${code}`;
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill());
  return child;
}

function toNumbers(all: string): number[] {
  return all
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n);
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it.each([
  ['that ends of itself', '', 2_000],
  // Less than a chunk: of one that is being written then, nobody can say when it arrives.
  ['that is ended at once', 'process.exit(3);', 500],
  ['that dies of a fault', 'throw new Error("a fault");', 500],
])('writes all lines of a process %s, in their order', async (_, end, count) => {
  const child = run(`for (let n = 0; n < ${count}; n++) output.write(line(n)); ${end}`);
  expect(toNumbers(await text(child.stdout))).toEqual(upTo(count));
});

it('writes a line soon, though no other follows', async () => {
  const child = run('output.write(line(0)); await setTimeout(60_000);');
  const [chunk] = await once(child.stdout, 'data');
  expect(toNumbers(String(chunk))).toEqual([0]);
});

it('keeps a bounded lot for a reader that is too slow, and tells how many lines it lost', async () => {
  const child = run(`
    for (let n = 0; n < ${TOO_MANY}; n++) output.write(line(n, 1_000));
    console.error('written');
    process.stdin.once('data', () => output.write(line(${TOO_MANY})));`);
  await once(child.stderr, 'data');
  const all = text(child.stdout);
  child.stdin.end('one more');
  const lines = (await all).trimEnd().split('\n');
  const lost = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== undefined);
  expect(lost).toEqual([expect.objectContaining({ level: 'error', msg: expect.any(String) })]);
  expect(lost[0].lines).toBeGreaterThan(TOO_MANY / 4);
  expect(lines.length - 1 + lost[0].lines).toBe(TOO_MANY + 1);
  expect(JSON.parse(lines.at(-1) ?? '').n).toBe(TOO_MANY);
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
