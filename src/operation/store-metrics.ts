import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

interface LastImport {
  kind: string;
  outcome: string;
  startedAtMs: number;
  /** When its address was last found to have the same file; null: it was not asked again. */
  unchangedAtMs: number | null;
  /** Null while it runs. */
  finishedAtMs: number | null;
  counts: Readonly<Record<keyof typeof ROW_RESULTS, number>> | null;
}

export interface StoreMetricSources {
  /** `YYYY-MM-DD`; null before the first import. */
  findDataDate: () => Promise<string | null>;
  /** The last import of each kind and outcome. */
  listLastImports: () => Promise<readonly LastImport[]>;
  kinds: readonly string[];
  outcomes: readonly string[];
  /** Those that are neither paused nor stopped. */
  countWebhooks: () => Promise<{ working: number; failing: number }>;
  /** Mails that wait, are being sent or pause between attempts. */
  countMails: () => number;
  /** The folder of the embedded store; null: there is none. */
  dataDir: string | null;
  /** When the last backup of that folder ended; null if there is none. */
  readLastBackupMs: (dataDir: string) => number | null;
}

/** The results of rows that are counted, and of companies that a dump no longer has. */
const ROW_RESULTS = {
  read: 'read',
  new: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  duplicates: 'duplicate',
  withoutIdno: 'without_idno',
  rejected: 'rejected',
  gone: 'gone',
} as const;
const RESULTS = Object.entries(ROW_RESULTS) as [keyof typeof ROW_RESULTS, string][];

/** One value of a gauge. */
type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/**
 * What the store tells of itself, read with each scrape. While it does not answer, these metrics
 * are missing: a value of before would hide that.
 */
export function watchStore(registry: Registry, sources: StoreMetricSources): void {
  const { kinds, outcomes, dataDir } = sources;
  addGauge(registry, {
    name: 'registru_data_date_seconds',
    help: 'The date of the served dump, its beginning in UTC; 0 before the first import.',
    read: async () => [[toSeconds(Date.parse((await sources.findDataDate()) ?? '1970-01-01'))]],
  });
  addGauge(registry, {
    name: 'registru_last_import_timestamp_seconds',
    help: 'When the last import of this kind and outcome ended or was found unchanged, or the running one began; 0: none.',
    labelNames: ['kind', 'outcome'],
    async read() {
      const runs = await sources.listLastImports();
      return kinds.flatMap((kind) =>
        outcomes.map((outcome): Sample => {
          const run = runs.find((one) => one.kind === kind && one.outcome === outcome);
          const endMs = run?.unchangedAtMs ?? run?.finishedAtMs ?? run?.startedAtMs ?? 0;
          return [toSeconds(endMs), { kind, outcome }];
        }),
      );
    },
  });
  addGauge(registry, {
    name: 'registru_last_import_rows',
    help: 'Rows of the last completed import of this kind, by result; gone: companies.',
    labelNames: ['kind', 'result'],
    async read() {
      const runs = await sources.listLastImports();
      return kinds.flatMap((kind) => {
        const run = runs.find((one) => one.kind === kind && one.outcome === 'completed');
        return RESULTS.map(
          ([count, result]): Sample => [run?.counts?.[count] ?? 0, { kind, result }],
        );
      });
    },
  });
  addGauge(registry, {
    name: 'registru_webhooks_failing',
    help: 'Webhooks whose last attempt failed and will be repeated.',
    read: async () => [[(await sources.countWebhooks()).failing]],
  });
  addGauge(registry, {
    name: 'registru_webhooks_working',
    help: 'Webhooks that are neither paused nor stopped, failing ones included.',
    read: async () => [[(await sources.countWebhooks()).working]],
  });
  addGauge(registry, {
    name: 'registru_mails_waiting',
    help: 'Mails that wait, are being sent or pause between attempts.',
    read: async () => [[sources.countMails()]],
  });
  if (dataDir === null) return;
  addGauge(registry, {
    name: 'registru_disk_free_bytes',
    help: 'Free space for this user on the disk of DATA_DIR.',
    async read() {
      const { bavail, bsize } = await statfs(dataDir);
      return [[bavail * bsize]];
    },
  });
  addGauge(registry, {
    name: 'registru_disk_size_bytes',
    help: 'The size of the disk of DATA_DIR.',
    async read() {
      const { blocks, bsize } = await statfs(dataDir);
      return [[blocks * bsize]];
    },
  });
  addGauge(registry, {
    name: 'registru_last_backup_timestamp_seconds',
    help: 'When the last backup by the command ended; 0: none.',
    read: async () => [[toSeconds(sources.readLastBackupMs(dataDir) ?? 0)]],
  });
}

interface GaugeOfReads {
  name: string;
  help: string;
  labelNames?: string[];
  /** What rejects is missing in this scrape. */
  read: () => Promise<readonly Sample[]>;
}

function addGauge(registry: Registry, { name, help, labelNames = [], read }: GaugeOfReads): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await read().catch(() => []);
      // Without labels `reset` would set 0.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      for (const [value, labels = {}] of samples) this.set(labels, value);
    },
  });
}

function toSeconds(ms: number): number {
  return ms / 1_000;
}
