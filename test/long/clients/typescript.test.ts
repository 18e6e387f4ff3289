import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { TYPESCRIPT_PACKAGE } from '../../../src/docs/sdk/packages.ts';
import { openTestApp } from '../../support/app.ts';
import { IDNO } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { ROOT, readText } from '../../support/image.ts';
import { fillDataFolder, startService } from '../../support/service.ts';

/** A folder of a client's developer with the package that the service offers. */
async function install(baseUrl: string) {
  const folder = makeTestFolder();
  const run = async (command: string, ...args: string[]) =>
    (await promisify(execFile)(command, args, { cwd: folder, timeout: 120_000 })).stdout;
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = ['--no-audit', '--no-fund', '--silent', '--cache', join(folder, 'cache')];
  await run('npm', 'install', ...options, baseUrl + TYPESCRIPT_PACKAGE.path);
  return { folder, run };
}

it('is installed from the service, and begins as its README says', async () => {
  const { baseUrl } = await openTestApp();
  const { folder, run } = await install(baseUrl);
  const readme = readText('clients/typescript/README.md').replaceAll(
    'http://127.0.0.1:3000',
    baseUrl,
  );
  const [first = '', lists = '', follow = ''] = [...readme.matchAll(/```ts\n(.+?)```/gs)].map(
    ([, code]) => code,
  );
  writeFileSync(join(folder, 'first.mjs'), first);
  expect(await run(process.execPath, 'first.mjs')).toBe('SRL «EXEMPLU ACTIV» activa\n');

  const types = `declare function loadCursor(): Promise<string | null>;
    declare function saveChangesAndCursor(changes: Change[], next: string): Promise<void>;`;
  const program = `import type { Change, Company } from 'registru';\n${first}\n${lists}\n${follow}\n${types}
    const company: Company = await registru.getCompany({ idno: '0000000000011' });
    const capital: string | null = company.capital;
    // @ts-expect-error: a number is not an IDNO
    await registru.getCompany({ idno: 1 });
    // @ts-expect-error: there is no such status
    await registru.searchCompanies({ status: 'active' });
    // @ts-expect-error: there is no such parameter
    await registru.searchCompanies({ names: 'agro' });
    export const checked: [string | null, undefined] = [capital, await registru.watchCompany({ idno: '' })];`;
  writeFileSync(join(folder, 'program.ts'), program);
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const options = ['--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  expect(await run(process.execPath, tsc, ...strict, ...options, 'program.ts')).toBe('');
});

it('comes back to a server that is killed and starts again', async () => {
  const dataDir = makeTestFolder();
  const { key } = await fillDataFolder(dataDir);
  const first = await startService({ dataDir });
  const { port } = first;
  const baseUrl = `http://127.0.0.1:${port}`;
  const { folder, run } = await install(baseUrl);
  const program = `import { Registru } from 'registru';
    const registru = new Registru({ baseUrl: '${baseUrl}', apiKey: '${key}' });
    await registru.getCompany({ idno: '${IDNO}' });
    process.kill(${first.child.pid}, 'SIGKILL');
    for (let count = 0; count < 5; count++) {
      console.log((await registru.getCompany({ idno: '${IDNO}' })).idno);
    }`;
  writeFileSync(join(folder, 'program.mjs'), program);
  const printed = run(process.execPath, 'program.mjs');
  await first.exit;
  await startService({ dataDir, port });
  expect(await printed).toBe(`${IDNO}\n`.repeat(5));
});
