import { it } from 'vitest';
import { makeTestFolder } from '../../support/folder.ts';
import { endUnderLoad } from '../support/ended-servers.ts';

it('200 TERMs at random moments lose no acknowledged change and no count', async () => {
  await endUnderLoad(() => ({ dataDir: makeTestFolder(), mongodbUri: null }), 'SIGTERM', 200);
});
