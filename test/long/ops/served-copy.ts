import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { writeDump } from '../../../scripts/make-dump/workbook.ts';
import { toDay } from '../../../src/domain/time/time-zone.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { ROOT } from '../../support/image.ts';
import {
  type CommandResult,
  PROCESS_ENV,
  type RunningProcess,
  run,
  runScript,
} from '../../support/process.ts';
import { COMPANY_PATH, fillDataFolder, type Service, startService } from '../../support/service.ts';
import { APP_SECRET } from '../../support/services.ts';

const DAY_MS = 86_400_000;
const DUMP = { rows: 300, seed: 11, withoutIdno: 0 };
const CLIENTS = 10;

export interface Folder {
  dataDir: string;
  /** Of the account that looks up. */
  key: string;
}

/** A data folder as a healthy service has it: with the dump of today, and just backed up. */
export async function makeHealthyFolder(): Promise<Folder> {
  const dataDir = join(makeTestFolder(), 'data');
  const env = { ...PROCESS_ENV, DATA_DIR: dataDir, APP_SECRET };
  const runToEnd = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, `scripts/${script}.ts`), ...args], {
      env,
      stdio: 'pipe',
    });
  runToEnd('import', await makeDump(0), '--create');
  // After the dump, which would delist its company.
  const { key } = await fillDataFolder(dataDir);
  runToEnd('backup', join(makeTestFolder(), 'backup'));
  return { dataDir, key };
}

/** The path of a dump of that day. `changed`: the share of companies that differ from the first. */
export async function makeDump(
  daysAgo: number,
  options: { rows?: number; changed?: number } = {},
): Promise<string> {
  const file = join(makeTestFolder(), 'company.xlsx');
  const dumpDate = toDay(Date.now() - daysAgo * DAY_MS);
  await writeDump(file, { ...DUMP, dumpDate, ...options });
  return file;
}

export interface ServedCopy {
  dataDir: string;
  service: Service;
  /** The status of one answer. */
  lookUp(): Promise<number>;
  /** The different statuses of this many answers; ten clients ask at once. */
  lookUpOften(times: number): Promise<number[]>;
  /** Runs a script of `package.json` on the folder, to its end. */
  run(script: string, ...args: string[]): Promise<CommandResult>;
  /** The same, and does not wait for its end. */
  start(script: string, ...args: string[]): RunningProcess;
}

interface ServeOptions {
  env?: Readonly<Record<string, string>>;
  /** An empty one; left out: a new one. */
  folder?: string;
  /** Changes the copy before the server starts. */
  prepare?: (dataDir: string) => Promise<void>;
}

/** A server on a copy of a data folder. */
export async function serveCopy(
  { dataDir: copied, key }: Folder,
  { env = {}, folder = makeTestFolder(), prepare }: ServeOptions = {},
): Promise<ServedCopy> {
  const dataDir = join(folder, 'data');
  cpSync(copied, dataDir, { recursive: true });
  await prepare?.(dataDir);
  const service = await startService({ dataDir, env });
  const scriptEnv = { DATA_DIR: dataDir, APP_SECRET };

  async function lookUp(): Promise<number> {
    const answer = await service.get(COMPANY_PATH, { 'x-api-key': key });
    await answer.arrayBuffer();
    return answer.status;
  }
  return {
    dataDir,
    service,
    lookUp,
    async lookUpOften(times) {
      const statuses = new Set<number>();
      const askInTurn = async () => {
        for (let turn = 0; turn < times / CLIENTS; turn++) statuses.add(await lookUp());
      };
      await Promise.all(Array.from({ length: CLIENTS }, askInTurn));
      return [...statuses];
    },
    run: (script, ...args) => run(script, args, scriptEnv),
    start: (script, ...args) => runScript(script, args, scriptEnv),
  };
}
