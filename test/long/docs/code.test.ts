import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HIGHEST_LIMIT, TIER_LIMITS } from '../../../src/domain/account/plan.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { importSample } from '../../../src/import/run.ts';
import { createMemoryLimiter } from '../../../src/limit/memory-limiter.ts';
import { toCodeExamples, toPatientExamples } from '../../../src/web/code-examples.ts';
import { openTestApp } from '../../support/app.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { openTestSqlite } from '../../support/stores.ts';

const IDNO = '1006600227727';
const UNKNOWN_IDNO = '1099600000029';
const NAME = 'SRL «LOGISTIC PRUSARONA»';
/** Of the first example: a test company. */
const FIRST_NAME = 'SRL «EXEMPLU ACTIV»';
/** Long enough for any of the programs to start while the window is full. */
const WINDOW_MS = 6_000;
const PROGRAMS: Readonly<Record<string, string>> = {
  curl: 'sh',
  JavaScript: process.execPath,
  Python: 'python3',
  PHP: 'php',
};

/** The service with the sample, a window of seconds, and the faults that it will have. */
async function openService() {
  const folder = makeTestFolder();
  const store = openTestSqlite(makeTestFolder());
  const faults: Error[] = [];
  const companies = {
    ...store.companies,
    findByIdnos: async (idnos: readonly string[]) => {
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      return store.companies.findByIdnos(idnos);
    },
  };
  const nowMs = () => performance.now();
  const limiter = createMemoryLimiter({
    windowMs: WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: 10,
    nowMs,
  });
  const app = await openTestApp({ store: { ...store, companies }, limiter });
  await importSample(store, folder);
  const key = await app.subscribe('a@test.example', 'business');

  async function runCode(name: string, code: string, args: readonly string[], apiKey = key) {
    const program = PROGRAMS[name] ?? '';
    const file = join(folder, name === 'JavaScript' ? 'code.mjs' : 'code');
    writeFileSync(file, code);
    const env = { PATH: process.env['PATH'], REGISTRU_API_KEY: apiKey };
    const options = { cwd: folder, env, timeout: 60_000 };
    return (await promisify(execFile)(program, [file, ...args], options)).stdout;
  }
  const statuses = () =>
    app.logs.flatMap((line) => /"url":"\/api\/v1\/company.*"status":(\d+)/.exec(line)?.[1] ?? []);
  return { ...app, folder, faults, key, runCode, statuses };
}

const isMissing = (name: string) =>
  spawnSync(PROGRAMS[name] ?? '', ['--version']).error !== undefined &&
  process.env['CI'] === undefined;

const find = (examples: readonly { name: string; code: string }[], name: string) =>
  examples.find((one) => one.name === name)?.code ?? '';

describe('curl', () => {
  it('fetches the first company', async () => {
    const { baseUrl, runCode } = await openService();
    const output = await runCode('curl', find(toCodeExamples(baseUrl), 'curl'), []);
    expect(JSON.parse(output).name).toBe(FIRST_NAME);
  });

  it('asks for changes alone, and goes on after a fault', async () => {
    const { baseUrl, runCode, statuses, faults, folder } = await openService();
    const code = find(toPatientExamples(baseUrl), 'curl');
    faults.push(new Unavailable('for a moment'));
    await runCode('curl', code, [IDNO]);
    await runCode('curl', code, [IDNO]);
    await expect(runCode('curl', code, [UNKNOWN_IDNO])).rejects.toThrow('404');
    expect(JSON.parse(readFileSync(join(folder, `${IDNO}.json`), 'utf8')).name).toBe(NAME);
    expect(statuses()).toEqual(['503', '200', '304', '404']);
  });
});

describe.each(['JavaScript', 'Python', 'PHP'])('%s', (name) => {
  describe.skipIf(isMissing(name))(`(needs ${PROGRAMS[name]})`, () => {
    it('fetches the first company', async () => {
      const { baseUrl, runCode } = await openService();
      expect(await runCode(name, find(toCodeExamples(baseUrl), name), [])).toBe(`${FIRST_NAME}\n`);
    });

    it('asks for changes alone, and goes on after a fault', async () => {
      const { baseUrl, runCode, statuses, faults } = await openService();
      faults.push(new Unavailable('for a moment'));
      const code = find(toPatientExamples(baseUrl), name);
      const output = await runCode(name, code, [IDNO, IDNO, UNKNOWN_IDNO]);
      expect(output).toBe(`${NAME}\n${NAME}\nno such company\n`);
      expect(statuses()).toEqual(['503', '200', '304', '404']);
    });

    it('waits for a free slot, and asks once then', async () => {
      const { baseUrl, runCode, statuses, get, key } = await openService();
      const path = `/api/v1/company/${IDNO}`;
      await Promise.all(Array.from({ length: TIER_LIMITS.medium }, () => get(path, key)));
      const code = find(toPatientExamples(baseUrl), name);
      expect(await runCode(name, code, [IDNO])).toBe(`${NAME}\n`);
      expect(statuses().slice(TIER_LIMITS.medium)).toEqual(['429', '200']);
    });

    it('gives up on a refusal, with its message', async () => {
      const { baseUrl, runCode, statuses } = await openService();
      const code = find(toPatientExamples(baseUrl), name);
      await expect(runCode(name, code, [IDNO], 'reg_wrong')).rejects.toThrow(
        'missing_or_invalid_api_key: Send a valid API key',
      );
      expect(statuses()).toEqual(['401']);
    });
  });
});
