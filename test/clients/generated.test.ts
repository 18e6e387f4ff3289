import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileTypeScript, writeTypeScriptSources } from '../../scripts/sdk/client-files.ts';
import { makeTestFolder } from '../support/folder.ts';
import { ROOT } from '../support/image.ts';

const TYPESCRIPT = join(ROOT, 'clients/typescript');

function readFolder(folder: string): Record<string, string> {
  const read = (name: string) => [name, readFileSync(join(folder, name), 'utf8')];
  return Object.fromEntries(readdirSync(folder).toSorted().map(read));
}

it('has the TypeScript client of this document: npm run sdk writes it', async () => {
  const folder = makeTestFolder();
  const sources = readFolder(join(TYPESCRIPT, 'src'));
  await writeTypeScriptSources(folder);
  const generated = readFolder(folder);
  expect(Object.keys(generated)).toEqual(['openapi.ts', 'operations.ts']);
  expect(sources).toMatchObject(generated);
  const compiled = join(folder, 'dist');
  await compileTypeScript(compiled);
  expect(readFolder(join(TYPESCRIPT, 'dist'))).toEqual(readFolder(compiled));
});
