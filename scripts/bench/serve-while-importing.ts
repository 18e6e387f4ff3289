import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../src/config/config.ts';
import type { Company } from '../../src/domain/company/company.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openServices, type Services } from '../../src/server.ts';
import type { DumpOptions } from '../make-dump/options.ts';
import { generateRows } from '../make-dump/rows.ts';
import { importDump, type MeasuredImport } from './import-process.ts';
import { fillAccounts, toExpectedBody } from './population.ts';
import { startServer } from './process.ts';
import { loadServing, type ServingResult, type ServingTarget } from './serving-load.ts';

export interface ServedImport {
  /** Holds the first week's import. */
  dataDir: string;
  port: number;
  first: DumpOptions;
  later: DumpOptions;
  laterFile: string;
}

export interface ServedImportResult {
  report: MeasuredImport;
  serving: ServingResult;
  /** Key regenerations while the import ran, and the slowest of them. */
  regenerated: number;
  slowestRegenerationMs: number;
}

const REQUESTS_PER_SECOND = 200;
/** At 300 a minute each they carry twice what is asked of them. */
const KEYS = 80;
const TARGETS = 20_000;
const REGENERATION_PAUSE_MS = 250;
const MAX_REGENERATIONS = 10_000;
const ACTOR = { name: 'bench', address: null };
const EMAIL = 'holder@bench.example';

/** Imports a later week beside a server under a steady load, and regenerates keys meanwhile. */
export async function serveWhileImporting(run: ServedImport): Promise<ServedImportResult> {
  const { dataDir, port, first, later, laterFile } = run;
  const targets = toTargets(first, later, `http://127.0.0.1:${port}`);
  const resources = createResources(() => {});
  const services = await openServices(loadConfig({ DATA_DIR: dataDir, DEMO: 'off' }), {
    resources,
    mailWaitMs: 0,
    print: () => {},
    onFault: () => {},
  });
  await services.accounts.create(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  const keys = await fillAccounts(services.store, 'agency', KEYS);
  const server = await startServer(port, [join(import.meta.dirname, '../../src/main.ts')], {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'off',
  });
  const stop = new AbortController();
  const { signal } = stop;
  try {
    const load = loadServing({ port, perSecond: REQUESTS_PER_SECOND, keys, targets, signal });
    const regenerating = regenerateKeys(services, signal);
    const report = await importDump(dataDir, laterFile).finally(() => stop.abort());
    return { report, serving: await load, ...(await regenerating) };
  } finally {
    await server.stop();
    await resources.close();
  }
}

/** Every company of both weeks, a bounded number of them, in an order that jumps about. */
function toTargets(first: DumpOptions, later: DumpOptions, baseUrl: string): ServingTarget[] {
  const laterOf = new Map<string, Company>();
  for (const { truth } of generateRows(later)) {
    if (truth.expected !== null) laterOf.set(truth.expected.idno, truth.expected);
  }
  const step = Math.max(1, Math.floor(laterOf.size / TARGETS));
  const targets: ServingTarget[] = [];
  let place = 0;
  for (const { truth } of generateRows(first)) {
    if (truth.expected === null || place++ % step !== 0) continue;
    const before = toExpectedBody(truth.expected, baseUrl);
    const after = laterOf.get(truth.expected.idno);
    targets.push({
      path: `/api/v1/company/${truth.expected.idno}`,
      // One that is gone from the register is served as it was last.
      bodies: [before, after === undefined ? before : toExpectedBody(after, baseUrl)],
    });
  }
  return targets;
}

async function regenerateKeys({ accounts, keys }: Services, signal: AbortSignal) {
  let regenerated = 0;
  let slowestRegenerationMs = 0;
  while (!signal.aborted && regenerated < MAX_REGENERATIONS) {
    const { id, apiKey } = await accounts.find(EMAIL);
    const startMs = performance.now();
    await keys.regenerate(id, apiKey?.id ?? '', ACTOR);
    slowestRegenerationMs = Math.max(slowestRegenerationMs, performance.now() - startMs);
    regenerated++;
    await setTimeout(REGENERATION_PAUSE_MS);
  }
  return { regenerated, slowestRegenerationMs };
}
