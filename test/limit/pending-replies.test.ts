import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PendingReplies } from '../../src/limit/redis/connection.ts';

const SILENCE_MS = 60;

const open = () => new PendingReplies(SILENCE_MS, () => performance.now());
const never = () => new Promise<string>(() => {});

describe('a connection that owes replies', () => {
  it('settles each as it comes', async () => {
    const replies = open();
    expect(await replies.wait(Promise.resolve('one'))).toBe('one');
    await expect(replies.wait(Promise.reject(new Error('two')))).rejects.toThrow('two');
  });

  it('is silent when none comes for so long, and all are lost at once', async () => {
    const replies = open();
    const startMs = performance.now();
    const first = replies.wait(never());
    await sleep(SILENCE_MS / 2);
    const settled = await Promise.allSettled([first, replies.wait(never())]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(first).rejects.toThrow(`no reply within ${SILENCE_MS} ms`);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(SILENCE_MS);
  });

  it('is not silent while replies come, however long a burst takes', async () => {
    const replies = open();
    const waits = [0.5, 1, 1.5, 2].map((times) =>
      replies.wait(sleep(SILENCE_MS * times, `after ${times}`)),
    );
    expect(await Promise.all(waits)).toEqual(['after 0.5', 'after 1', 'after 1.5', 'after 2']);
  });

  it('is not silent when this process was busy and the reply lies there', async () => {
    const replies = open();
    const wait = replies.wait(sleep(SILENCE_MS / 2, 'there'));
    const startMs = performance.now();
    while (performance.now() - startMs < SILENCE_MS * 2);
    expect(await wait).toBe('there');
  });

  it('starts a new wait after a pause without pending replies', async () => {
    const replies = open();
    await replies.wait(Promise.resolve());
    await sleep(SILENCE_MS * 1.5);
    expect(await replies.wait(sleep(SILENCE_MS / 2, 'one'))).toBe('one');
  });

  it('loses them all when it is given up', async () => {
    const replies = open();
    const wait = replies.wait(never());
    replies.rejectAll(new Error('given up'));
    await expect(wait).rejects.toThrow('given up');
  });
});
