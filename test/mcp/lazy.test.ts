import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Prints how many files of the SDK are loaded, after the application and after the protocol. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  let files = 0;
  registerHooks({
    load(url, context, nextLoad) {
      if (url.includes('@modelcontextprotocol')) files++;
      return nextLoad(url, context);
    },
  });
  await import('./src/app.ts');
  console.log(files);
  await import('./src/mcp/protocol.ts');
  console.log(files);
`;

it('does not load the SDK for a server without such clients', async () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    timeout: 60_000,
  });
  const [application, protocol] = stdout.split('\n').map(Number);
  expect(application).toBe(0);
  expect(protocol).toBeGreaterThan(0);
});
