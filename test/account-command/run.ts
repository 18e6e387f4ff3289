import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/process.ts';
import { openTestSqlite } from '../support/stores.ts';

/** Runs the account command on the embedded store of a folder, which is made if there is none. */
export async function runAccount(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  if (!existsSync(join(folder, 'companies.db'))) await openTestSqlite(folder).close();
  const store = { DATA_DIR: folder, BASE_URL: 'https://registru.example' };
  const { code: status, stdout, stderr } = await run('account', args, { ...env, ...store });
  return { status, stdout, stderr };
}
