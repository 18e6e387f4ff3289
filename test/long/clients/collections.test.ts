import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OPENAPI } from '../../../src/docs/openapi.ts';
import { TEST_API_KEY } from '../../../src/domain/account/api-key.ts';
import { openClientService } from '../../clients/service.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { ROOT } from '../../support/image.ts';

const INSTALL = join(ROOT, '.ci/clients/install');
const TOOLS = execFileSync(INSTALL, ['--where'], { encoding: 'utf8' }).trim();
/** A machine of one's own may lack them; where every push is tested they have to be there. */
const IS_MISSING = !existsSync(join(TOOLS, 'complete')) && process.env['CI'] === undefined;
const NEWMAN = join(TOOLS, 'node_modules/newman/bin/newman.js');

const OPERATIONS = Object.values(OPENAPI.paths).flatMap((item) => Object.values(item));
const SUMMARIES = OPERATIONS.map(({ summary }) => summary).toSorted();

interface Execution {
  item: { name: string };
  response: { code: number };
}

describe.skipIf(IS_MISSING)('the collections (need .ci/clients/install)', () => {
  it('Newman runs every request of the one for Postman as it is', async () => {
    const { baseUrl, subscribe } = await openClientService();
    const folder = makeTestFolder();
    const collection = await (await fetch(`${baseUrl}/docs/postman.json`)).text();
    writeFileSync(join(folder, 'postman.json'), collection);
    const run = async (...options: string[]) => {
      const reporter = ['--reporters', 'json', '--reporter-json-export', 'run.json'];
      const args = [NEWMAN, 'run', 'postman.json', ...reporter, ...options];
      await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 120_000 });
      const report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
      const executions: Execution[] = report.run.executions;
      return Object.fromEntries(executions.map(({ item, response }) => [item.name, response.code]));
    };
    // At first with the public test key.
    const codes = await run();
    expect(Object.keys(codes).toSorted()).toEqual(SUMMARIES);
    expect(codes).toMatchObject({ 'Fetch one company': 200, 'Fetch several companies': 200 });
    const key = await subscribe('postman@test.example', 'agency');
    const successes = OPERATIONS.map(({ summary, responses }) => {
      return [summary, Number(Object.keys(responses).find((status) => status < '300'))];
    });
    expect(await run('--env-var', `apiKey=${key}`)).toEqual(Object.fromEntries(successes));
  });

  it('Bruno reads every request of its folder, with optional parameters off', async () => {
    const { baseUrl } = await openClientService();
    const folder = makeTestFolder();
    const archive = await (await fetch(`${baseUrl}/docs/bruno.zip`)).arrayBuffer();
    writeFileSync(join(folder, 'bruno.zip'), Buffer.from(archive));
    const unzip = ['-m', 'zipfile', '-e', 'bruno.zip', '.'];
    execFileSync(join(TOOLS, 'python/bin/python'), unzip, { cwd: folder });
    const { bruToJsonV2, collectionBruToJson } = createRequire(join(TOOLS, 'x.js'))(
      '@usebruno/lang',
    );
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    const { vars, auth } = collectionBruToJson(read('registru/collection.bru'));
    expect(auth.bearer).toEqual({ token: '{{apiKey}}' });
    expect(vars.req).toMatchObject([
      { name: 'baseUrl', value: baseUrl },
      { name: 'apiKey', value: TEST_API_KEY },
    ]);
    const paths = globSync('registru/*/*.bru', { cwd: folder });
    const requests = paths.map((path) => bruToJsonV2(read(path)));
    expect(requests.map(({ meta }) => meta.name).toSorted()).toEqual(SUMMARIES);
    const on = requests.flatMap(({ params = [] }) => params.filter((one: On) => one.enabled));
    expect(on.map(({ name }: On) => name).toSorted()).toEqual(listExamples());
  });
});

interface On {
  name: string;
  enabled: boolean;
}

/** The parameters that have an example. */
function listExamples(): string[] {
  const parameters = OPERATIONS.flatMap((operation) => operation.parameters);
  return parameters
    .flatMap(({ name, example }) => (example === undefined ? [] : [name]))
    .toSorted();
}
