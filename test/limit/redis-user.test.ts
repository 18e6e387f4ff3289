import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { RedisLimiter } from '../../src/limit/redis/redis-limiter.ts';
import { readText } from '../support/image.ts';
import { HAS_REDIS, openTestRedis, SILENCE_MS } from '../support/redis.ts';
import { HIGH, MEDIUM, WINDOW_MS } from './contract.ts';

const PASSWORD = 'secret';

/** The rights of the servers' user in compose.yaml. */
function readRights(): string[] {
  const [, rights = ''] = /^ +user registru (.+)$/m.exec(readText('compose.yaml')) ?? [];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Compose writes a variable
  return rights.replace('${REDIS_PASSWORD}', PASSWORD).split(' ');
}

it.skipIf(!HAS_REDIS)(
  'the user in compose.yaml may do what the limiter does, no more',
  async () => {
    const { port } = await openTestRedis('--user', 'registru', ...readRights());
    const url = `redis://registru:${PASSWORD}@127.0.0.1:${port}`;
    const limiter = new RedisLimiter({
      silenceMs: SILENCE_MS,
      url,
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 10,
      nowMs: () => performance.now(),
      processId: randomUUID(),
      onChange: () => {},
    });
    onTestFinished(() => limiter.close());
    await limiter.known;
    const decisions = await Promise.all(
      Array.from({ length: MEDIUM + 1 }, () => limiter.admit('a', MEDIUM)),
    );
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(MEDIUM);
    expect(limiter.degraded).toBe(false);

    const user = new Redis(url, { enableReadyCheck: false, disableClientInfo: true });
    onTestFinished(() => user.disconnect());
    expect(await user.call('PING')).toBe('PONG');
    for (const [command = '', ...args] of [
      ['FLUSHALL'],
      ['CONFIG', 'GET', '*'],
      ['KEYS', '*'],
      ['DEL', 'registru:limit:a'],
      ['LPUSH', 'another', '1'],
      ['EVAL', "return redis.call('LLEN', KEYS[1])", 1, 'another'],
      ['SHUTDOWN'],
    ]) {
      await expect(user.call(String(command), ...args)).rejects.toThrow(/NOPERM|ACL/);
    }
  },
);
