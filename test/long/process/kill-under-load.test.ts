import { it } from 'vitest';
import { makeTestFolder } from '../../support/folder.ts';
import { endUnderLoad } from '../support/ended-servers.ts';

it('200 kills at random moments lose no acknowledged change', async () => {
  await endUnderLoad(() => ({ dataDir: makeTestFolder(), mongodbUri: null }), 'SIGKILL', 200);
});
