import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_IDNO, TEST_COMPANIES } from '../../src/domain/company/test-companies.ts';
import { openPage, type TestPage } from '../support/page.ts';

/** What a reader of the page copies, in its order: curl, JavaScript, Python, PHP. */
async function readExamples(page: TestPage): Promise<string[]> {
  const { body } = await page.get('/cont/api', { cookie: await page.enter() });
  return toCode(body);
}

function toCode(body: string): string[] {
  const found = body.matchAll(/<code id="(?:example|first)-code-\d">(.*?)<\/code>/gs);
  return [...found].map(([, code = '']) =>
    code
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|quot|#39|amp);/g, (whole) => ENTITIES[whole] ?? whole),
  );
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const NAME = TEST_COMPANIES[0]?.company.name ?? '';

/** Runs a program that reads its code from standard input. */
async function run(command: string, args: string[], code: string, key: string) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], REGISTRU_API_KEY: key };
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(code);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

const PROGRAMS: [string, number, string, string[]][] = [
  ['curl', 0, 'sh', []],
  ['JavaScript', 1, process.execPath, ['--input-type=module']],
  ['Python', 2, 'python3', ['-']],
  ['PHP', 3, 'php', []],
];

describe.each(PROGRAMS)('the code in %s', (name, place, command, args) => {
  const needed = name === 'curl' ? name : command;
  const isMissing = spawnSync(needed, ['--version']).error !== undefined;

  it.skipIf(isMissing)(`fetches a company as it is (needs ${needed})`, async () => {
    const page = await openPage();
    const code = (await readExamples(page))[place] ?? '';
    const key = await page.subscribe('runs@test.example', 'business');
    const { stdout, stderr } = await run(command, args, code, key);
    expect([stdout, stderr]).toEqual([expect.stringContaining(NAME), expect.anything()]);
    const refused = await run(command, args, code, `${key}x`);
    expect(refused.stdout).not.toContain(NAME);
    expect(refused.stdout + refused.stderr).toMatch(/401|missing_or_invalid_api_key/);
  });
});

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

it.skipIf(!hasCurl)(
  'the command of the start page works as it is pasted (needs curl)',
  async () => {
    const page = await openPage();
    const [command = ''] = toCode((await page.get('/')).body);
    expect((await run('sh', [], command, '')).stdout).toContain(NAME);
  },
);

it('the code in PHP is whole', async () => {
  const code = (await readExamples(await openPage()))[3] ?? '';
  expect(code).toMatch(/^<\?php\n/);
  const bare = code.replace(/'[^'\n]*'/g, "''");
  const open: string[] = [];
  for (const sign of bare) {
    if ('([{'.includes(sign)) open.push(sign);
    if (')]}'.includes(sign)) expect(`${open.pop()}${sign}`).toMatch(/^(?:\(\)|\[\]|\{\})$/);
  }
  expect(open).toEqual([]);
  expect(bare).not.toContain('"');
  expect(bare.trim().endsWith(';')).toBe(true);
});

it('names a test company, which every installation has', async () => {
  for (const code of await readExamples(await openPage())) {
    expect(code).toContain(`/api/v1/company/${EXAMPLE_IDNO}`);
  }
});
