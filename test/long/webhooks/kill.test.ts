import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { toChangesJson } from '../../../src/answers/changes.ts';
import { createQueryReading, type StoreLocation } from '../../../src/store/open.ts';
import type { ChangePage, ChangePosition } from '../../../src/store/port/public-changes.ts';
import type { QueryReading } from '../../../src/store/query-reads.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { makeTestDatabase } from '../../support/stores.ts';
import { type ChangesEvent, readEvent } from '../../webhooks/deliveries.ts';
import { type Answer, accept, openReceiver, type Receiver } from '../../webhooks/receiver.ts';
import { expireLease, IMPORT, type Kill, runProgram } from '../support/killed-program.ts';

const IS_MONGO = process.env['STORE'] === 'mongodb';
const SIZE = { rows: 3_200, seed: 11, withoutIdno: 0 };
const ACCOUNTS = 30;
const WEEKS = ['2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12'];
const WATCHED = 1_000;
const KILLS_PER_WEEK = 2;
const MAX_HANGS = 3;
/** The most rounds of resuming, until everything has been received. */
const MAX_ROUNDS = 600;

/** Never answers. */
const hang: Answer = () => {};
/** What receivers do to every third event, or to the first ones; the sender repeats it. */
const FAULTS: readonly Answer[] = [
  accept,
  hang,
  (response) => response.writeHead(500).end('no'),
  (response) => response.destroy(),
  (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  (response) => setTimeout(() => response.writeHead(200).end('a'.repeat(200_000)), 150),
];

interface Account {
  email: string;
  secret: string;
  receiver: Receiver;
  watched: readonly string[];
}

async function openWatched() {
  const folder = makeTestFolder();
  const dataDir = join(folder, 'data');
  const mongodbUri = IS_MONGO ? makeTestDatabase() : null;
  const place: StoreLocation = { dataDir, mongodbUri };
  // In the demo receivers may be on this machine.
  const env = { DEMO: 'on', ...(mongodbUri !== null && { MONGODB_URI: mongodbUri }) };
  let service: Service | null = null;

  async function importWeek(week: number, kill?: Kill): Promise<void> {
    const dumpDate = WEEKS[week] ?? '';
    const file = join(folder, `company_${dumpDate.replaceAll('-', '.')}.xlsx`);
    await writeDump(file, { ...SIZE, dumpDate, changed: week === 0 ? 0 : 0.5 });
    if (mongodbUri !== null) await expireLease(mongodbUri);
    const writes = kill === undefined ? [] : [`${kill.dots}`];
    await runProgram([IMPORT, mongodbUri ?? dataDir, file, ...writes], kill);
  }

  await importWeek(0);
  const { store, accounts, webhooks } = await openTestServices({ dataDir, env });
  return {
    place,
    importWeek,
    /** Kills the server and starts it again. */
    async restart() {
      const port = service === null ? {} : { port: service.port };
      service?.child.kill('SIGKILL');
      await service?.exit;
      service = await startService({ dataDir, env, ...port });
    },
    async subscribe(email: string, answer: Answer): Promise<Account> {
      const account = await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
      const known = await store.companies.listIdnos(null, SIZE.rows);
      const watched = known.filter(() => Math.random() < WATCHED / SIZE.rows).toSorted();
      await store.watchLists.change(account.id, { add: watched, remove: [] }, WATCHED * 2);
      let events = 0;
      const receiver = await openReceiver((response, event) => {
        // The sender waits ten seconds for each of these.
        const isFaulty = answer === hang ? events < MAX_HANGS : events % 3 === 0;
        events++;
        (isFaulty ? answer : accept)(response, event);
      });
      const { secret } = await webhooks.set(account, receiver.url, ACTOR);
      return { email, secret: String(secret), receiver, watched };
    },
    /** Ends the lease, as 20 seconds do, whether its server was killed or is still sending. */
    async endLease({ email }: Account) {
      const { id } = await accounts.find(email);
      const webhook = await webhooks.find(id);
      if (webhook?.lease != null) await store.webhooks.replace({ ...webhook, lease: null });
    },
    /** Ends the pause after a failure, as resuming does, which an account can do ten times an hour. */
    async resume({ email }: Account) {
      const { id } = await accounts.find(email);
      const webhook = await webhooks.find(id);
      if (webhook === null) throw new Error('there is no webhook');
      await store.webhooks.replace({ ...webhook, nextAttemptMs: Date.now() });
    },
    async isDone({ email }: Account) {
      const { id } = await accounts.find(email);
      const webhook = await webhooks.find(id);
      const endMs = await store.companies.findChangesEndMs();
      return (
        webhook?.lease === null && webhook.cursor.importMs === endMs && webhook.cursor.idno === null
      );
    },
  };
}

/** The changes of companies since the first dump, as the feed tells them. */
async function readFeed(reading: QueryReading, watched: readonly string[]): Promise<string[]> {
  const { readChanges } = reading.open(new AbortController().signal);
  const changes: string[] = [];
  let start: ChangePosition | { from: string } = { from: WEEKS[1] ?? '' };
  for (let more = true; more; ) {
    const page: ChangePage | null = await readChanges({
      start,
      first: 100,
      keptFromMs: 0,
      watched,
    });
    if (page === null) throw new Error('the changes are not kept');
    changes.push(...toChangesJson(page).changes.map((change) => JSON.stringify(change)));
    ({ next: start, more } = page);
  }
  return changes;
}

/** What was received, without the repetitions. */
function readReceived({ receiver, secret }: Account): string[] {
  const events: ChangesEvent[] = receiver.events.map((event) => readEvent(event, secret));
  const changes = events.flatMap(({ data }) =>
    data.changes.map((change) => JSON.stringify(change)),
  );
  return [...new Set(changes)];
}

it('every receiver gets exactly the changes of its companies, in order, whatever is killed', async () => {
  const { place, importWeek, restart, subscribe, endLease, resume, isDone } = await openWatched();
  await restart();
  const accounts: Account[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    const answer = FAULTS[number % FAULTS.length] ?? accept;
    accounts.push(await subscribe(`${number}@test.example`, answer));
  }

  async function killServers(): Promise<void> {
    for (let kill = 0; kill < KILLS_PER_WEEK; kill++) {
      await sleep(Math.random() * 1_500);
      await restart();
      await Promise.all(accounts.map(endLease));
      await Promise.all(accounts.map(resume));
    }
  }

  for (const week of [1, 2, 3, 4]) {
    if (week % 2 === 0) await importWeek(week, { dots: 1 + Math.floor(Math.random() * 3), ms: 10 });
    await Promise.all([importWeek(week), killServers()]);
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const areDone = await Promise.all(accounts.map(isDone));
    const behind = accounts.filter((_, index) => !areDone[index]);
    const [first] = behind;
    if (first === undefined) break;
    // One lease only: a server that lost all of them while it sends would not come to an end.
    await endLease(first);
    await Promise.all(behind.map(resume));
    await sleep(300);
  }
  expect(await Promise.all(accounts.map(isDone))).not.toContain(false);

  const reading = await createQueryReading(place, 'search', () => {});
  onTestFinished(reading.close);
  let repetitions = 0;
  for (const account of accounts) {
    const expected = await readFeed(reading, account.watched);
    expect(expected.length).toBeGreaterThan(WATCHED / 2);
    expect(readReceived(account)).toEqual(expected);
    repetitions +=
      account.receiver.events.length - new Set(account.receiver.events.map(({ id }) => id)).size;
  }
  expect(repetitions).toBeGreaterThan(0);
});
