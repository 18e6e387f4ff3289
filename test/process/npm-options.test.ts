import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTestFolder } from '../support/folder.ts';
import { runScript } from '../support/process.ts';
import { openTestSqlite } from '../support/stores.ts';

/** What npm sets for options that it took for its own, and what the command answers. */
const TAKEN: [script: string, args: string[], npm: Record<string, string>, command: string][] = [
  ['import', ['a.xlsx'], { npm_config_dry_run: 'true' }, 'npm run import -- FILE --dry-run'],
  [
    'import',
    ['a.xlsx', '2026-09-14'],
    { npm_config_date: 'true', npm_config_json: 'true' },
    'npm run import -- FILE --date DAY --json',
  ],
  ['account', ['list'], { npm_config_json: 'true' }, 'npm run account -- list --json'],
  [
    'account',
    ['create', 'a@example.md', 'agency'],
    { npm_config_parseable: 'true' },
    'npm run account -- create EMAIL --plan PLAN',
  ],
  [
    'account',
    ['create', 'a@example.md'],
    { npm_config_create: 'true' },
    'npm run account -- create EMAIL --create',
  ],
  ['export', ['a.csv'], { npm_config_out: 'true' }, 'npm run export -- --out FILE'],
  ['copy', [], { npm_config_json: 'true' }, 'npm run copy -- --json'],
  [
    'make-dump',
    ['a.xlsx'],
    { npm_config_rows: '5', npm_config_force: 'true' },
    'npm run make-dump -- FILE --rows N --force',
  ],
];

describe('without "--" before its options', () => {
  it.each(TAKEN)('%s %j with %j is refused', async (script, args, npm, command) => {
    const DATA_DIR = join(makeTestFolder(), 'data');
    const refused = runScript(script, args, { DATA_DIR, ...npm });
    expect(await refused.exit).toBe(1);
    expect(refused.stdout()).toBe('');
    expect(refused.stderr()).toContain(`write "--" before the options: ${command}\n`);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

it('what npm sets by itself is not an option', async () => {
  const npm = { npm_config_yes: '', npm_config_dry_run: '', npm_config_cache: '/a' };
  const DATA_DIR = makeTestFolder();
  await openTestSqlite(DATA_DIR).close();
  const command = runScript('account', ['list', '--json'], { DATA_DIR, ...npm });
  expect(await command.exit).toBe(0);
  expect(command.stderr()).toBe('');
});

it('suggests the command or option that a misspelt one resembles, in one line', async () => {
  const DATA_DIR = join(makeTestFolder(), 'data');
  for (const [args, line] of [
    [['creat', 'a@b.md'], "error: unknown command 'creat' (Did you mean create?)\n"],
    [['list', '--jsn'], "error: unknown option '--jsn' (Did you mean --json?)\n"],
  ] as const) {
    const refused = runScript('account', args, { DATA_DIR });
    expect(await refused.exit).toBe(1);
    expect(refused.stderr()).toBe(line);
  }
});
