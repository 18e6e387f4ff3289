import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHANGES } from './changes.ts';

type Served = Readonly<Record<string, string>>;

const CONTEXT = 60;
/** Places of a drawing, which mean nothing by themselves. */
const COORDINATES = / (?:x|y|[xy][12]|rx|width|height|viewBox)="[^"]*"/g;
const CACHE_TIME = /max-age=\d+/g;
/** The changelog says what was true of each version. */
const HISTORY = /<h2 id="changelog">[\s\S]*/;

/** All texts that are served, by the program as it is or with its constants changed. */
async function collect(...imports: string[]): Promise<Served> {
  const collector = join(import.meta.dirname, 'collect.ts');
  const args = [
    ...imports.flatMap((name) => ['--import', join(import.meta.dirname, name)]),
    collector,
  ];
  const options = { timeout: 60_000, maxBuffer: 2 ** 24 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return JSON.parse(stdout);
}

/** Each place where a text has the pattern, with what stands around it. */
function find(served: Served, pattern: RegExp): string[] {
  return Object.entries(served).flatMap(([name, text]) => {
    const words = text.replace(HISTORY, '').replace(COORDINATES, '').replace(CACHE_TIME, '');
    return [...words.matchAll(new RegExp(pattern, 'g'))].map(
      ({ index }) => `${name}: …${words.slice(Math.max(0, index - CONTEXT), index + CONTEXT)}…`,
    );
  });
}

describe('a served text', () => {
  let served: Served = {};
  let changed: Served = {};
  beforeAll(async () => {
    [served, changed] = await Promise.all([collect(), collect('changed-constants.ts')]);
  });

  it.each(CHANGES)('says $constant as $file defines it', ({ today }) => {
    // A pattern that finds nothing in today's texts would find no stray value either.
    expect(find(served, today)).not.toEqual([]);
    expect(find(changed, today)).toEqual([]);
  });
});
