import { expect, it } from 'vitest';
import { CLIENT, runTool } from '../../docs/client-tool.ts';

it("a generated client compiles with its own project's compiler", async () => {
  await expect(runTool('typescript/lib/tsc.js', '--project', CLIENT)).resolves.toBeDefined();
});
