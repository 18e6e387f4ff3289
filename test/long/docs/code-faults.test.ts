import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXAMPLE_IDNO, TEST_COMPANIES } from '../../../src/domain/company/test-companies.ts';
import { toPatientExamples } from '../../../src/web/code-examples.ts';
import { openTestApp } from '../../support/app.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { findExample, isMissing, PROGRAMS, runCode } from './code-runner.ts';
import { openFaultyProxy, type ProxyFault } from './faulty-proxy.ts';

const NAME = TEST_COMPANIES[0]?.company.name ?? '';
const NAMES = Object.keys(PROGRAMS).filter((name) => !isMissing(name));
const MAX_TRIES = 5;

async function openRuns() {
  const { port, subscribe } = await openTestApp();
  const key = await subscribe('a@test.example', 'business');

  /** Runs the examples of all languages at once, each through a proxy of its own. */
  return (faults: (name: string) => readonly ProxyFault[], stays: boolean) =>
    Promise.all(
      NAMES.map(async (name) => {
        const proxy = await openFaultyProxy(port, faults(name), stays);
        const code = findExample(toPatientExamples(proxy.baseUrl), name);
        const folder = makeTestFolder();
        const output = await runCode(name, { folder, code, args: [EXAMPLE_IDNO], key });
        return { name, folder, taken: proxy.taken(), ...output };
      }),
    );
}

// All at once: each mostly waits.
it('the examples that retry go on after faults of a proxy, and give up in one line', async () => {
  const run = await openRuns();
  const [recovered, ...gaveUp] = await Promise.all([
    // curl itself does not try again after a 200.
    run((name) => ['drop', 'cut', 'error-page', name === 'curl' ? 'error-page' : 'page'], false),
    run(() => ['drop'], true),
    run(() => ['error-page'], true),
  ]);
  expect(recovered.map(({ name }) => name)).toEqual(NAMES);
  for (const { name, folder, stdout, ...outcome } of recovered) {
    expect({ name, ...outcome }).toEqual({ name, exitCode: 0, stderr: '', taken: MAX_TRIES });
    expect(name === 'curl' ? readStoredName(folder) : stdout.trim(), name).toBe(NAME);
  }
  for (const { name, stderr, folder: _, ...outcome } of gaveUp.flat()) {
    expect({ name, ...outcome }).toEqual({ name, exitCode: 1, stdout: '', taken: MAX_TRIES });
    expect(stderr, name).toMatch(/^no_answer: [^\n]+ did not answer with JSON \([^\n]+\)\n$/);
  }
});

function readStoredName(folder: string): string {
  return JSON.parse(readFileSync(join(folder, `${EXAMPLE_IDNO}.json`), 'utf8')).name;
}
