import { expect, it } from 'vitest';
import { createResources } from '../../src/operation/resources.ts';

function open() {
  const events: string[] = [];
  const resources = createResources((name, error) =>
    events.push(`${name}: ${error instanceof Error ? error.message : error}`),
  );
  return { events, resources };
}

it('are closed in the reverse order of their opening, one after another', async () => {
  const { events, resources } = open();
  for (const name of ['lock', 'store', 'requests']) {
    resources.add(name, async () => {
      events.push(`${name} closes`);
      await Promise.resolve();
      events.push(`${name} is closed`);
    });
  }
  await resources.close();
  expect(events.filter((event) => event.endsWith('closes'))).toEqual([
    'requests closes',
    'store closes',
    'lock closes',
  ]);
  expect(events.indexOf('requests is closed')).toBeLessThan(events.indexOf('store closes'));
});

it('are all closed where some fail, at once, later or never ending, and the close then fails', async () => {
  const { events, resources } = open();
  resources.add('lock', () => void events.push('lock is closed'));
  resources.add('stuck', () => new Promise(() => {}), 20);
  resources.add('late', () => Promise.reject(new Error('no')));
  resources.add('early', () => {
    throw new Error('never');
  });
  await expect(resources.close()).rejects.toThrow();
  expect(events).toEqual([
    'early: never',
    'late: no',
    'stuck: it was not closed within 20 ms',
    'lock is closed',
  ]);
});
