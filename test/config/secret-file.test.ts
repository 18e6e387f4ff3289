import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';

const MODULE = new URL('../../src/config/secret-file.ts', import.meta.url).href;

/** Prints the calls that decide what a power cut leaves, in their order. */
const PROGRAM = `
  const fs = require('node:fs');
  const names = new Map();
  const say = (...words) => console.log(words.join(' '));
  const toName = (path) => String(path).split('/').at(-1).replace(String(process.pid), 'PID');
  for (const name of ['openSync', 'fsyncSync', 'linkSync']) {
    const original = fs[name];
    fs[name] = (...args) => {
      const result = original(...args);
      if (name === 'openSync') names.set(result, toName(args[0]));
      if (name === 'fsyncSync') say('fsync', names.get(args[0]));
      if (name === 'linkSync') say('link', toName(args[1]));
      return result;
    };
  }
  require('node:module').syncBuiltinESMExports();
  import('${MODULE}').then(({ readOrCreateSecret }) => {
    say('returned', readOrCreateSecret(process.argv[1], false).length);
  });`;

it('a new secret is on the disk, its name too, before it is used', () => {
  const folder = makeTestFolder();
  const output = execFileSync(process.execPath, ['-e', PROGRAM, folder], { encoding: 'utf8' });
  expect(output.trimEnd().split('\n')).toEqual([
    'fsync secret.PID',
    'link secret',
    `fsync ${folder.split('/').at(-1)}`,
    'returned 64',
  ]);
});
