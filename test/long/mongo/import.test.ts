import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

/** The country has some 300,000: `IMPORT_ROWS=300000`. */
const ROWS = Number(process.env['IMPORT_ROWS'] ?? 20_000);
const CUTS = 20;
const MAX_MS = 1_800_000;
const COMMAND = [
  '--max-semi-space-size=8',
  join(import.meta.dirname, '../../../scripts/import.ts'),
];

interface Measures {
  seconds: number;
  peakMib: number;
  cuts: number;
}

/** Runs the command to its end; `disturb` is called every so many milliseconds. */
async function importFile(
  uri: string,
  file: string,
  disturb: { everyMs: number; cut(): void } | null = null,
): Promise<Measures> {
  const startMs = performance.now();
  const env = { PATH: process.env['PATH'], MONGODB_URI: uri };
  const child = spawn(process.execPath, [...COMMAND, file, '--json'], { env });
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
    await sleep(disturb?.everyMs ?? 200);
    peakMib = Math.max(peakMib, readPeakMib(child.pid ?? 0));
    if (disturb === null || cuts >= CUTS || child.exitCode !== null) continue;
    disturb.cut();
    cuts++;
  }
  expect([await exit, stderr]).toEqual([[0, null], '']);
  const measures = { seconds: (performance.now() - startMs) / 1_000, peakMib, cuts };
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
    ['changes', 'companyChanges'],
  ] as const) {
    const documents = client
      .db()
      .collection(name)
      .find({}, { projection: { importId: 0 } });
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
    const [undisturbed, disturbed] = [makeTestDatabase(), makeTestDatabase()];
    const url = new URL(disturbed);
    const proxy = await openTcpProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    for (const [dumpDate, change] of [
      ['2026-09-14', {}],
      ['2026-09-21', { changed: 0.7 }],
    ] as const) {
      const file = join(folder, `company_${dumpDate.replaceAll('-', '.')}.xlsx`);
      await writeDump(file, { rows: ROWS, seed: 7, dumpDate, ...change });
      const whole = await importFile(undisturbed, file);
      const everyMs = (whole.seconds * 1_000) / (CUTS + 2);
      const cut = await importFile(url.href, file, { everyMs, cut: () => proxy.cutAll() });
      const expected = await digest(undisturbed);
      console.log(JSON.stringify(expected));
      expect(cut.cuts).toBe(CUTS);
      expect(await digest(disturbed)).toEqual(expected);
    }
  });
});
