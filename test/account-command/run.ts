import { run } from '../support/process.ts';

/** Runs the account command on the embedded store of a folder. */
export async function runAccount(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const store = { DATA_DIR: folder, BASE_URL: 'https://registru.example' };
  const { code: status, stdout, stderr } = await run('account', args, { ...env, ...store });
  return { status, stdout, stderr };
}
