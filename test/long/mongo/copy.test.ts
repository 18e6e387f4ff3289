import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toNameSearch, toPersonSearch } from '../../../src/domain/company/search-text.ts';
import { importSample } from '../../../src/import/run.ts';
import { createQueryReading } from '../../../src/store/open.ts';
import type { RecordedChange } from '../../../src/store/port/public-changes.ts';
import type { CompanyFilter } from '../../../src/store/port/search-reads.ts';
import { NO_REQUESTS } from '../../../src/store/port/usage.ts';
import type { QueryReading } from '../../../src/store/query-reads.ts';
import { acquireLock } from '../../../src/store/sqlite/lock.ts';
import { readChanges } from '../../import/read-changes.ts';
import { readState } from '../../import/store-state.ts';
import { toFailedRequest } from '../../store/failed-request-contract.ts';
import { BUSINESS, toAccount, toChange, toEntry, toKey } from '../../store/records.ts';
import { toNewWebhook } from '../../store/webhook-contract.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { killGroup, run, runScript } from '../../support/process.ts';
import { searchCurrentNames } from '../../support/search.ts';
import {
  hasMongo,
  makeTestDatabase,
  openTestMongo,
  openTestSqlite,
  type TestStore,
} from '../../support/stores.ts';

const ID = 'id-a@b.md';
const DELETED = 'id-gone@b.md';
const ENDING = 'id-ends@b.md';
/** The mail that its holder has got about the end of the plan. */
const PLAN_NOTICE = { endsAtMs: 1e13, daysBefore: 3 };
const REJECT = { row: 7, column: 'idno', value: 'x', reason: 'idno_malformed' };
const MARK = { atMs: 5, receivedAtMs: 6 };
const PUBLISHED: RecordedChange = {
  importMs: 1,
  idno: COMPANY.idno,
  revision: 1,
  kind: 'updated',
  fields: ['name'],
  cause: 'register',
  dataDate: '2026-09-14',
};

/** An embedded store with something of each kind. */
async function makeEmbedded(): Promise<string> {
  const dataDir = makeTestFolder();
  const store = openTestSqlite(dataDir);
  await importSample(store, dataDir);
  const previous = { company: { name: 'before' } };
  const change = { idno: COMPANY.idno, revision: 1, importId: 'one', dumpDate: null, previous };
  const said = { idno: COMPANY.idno, values: { vatPayer: true }, origins: {} };
  await store.companies.write([toStored(COMPANY)], [change], [said], [PUBLISHED]);
  const { accounts, imports, sessions, signInLinks, usage } = store;
  await imports.saveRejects('one', Array(600).fill(REJECT));
  await accounts.insert(toAccount('a@b.md', toKey('one')), [toEntry(ID)]);
  await accounts.insert(toAccount('gone@b.md'), [toEntry(DELETED)]);
  for (const id of [ID, DELETED]) {
    const entries = [toEntry(id), { ...toEntry(id), atMs: 1 }, { ...toEntry(id), atMs: 1 }];
    const event = toChange({ ...toAccount(id), id }, { subscription: BUSINESS }, entries);
    expect(await accounts.applyEvent({ ...MARK, id: `event-${id}` }, event)).toBe('applied');
  }
  await accounts.delete(DELETED, toEntry(DELETED));
  const subscription = { ...BUSINESS, endsAtMs: PLAN_NOTICE.endsAtMs };
  await accounts.insert({ ...toAccount('ends@b.md'), subscription }, [toEntry(ENDING)]);
  expect(await accounts.claimPlanNotice(ENDING, PLAN_NOTICE)).toBe(true);
  const times = { createdAtMs: 1, lastSeenAtMs: 1, idleEndsAtMs: 1e13, endsAtMs: 1e13 };
  const origin = { staffIssuer: 'https://a.example/', userAgent: 'A/1', network: '192.0.2.0/24' };
  const session = { idHash: 'session', accountId: ID, ...origin, ...times };
  await sessions.insert(session, toEntry(ID));
  const identity = { issuer: 'https://a.example/', subject: 'one' };
  const account = toAccount('a@b.md');
  await accounts.replace(toChange(account, { identity, role: 'staff' }, [toEntry(ID)]));
  await sessions.recordBrowser(ID, 'mark', 1);
  const link = { tokenHash: 'link', accountId: ID, endsAtMs: 1e13, issuer: 'mail' } as const;
  await signInLinks.insert(link, null, 0);
  await accounts.recordKeyUses([{ keyHash: toKey('one').hash, atMs: 70 }], 70);
  await usage.add(
    // More than a page of a copy.
    Array.from({ length: 1_200 }, (_, place) => ({
      ...NO_REQUESTS,
      accountId: place % 2 === 0 ? ID : ENDING,
      day: new Date(place * 43_200_000).toISOString().slice(0, 10),
      ok: place,
      clientErrors: 2,
      limited: 1,
    })),
  );
  await store.failedRequests.add([toFailedRequest('one', { accountId: ID, error: null })]);
  await store.watchLists.change(ID, { add: ['1000000000002', '1000000000001'], remove: [] }, 2);
  await store.webhooks.replace(toNewWebhook({ accountId: ID, nextAttemptMs: 7 }));
  await store.close();
  return dataDir;
}

/** What both stores must say of it. */
async function look({ accounts, audit, companies, ...store }: TestStore) {
  return {
    companies: await readState({ companies, imports: store.imports }),
    changes: await readChanges(store),
    runs: await store.imports.list(9),
    classification: (await store.imports.list(1))[0]?.classificationId,
    account: await accounts.findByEmail('A@B.md'),
    deleted: await accounts.findByEmail('gone@b.md'),
    sendsPlanNotice: await accounts.claimPlanNotice(ENDING, PLAN_NOTICE),
    events: [await accounts.hasEvent(`event-${ID}`), await accounts.hasEvent(`event-${DELETED}`)],
    stale: await accounts.applyEvent(
      { id: 'older', atMs: 4, receivedAtMs: 9 },
      toChange({ ...toAccount('a@b.md'), subscription: BUSINESS }, { subscription: BUSINESS }),
    ),
    audit: [await audit.listByAccount(ID, 99), await audit.listByAccount(DELETED, 99)],
    session: await store.sessions.find('session'),
    link: await store.signInLinks.find('link'),
    usage: await store.accountReads.listUsage(ID, '', '9999'),
    failedRequests: await store.accountReads.listFailedRequests([ID], 0),
    watched: await store.watchLists.find(ID),
    webhook: await store.webhooks.find(ID),
    browser: await store.sessions.recordBrowser(ID, 'mark', 2),
  };
}

const FILTERS: CompanyFilter[] = [
  { legalForm: 'S.R.L.' },
  { status: 'activa', region: '0110' },
  { registeredFrom: '2005-01-01', registeredTo: '2010-12-31' },
  { caem: '47.11' },
  { vatPayer: true },
  { gone: false, flag: 'address_unknown' },
];

async function inTurn<Item, Result>(items: Iterable<Item>, work: (item: Item) => Promise<Result>) {
  const results: [Item, Result][] = [];
  for (const item of items) results.push([item, await work(item)]);
  return results;
}

/** The answers that staff get about it. */
async function ask({ open, close }: QueryReading) {
  const reads = open(AbortSignal.timeout(30_000));
  const all = (await reads.findCompanies(await reads.listCompanies({}, null, 500))).flatMap(
    (one) => one ?? [],
  );
  const names = all.map(({ company }) => toNameSearch(company.name));
  // As they are typed: one letter, two, the first word and the beginning of the next, all.
  const typed = names.flatMap((name) =>
    [/^./u, /^../u, /^\S+( .)?/u, /.*/u].map((part) => part.exec(name)?.[0] ?? ''),
  );
  const people = all.flatMap(({ company: { admins } }) => admins.map((one) => one.slice(0, -2)));
  const answers = {
    all,
    searches: await inTurn(new Set(typed), (text) => searchCurrentNames(reads, text, 20)),
    people: await inTurn(new Set(people), (one) =>
      reads.listByPerson(toPersonSearch(one), null, 9),
    ),
    namesakes: await reads.findNamesakes(names),
    founded: await reads.listFounded(names, 9),
    filtered: await inTurn(FILTERS, (filter) => reads.listCompanies(filter, null, 500)),
    counts: await reads.countByValue({}),
    rejects: await reads.listRejects({ importId: 'one' }, 0, 9),
    accounts: await reads.listAccounts({}, 1, null, 9),
    audit: await reads.listAudit({}, null, 99),
  };
  await close();
  return answers;
}

type Counts = Record<string, { written: number; checked: number }>;

describe.skipIf(!hasMongo)('npm run copy', () => {
  it('brings everything, changes nothing the second time, and tells of changes since', async () => {
    const [DATA_DIR, uri] = [await makeEmbedded(), makeTestDatabase()];
    const copy = () => run('copy', ['--json'], { DATA_DIR, MONGODB_URI: uri });
    const first = await copy();
    expect([first.code, first.stderr]).toEqual([0, '']);
    const counts: Counts = JSON.parse(first.stdout);
    for (const [kind, { written, checked }] of Object.entries(counts)) {
      expect({ kind, written }).toEqual({ kind, written: checked });
      expect({ kind, isAny: written > 0 }).toEqual({ kind, isAny: true });
    }
    const second = JSON.parse((await copy()).stdout);
    for (const [kind, { checked }] of Object.entries(counts)) {
      expect(second[kind]).toEqual({ written: 0, checked });
    }
    const [embedded, mongo] = [openTestSqlite(DATA_DIR), await openTestMongo(uri)];
    const brought = await look(mongo);
    expect(brought).toEqual(await look(embedded));
    expect(brought.sendsPlanNotice).toBe(false);
    expect(
      await ask(await createQueryReading({ dataDir: '', mongodbUri: uri }, 'staff', () => {})),
    ).toEqual(
      await ask(
        await createQueryReading({ dataDir: DATA_DIR, mongodbUri: null }, 'staff', () => {}),
      ),
    );
    await mongo.accounts.replace(toChange(toAccount('a@b.md'), { language: 'ru' }));
    await Promise.all([embedded.close(), mongo.close()]);
    const third = await copy();
    expect(third.code).toBe(1);
    expect(third.stderr).toMatch(/^the stores differ in accounts: .*\n$/);
  });

  it('brings everything back into a new folder, and refuses one with a store', async () => {
    const [old, DATA_DIR, MONGODB_URI] = [
      await makeEmbedded(),
      join(makeTestFolder(), 'new'),
      makeTestDatabase(),
    ];
    const there = await run('copy', ['--json'], { DATA_DIR: old, MONGODB_URI });
    const back = () => run('copy', ['--back', '--json'], { DATA_DIR, MONGODB_URI });
    const first = await back();
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(JSON.parse(first.stdout)).toEqual(JSON.parse(there.stdout));
    const counts: Counts = JSON.parse((await back()).stdout);
    expect(Object.values(counts).filter(({ written }) => written > 0)).toEqual([]);
    const [before, after] = [openTestSqlite(old), openTestSqlite(DATA_DIR)];
    expect(await look(after)).toEqual(await look(before));
    const askIn = async (dataDir: string) =>
      ask(await createQueryReading({ dataDir, mongodbUri: null }, 'staff', () => {}));
    expect(await askIn(DATA_DIR)).toEqual(await askIn(old));
    await Promise.all([before.close(), after.close()]);
    const changed = await back();
    expect(changed.code).toBe(1);
    expect(changed.stderr).toMatch(/^the stores differ in \w+: .*\n$/);
    const refused = await run('copy', ['--back'], { DATA_DIR: old, MONGODB_URI });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^the store to copy to is not empty, it has \w+: .*\n$/),
    ]);
  });

  it('takes the database from MONGODB_URI alone, which other users do not see', async () => {
    const DATA_DIR = await makeEmbedded();
    const missing = await run('copy', [], { DATA_DIR });
    const message = 'set MONGODB_URI to the database to copy to or from\n';
    expect([missing.code, missing.stderr]).toEqual([1, message]);
    const option = await run('copy', ['--to', makeTestDatabase()], { DATA_DIR });
    expect([option.code, option.stderr]).toEqual([1, "error: unknown option '--to'\n"]);
  });

  it('is finished by a second one when it was killed, there and back', async () => {
    const [old, DATA_DIR, MONGODB_URI] = [
      await makeEmbedded(),
      join(makeTestFolder(), 'new'),
      makeTestDatabase(),
    ];
    async function copyTwice(args: readonly string[], env: Record<string, string>) {
      const killed = runScript('copy', args, env);
      while (!killed.stdout().includes('webhooks: ')) await sleep(10);
      killGroup(killed.child);
      await killed.exit;
      expect(await run('copy', args, env)).toMatchObject({ code: 0, stderr: '' });
    }
    await copyTwice([], { DATA_DIR: old, MONGODB_URI });
    await copyTwice(['--back'], { DATA_DIR, MONGODB_URI });
    const [before, mongo, after] = [
      openTestSqlite(old),
      await openTestMongo(MONGODB_URI),
      openTestSqlite(DATA_DIR),
    ];
    const [expected, there, back] = [await look(before), await look(mongo), await look(after)];
    expect(there).toEqual(expected);
    expect(back).toEqual(expected);
    await Promise.all([before.close(), mongo.close(), after.close()]);
  });

  it('says which secret to keep, with which keys that wait are revealed after a rotation', async () => {
    const [DATA_DIR, MONGODB_URI] = [makeTestFolder(), makeTestDatabase()];
    const create = ['create', 'a@test.example', '--plan', 'business', '--create'];
    await run('account', create, { DATA_DIR });
    const old = readFileSync(join(DATA_DIR, 'secret'), 'utf8').trim();
    const APP_SECRET = 'a new secret of at least 32 characters';
    const rotated = { DATA_DIR, APP_SECRET: `${APP_SECRET},${old}` };
    const { stdout } = await run('account', ['reseal', '--json'], rotated);
    expect(JSON.parse(stdout)).toEqual({ reencrypted: 1, current: 0 });
    const copied = await run('copy', [], { DATA_DIR, APP_SECRET, MONGODB_URI });
    expect(copied.stdout).toMatch(/\nKeep APP_SECRET: it decrypts keys that wait .*\n$/);
    const reveal = ['key', 'a@test.example', 'reveal', '--json'];
    const { code } = await run('account', reveal, { APP_SECRET, MONGODB_URI });
    expect(code).toBe(0);
    const newFolder = join(makeTestFolder(), 'new');
    const back = await run('copy', ['--back'], { DATA_DIR: newFolder, MONGODB_URI });
    expect(back.stdout).toContain(
      '\nStart the server with the APP_SECRET of the servers on MongoDB: ',
    );
    const other = await run('copy', [], { DATA_DIR, MONGODB_URI: makeTestDatabase() });
    expect(other.stdout).toContain(`Set APP_SECRET to the content of ${DATA_DIR}/secret: `);
  });

  it('refuses a database with other data, and a folder with a server, in one line', async () => {
    const [DATA_DIR, uri] = [await makeEmbedded(), makeTestDatabase()];
    const store = await openTestMongo(uri);
    await store.accounts.insert(toAccount('other@b.md'), [toEntry('other')]);
    await store.close();
    const refused = await run('copy', [], { DATA_DIR, MONGODB_URI: uri });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^the store to copy to is not empty, it has \w+: .*\n$/),
    ]);
    const lock = acquireLock(DATA_DIR, 'server');
    const busy = await run('copy', [], { DATA_DIR, MONGODB_URI: makeTestDatabase() });
    lock.release();
    expect([busy.code, busy.stderr]).toEqual([
      1,
      `a server is using the folder ${JSON.stringify(DATA_DIR)}; stop it first\n`,
    ]);
  });

  it('refuses a folder without a store, and makes none', async () => {
    const DATA_DIR = join(makeTestFolder(), 'nowhere');
    const MONGODB_URI = makeTestDatabase();
    const refused = await run('copy', [], { DATA_DIR, MONGODB_URI });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `there is no store at ${DATA_DIR}: set DATA_DIR to the one to copy\n`,
    ]);
    const back = await run('copy', ['--back'], { DATA_DIR, MONGODB_URI });
    expect(back.code).toBe(1);
    expect(back.stderr).toMatch(
      /^there is no store at MongoDB .*: set MONGODB_URI to the one to copy\n$/,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});
