import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toOpenApi } from '../../../src/docs/openapi.ts';
import { toOperations } from '../../../src/docs/reference.ts';
import { HIGHEST_LIMIT, TIER_LIMITS } from '../../../src/domain/account/plan.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { importSample } from '../../../src/import/run.ts';
import { createMemoryLimiter } from '../../../src/limit/memory-limiter.ts';
import { toCodeExamples, toPatientExamples } from '../../../src/web/code-examples.ts';
import { openTestApp } from '../../support/app.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { openTestSqlite } from '../../support/stores.ts';
import { findExample, isMissing, PROGRAMS, runCode } from './code-runner.ts';

const IDNO = '1006600227727';
const UNKNOWN_IDNO = '1099600000029';
const NAME = 'SRL «LOGISTIC PRUSARONA»';
/** Of the first example: a test company. */
const FIRST_NAME = 'SRL «EXEMPLU ACTIV»';
/** Long enough for any of the programs to start while the window is full. */
const WINDOW_MS = 6_000;

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

  const statuses = () =>
    app.logs.flatMap((line) => /"url":"\/api\/v1\/company.*"status":(\d+)/.exec(line)?.[1] ?? []);
  const run = (name: string, code: string, args: readonly string[], apiKey = key) =>
    runCode(name, { folder, code, args, key: apiKey });
  return { ...app, folder, faults, key, run, statuses };
}

describe.each(Object.keys(PROGRAMS))('each request of the reference in %s', (name) => {
  it.skipIf(isMissing(name))(`runs as it is shown (needs ${PROGRAMS[name]})`, async () => {
    const { baseUrl, subscribe } = await openTestApp();
    const key = await subscribe('a@test.example', 'business');
    const folder = makeTestFolder();
    const operations = toOperations(toOpenApi(baseUrl, (idno) => idno));
    for (const { samples, operationId, responses } of Object.values(operations)) {
      const output = await runCode(name, {
        folder,
        code: findExample(samples, name),
        args: [],
        key,
      });
      expect(output.exitCode, operationId).toBe(0);
      if (responses.some(({ status }) => status === '204')) {
        expect(output.stdout.trim(), operationId).toBe('');
      } else expect(JSON.parse(output.stdout), operationId).not.toHaveProperty('error');
    }
  });
});

describe('curl', () => {
  it('fetches the first company', async () => {
    const { baseUrl, run } = await openService();
    const { stdout } = await run('curl', findExample(toCodeExamples(baseUrl), 'curl'), []);
    expect(JSON.parse(stdout).name).toBe(FIRST_NAME);
  });

  it('asks for changes alone, and goes on after a fault', async () => {
    const { baseUrl, run, statuses, faults, folder } = await openService();
    const code = findExample(toPatientExamples(baseUrl), 'curl');
    faults.push(new Unavailable('for a moment'));
    const done = { exitCode: 0, stdout: '', stderr: '' };
    expect(await run('curl', code, [IDNO])).toEqual(done);
    expect(await run('curl', code, [IDNO])).toEqual(done);
    const { exitCode, stderr } = await run('curl', code, [UNKNOWN_IDNO]);
    expect({ exitCode, ...JSON.parse(stderr) }).toMatchObject({ exitCode: 1, error: 'not_found' });
    expect(JSON.parse(readFileSync(join(folder, `${IDNO}.json`), 'utf8')).name).toBe(NAME);
    expect(statuses()).toEqual(['503', '200', '304', '404']);
  });
});

describe.each(['JavaScript', 'Python', 'PHP'])('%s', (name) => {
  describe.skipIf(isMissing(name))(`(needs ${PROGRAMS[name]})`, () => {
    it('fetches the first company', async () => {
      const { baseUrl, run } = await openService();
      const { stdout } = await run(name, findExample(toCodeExamples(baseUrl), name), []);
      expect(stdout).toBe(`${FIRST_NAME}\n`);
    });

    it('asks for changes alone, and goes on after a fault', async () => {
      const { baseUrl, run, statuses, faults } = await openService();
      faults.push(new Unavailable('for a moment'));
      const code = findExample(toPatientExamples(baseUrl), name);
      const { stdout } = await run(name, code, [IDNO, IDNO, UNKNOWN_IDNO]);
      expect(stdout).toBe(`${NAME}\n${NAME}\nno such company\n`);
      expect(statuses()).toEqual(['503', '200', '304', '404']);
    });

    it('waits for a free slot, and asks once then', async () => {
      const { baseUrl, run, statuses, get, key } = await openService();
      const path = `/api/v1/company/${IDNO}`;
      await Promise.all(Array.from({ length: TIER_LIMITS.medium }, () => get(path, key)));
      const code = findExample(toPatientExamples(baseUrl), name);
      expect((await run(name, code, [IDNO])).stdout).toBe(`${NAME}\n`);
      expect(statuses().slice(TIER_LIMITS.medium)).toEqual(['429', '200']);
    });

    it('gives up on a refusal, with its message', async () => {
      const { baseUrl, run, statuses } = await openService();
      const code = findExample(toPatientExamples(baseUrl), name);
      const { exitCode, stderr } = await run(name, code, [IDNO], 'reg_wrong');
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^missing_or_invalid_api_key: Send a valid API key [^\n]*\n$/);
      expect(statuses()).toEqual(['401']);
    });
  });
});
