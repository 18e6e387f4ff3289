import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CLIENT, runTool } from '../../docs/client-tool.ts';
import { ROOT } from '../../support/image.ts';

it("a client compiles with the types that its own project's generator makes", async () => {
  const document = join(ROOT, 'schema/openapi.json');
  onTestFinished(() => rmSync(join(CLIENT, 'registru.ts')));
  await runTool('openapi-typescript/bin/cli.js', document, '--output', 'registru.ts');
  await expect(runTool('typescript/lib/tsc.js', '--project', CLIENT)).resolves.toBeDefined();
});
