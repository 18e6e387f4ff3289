import { statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpSqliteStore } from '../../src/store/sqlite/backup.ts';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { openSqliteQueryReads } from '../../src/store/sqlite/query-reads.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { COMPANY_PATH, fillDataFolder, SERVICE_EMAIL, startService } from '../support/service.ts';
import { ACTOR, openTestServices } from '../support/services.ts';
import { canMount, fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { openTestSqlite } from '../support/stores.ts';

describe.runIf(canMount)('a disk that is full', () => {
  it('is locked, as that takes no space', () => {
    const folder = mountSmallDisk();
    fillDisk(folder);
    const lock = acquireLock(folder, 'server');
    expect(() => acquireLock(folder, 'server')).toThrow(/another server/);
    expect(statSync(join(folder, 'server.lock')).size).toBe(0);
    lock.release();
  });

  it('is named when a store cannot be created on it', () => {
    const folder = mountSmallDisk();
    fillDisk(folder);
    expect(() => openTestSqlite(folder)).toThrow(/companies\.db: the disk is full; free some/);
  });

  it('is named when a backup of a store on it cannot be made', async () => {
    const dataDir = mountSmallDisk();
    await openTestSqlite(dataDir).close();
    fillDisk(dataDir);
    await expect(backUpSqliteStore(dataDir, makeTestFolder())).rejects.toThrow(
      /^cannot copy \S+accounts\.db to \S+: the disk is full; free some space$/,
    );
  });

  it('is read from the start on, and written once it has space, without another start', async () => {
    const dataDir = mountSmallDisk();
    const { key } = await fillDataFolder(dataDir);
    const path = fillDisk(dataDir);
    const service = await startService({ dataDir });
    const answer = await service.get(COMPANY_PATH, { 'x-api-key': key });
    expect(answer.status).toBe(200);
    let log = '';
    service.child.stdout?.on('data', (chunk) => {
      log += chunk;
    });
    await expect.poll(() => log).toContain('the disk is full');
    const readiness = async () => (await service.get('/health/ready')).json();
    expect(await readiness()).toMatchObject({ status: 'ready', store: 'read_only' });
    expect(() => openSqliteQueryReads(dataDir)).toThrow(
      /companies\.db: another process has locked it; a server that was started on a full disk/,
    );
    await expect(backUpSqliteStore(dataDir, makeTestFolder())).rejects.toThrow(
      /^cannot copy \S+ to \S+: another process has locked it; a server that was started on a full/,
    );
    unlinkSync(path);
    await expect.poll(() => log).toContain('companies.db can be written again');
    await expect.poll(() => log).toContain('accounts.db can be written again');
    await expect.poll(async () => (await readiness()).store).toBe('ok');
    // The first search starts a reader process, which may take longer than a search may.
    const search = () => service.get('/api/v1/search?name=a', { 'x-api-key': key });
    await expect.poll(async () => (await search()).status, { timeout: 15_000 }).toBe(200);
    openSqliteQueryReads(dataDir).close();
    const services = await openTestServices({ dataDir });
    const account = await services.accounts.find(SERVICE_EMAIL);
    await services.keys.revoke(account, account.lastKeyId ?? '', ACTOR);
    await services.close();
    expect((await service.get(COMPANY_PATH, { 'x-api-key': key })).status).toBe(401);
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    const store = openTestSqlite(dataDir);
    await store.companies.write([toStored({ ...COMPANY, name: 'later' })], []);
    expect(await store.companies.findByIdnos([IDNO])).toMatchObject([{ name: 'later' }]);
    await store.close();
  });
});
