import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { presentDemo } from '../../src/demo.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openServices } from '../../src/server.ts';
import { makeTestFolder } from '../support/folder.ts';

function prepare() {
  const config = loadConfig({ DATA_DIR: makeTestFolder() });
  const resources = createResources(() => {});
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const surroundings = { resources, mailWaitMs: 0, print, onFault: () => {} };
  return { config, resources, printed, print, open: () => openServices(config, surroundings) };
}

it('a start that fails half-way closes what it has opened', async () => {
  const { config, resources, open } = prepare();
  writeFileSync(join(config.dataDir, 'secret'), 'no secret');
  await expect(open()).rejects.toThrow(/secret does not hold/);
  const log = join(config.dataDir, 'accounts.db-wal');
  expect(existsSync(log)).toBe(true);
  await resources.close();
  expect(existsSync(log)).toBe(false);
});

it('the demo says that it is running only when its store answers', async () => {
  const { config, resources, printed, print, open } = prepare();
  const services = await open();
  await presentDemo(services, config, print);
  await resources.close();
  await presentDemo(services, config, print);
  expect(printed).toEqual([
    'Registru is running at http://127.0.0.1:3000\n',
    expect.stringMatching(/^Registru has started at \S+, but its store fails: .*\n$/),
  ]);
});
