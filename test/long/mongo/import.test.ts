import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/** The country has some 300,000: `IMPORT_ROWS=300000`. */
const ROWS = Number(process.env['IMPORT_ROWS'] ?? 10_000);
const CUTS = 20;
const MAX_MS = 1_800_000;
const POLL_MS = 20;
const ROOT = join(import.meta.dirname, '../../..');
/** What `npm run import` starts: its shell becomes the import's process. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const COMMAND = ['-c', `${scripts.import} --create "$@"`, 'sh'];

interface Measures {
  seconds: number;
  peakMib: number;
  cuts: number;
  bytes: number;
}

/** A database behind a proxy. */
interface Target {
  proxy: TcpProxy;
  database: string;
  uri: string;
}

async function openTarget(): Promise<Target> {
  const database = makeTestDatabase();
  const url = new URL(database);
  const proxy = await openTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  return { proxy, database, uri: url.href };
}

/** Runs the command to its end; its connections are cut after every `everyBytes` sent bytes. */
async function importFile(
  { proxy, uri }: Target,
  file: string,
  everyBytes = Number.POSITIVE_INFINITY,
): Promise<Measures> {
  const startMs = performance.now();
  const startBytes = proxy.takenBytes;
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, MONGODB_URI: uri };
  const child = spawn('sh', [...COMMAND, file, '--json'], { cwd: ROOT, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = once(child, 'exit');
  let peakMib = 0;
  let cuts = 0;
  while (child.exitCode === null && child.signalCode === null) {
    await sleep(POLL_MS);
    peakMib = Math.max(peakMib, readPeakMib(child.pid ?? 0));
    if (proxy.takenBytes - startBytes < (cuts + 1) * everyBytes || cuts >= CUTS) continue;
    proxy.cutAll();
    cuts++;
  }
  expect([await exit, stderr]).toEqual([[0, null], expect.stringMatching(/^store: .+\n$/)]);
  const seconds = (performance.now() - startMs) / 1_000;
  const measures = { seconds, peakMib, cuts, bytes: proxy.takenBytes - startBytes };
  console.log(`${basename(file)}, ${ROWS} rows: ${JSON.stringify(measures)}`);
  return measures;
}

/** Of the memory that the process has held so far; 0 when it has ended. */
function readPeakMib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Of all companies and their history, without the ids of the runs. */
async function digest(uri: string): Promise<{ companies: number; changes: number; hash: string }> {
  const client = new MongoClient(uri);
  const hash = createHash('sha256');
  const counts = { companies: 0, changes: 0 };
  for (const [key, name] of [
    ['companies', 'companies'],
    ['changes', 'history'],
  ] as const) {
    const documents = client
      .db()
      .collection(name)
      .find({}, { projection: { 'document.importId': 0 } });
    for await (const document of documents.sort({ _id: 1 })) {
      hash.update(JSON.stringify(document));
      counts[key]++;
    }
  }
  await client.close();
  return { ...counts, hash: hash.digest('hex') };
}

describe.skipIf(!hasMongo)(`an import of ${ROWS} rows`, () => {
  it(`whose connection is cut ${CUTS} times ends as if it had not been`, {
    timeout: MAX_MS,
  }, async () => {
    const folder = makeTestFolder();
    const [undisturbed, disturbed] = [await openTarget(), await openTarget()];
    for (const [dumpDate, change] of [
      ['2026-09-14', {}],
      ['2026-09-21', { changed: 0.7 }],
    ] as const) {
      const file = join(folder, `company_${dumpDate.replaceAll('-', '.')}.xlsx`);
      await writeDump(file, { rows: ROWS, seed: 7, dumpDate, ...change });
      const whole = await importFile(undisturbed, file);
      // Writes that are sent again come on top, so that there is enough for every cut.
      const cut = await importFile(disturbed, file, whole.bytes / (CUTS + 1));
      const expected = await digest(undisturbed.database);
      console.log(JSON.stringify(expected));
      expect(cut.cuts).toBe(CUTS);
      expect(await digest(disturbed.database)).toEqual(expected);
    }
  });
});
