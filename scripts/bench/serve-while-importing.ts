import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Company } from '../../src/domain/company/company.ts';
import type { Services } from '../../src/server.ts';
import type { DumpOptions } from '../make-dump/options.ts';
import { type LoadResult, type LoadTarget, runLoad } from './load.ts';
import {
  ACTOR,
  fillAccounts,
  generateCompanies,
  openAccountServices,
  toExpectedBody,
} from './population.ts';
import { importDump, type MeasuredImport, startServer } from './processes.ts';

export interface ServedImport {
  /** Contains the first week's import. */
  dataDir: string;
  port: number;
  first: DumpOptions;
  later: DumpOptions;
  laterFile: string;
}

export interface ServedImportResult {
  report: MeasuredImport;
  load: LoadResult;
  /** Answers as they were before the import, and as they are after it. */
  before: number;
  after: number;
  /** Key regenerations during the import, and the time of the slowest. */
  regenerated: number;
  slowestRegenerationMs: number;
}

/** The signal ends it with the import. */
const STEADY_LOAD = {
  connections: 20,
  warmUpMs: 0,
  seconds: 3_600,
  maxRequests: 1_000_000,
  perSecond: 200,
  status: 200,
};
/** Their limits together allow twice the load. */
const KEYS = 80;
const TARGETS = 20_000;
const REGENERATION_PAUSE_MS = 250;
const MAX_REGENERATIONS = 10_000;
const EMAIL = 'holder@bench.example';

/** Imports a later week next to a server under a steady load, and regenerates keys meanwhile. */
export async function serveWhileImporting(run: ServedImport): Promise<ServedImportResult> {
  const { dataDir, port, first, later, laterFile } = run;
  const baseUrl = `http://127.0.0.1:${port}`;
  const targets = toTargets(first, later, baseUrl);
  const services = await openAccountServices({ DATA_DIR: dataDir, BASE_URL: baseUrl });
  await services.accounts.create(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  const keys = await fillAccounts(services.store, 'agency', KEYS);
  const server = await startServer({ port, env: { DATA_DIR: dataDir } });
  const stop = new AbortController();
  try {
    const loading = runLoad({ ...STEADY_LOAD, port, targets, keys }, stop.signal);
    const regenerating = regenerateKeys(services, stop.signal);
    const importing = importDump({ DATA_DIR: dataDir }, laterFile);
    const report = await importing.finally(() => stop.abort());
    const load = await loading;
    const [before = 0, after = 0] = load.matched;
    return { report, load, before, after, ...(await regenerating) };
  } finally {
    await server.stop();
    await services.close();
  }
}

/** A bounded number of companies, each with its body before and after the later week. */
export function toTargets(
  first: DumpOptions,
  later: DumpOptions,
  baseUrl: string,
  max = TARGETS,
): LoadTarget[] {
  const laterByIdno = new Map<string, Company>();
  for (const company of generateCompanies(later)) laterByIdno.set(company.idno, company);
  const step = Math.max(1, Math.floor(laterByIdno.size / max));
  const targets: LoadTarget[] = [];
  let index = 0;
  for (const company of generateCompanies(first)) {
    if (index++ % step !== 0) continue;
    // A delisted company is still served as it was last.
    const after = laterByIdno.get(company.idno) ?? company;
    targets.push({
      path: `/api/v1/company/${company.idno}`,
      checksums: [company, after].map((one) => crc32(toExpectedBody(one, baseUrl))),
    });
  }
  return targets;
}

async function regenerateKeys({ accounts, keys }: Services, signal: AbortSignal) {
  let regenerated = 0;
  let slowestRegenerationMs = 0;
  while (!signal.aborted && regenerated < MAX_REGENERATIONS) {
    const account = await accounts.find(EMAIL);
    const startMs = performance.now();
    await keys.regenerate(account, account.apiKey?.id ?? '', ACTOR);
    slowestRegenerationMs = Math.max(slowestRegenerationMs, performance.now() - startMs);
    regenerated++;
    await setTimeout(REGENERATION_PAUSE_MS);
  }
  return { regenerated, slowestRegenerationMs };
}
