import { describe, expect, it, onTestFinished } from 'vitest';
import { FileFault, ImportRefusal, Unavailable } from '../../src/domain/errors.ts';
import { startThread } from '../../src/worker/thread.ts';
import type { TestMethods } from './program.ts';

const ENDED = new Unavailable('the test thread ended');

function start({ canOpen = true, answerTimeoutMs = 30_000 } = {}) {
  const thread = startThread<TestMethods>(new URL('./program.ts', import.meta.url), {
    data: { canOpen },
    endedError: ENDED,
    answerTimeoutMs,
  });
  onTestFinished(() => thread.close());
  return thread;
}

describe('a worker thread', () => {
  it('answers calls one at a time in their order', async () => {
    const thread = start();
    const order: unknown[] = [];
    const note = (result: unknown) => order.push(result);
    const calls = [thread.call('wait', 20).then(note), thread.call('add', 1, 2).then(note)];
    expect(thread.countWaiting()).toBe(2);
    await thread.waitUntilAtMost(0);
    await Promise.all(calls);
    expect(order).toEqual(['waited', 3]);
    expect(thread.countWaiting()).toBe(0);
  });

  it('goes on after a call that failed', async () => {
    const thread = start();
    await expect(thread.call('fail', 'file')).rejects.toThrow('a.csv is empty');
    expect(await thread.call('add', 1, 2)).toBe(3);
  });

  it('answers each call with the error of opening when it could not open', async () => {
    const thread = start({ canOpen: false });
    await expect(thread.call('add', 1, 2)).rejects.toThrow(new Unavailable('the file is locked'));
    await expect(thread.call('add', 1, 2)).rejects.toThrow(Unavailable);
  });

  it('ends every call, waiting or later, when it dies', async () => {
    const thread = start();
    const calls = [thread.call('die'), thread.call('add', 1, 2)];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect({ status, reason }).toEqual({ status: 'rejected', reason: ENDED });
    }
    await expect(thread.call('add', 1, 2)).rejects.toBe(ENDED);
  });

  it('is terminated when it gives no answer in time', async () => {
    const thread = start({ answerTimeoutMs: 500 });
    await expect(thread.call('hang')).rejects.toThrow('a worker thread gave no answer for 0.5 s');
    await expect(thread.call('add', 1, 2)).rejects.toThrow(Unavailable);
  });

  it('takes no calls once it is closed', async () => {
    const thread = start();
    const before = thread.call('add', 1, 2);
    await thread.close();
    expect(await before).toBe(3);
    await expect(thread.call('add', 1, 2)).rejects.toBe(ENDED);
  });
});

describe('an error of a worker thread', () => {
  it('keeps its class, message and stack', async () => {
    const thread = start();
    const file: unknown = await thread.call('fail', 'file').catch((error: unknown) => error);
    expect(file).toBeInstanceOf(FileFault);
    expect(file).toBeInstanceOf(ImportRefusal);
    expect(file).toMatchObject({
      name: 'FileFault',
      message: 'a.csv is empty',
      stack: expect.stringContaining('program.ts'),
    });
    await expect(thread.call('fail', 'store')).rejects.toThrow(Unavailable);
  });

  it('keeps its name and message if its class is not one of the product', async () => {
    const thread = start();
    await expect(thread.call('fail', 'type')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'not a function',
    });
    await expect(thread.call('fail', 'text')).rejects.toThrow(/^a text$/);
  });
});
