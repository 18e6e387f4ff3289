import { describe, it } from 'vitest';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';
import { endUnderLoad } from '../support/ended-servers.ts';

describe.skipIf(!hasMongo)('20 times on MongoDB, at random moments', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('%s loses nothing acknowledged', async (signal) => {
    await endUnderLoad(() => ({ dataDir: '', mongodbUri: makeTestDatabase() }), signal, 20);
  });
});
