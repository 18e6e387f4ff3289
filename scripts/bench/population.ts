import { join } from 'node:path';
import { toNewAccount } from '../../src/accounts/account-changes.ts';
import { toAuditEntry } from '../../src/accounts/actor.ts';
import { issueKey } from '../../src/accounts/keys/issued-key.ts';
import { RANDOM_SECRETS } from '../../src/accounts/secrets.ts';
import { loadConfig } from '../../src/config/config.ts';
import { SCHEMAS } from '../../src/docs/openapi/schemas.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import type { Company } from '../../src/domain/company/company.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openServices, type Services } from '../../src/server.ts';
import type { Store } from '../../src/store/store.ts';
import type { DumpOptions } from '../make-dump/options.ts';
import { generateRows } from '../make-dump/rows.ts';
import { writeDump } from '../make-dump/workbook.ts';

/** A dump without anomalies: every row of it is a company to serve. */
export const CLEAN_DUMP = {
  seed: 20_260_914,
  dumpDate: '2026-09-14',
  anomalies: 'none',
  withoutIdno: 0,
} as const satisfies Partial<DumpOptions>;

/** Who creates and changes accounts, for the audit log. */
export const ACTOR = { name: 'bench', address: null };

/** Writes a dump under the register's file name and returns its path. */
export async function writeWeek(folder: string, options: DumpOptions): Promise<string> {
  const path = join(folder, `company_${options.dumpDate.replaceAll('-', '.')}.xlsx`);
  await writeDump(path, options);
  return path;
}

/** The companies that a store must serve after the import of a dump into an empty one. */
export function* generateCompanies(options: DumpOptions): Generator<Company> {
  for (const { truth } of generateRows(options)) {
    if (truth.expected !== null) yield truth.expected;
  }
}

/** Opens accounts, keys and links on the store that these variables name. */
export async function openAccountServices(
  env: Record<string, string>,
): Promise<Services & { close(): Promise<void> }> {
  const onFault = (part: string, error: unknown) =>
    void process.stderr.write(`${part}: ${error}\n`);
  const resources = createResources(onFault);
  const config = loadConfig({ ...env, DEMO: 'off' });
  const options = { resources, mailWaitMs: 0, print: () => {}, onFault };
  const services = await openServices(config, options);
  return { ...services, close: () => resources.close() };
}

/** Creates accounts with a plan and returns the texts of their keys. */
export async function fillAccounts(store: Store, plan: Plan, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let serial = 0; serial < count; serial++) {
    const atMs = Date.now();
    const { text, apiKey } = issueKey(RANDOM_SECRETS, 'high', atMs);
    const account = {
      ...toNewAccount(`${apiKey.id}@bench.example`, atMs),
      subscription: { plan, status: 'active', endsAtMs: null, changedAtMs: atMs } as const,
      apiKey,
      lastKeyId: apiKey.id,
    };
    const event = { action: 'account_created', keyStart: apiKey.start } as const;
    await store.accounts.insert(account, [toAuditEntry(ACTOR, account, event, atMs)]);
    texts.push(text);
  }
  return texts;
}

/** The documented fields, in the order of the answer. */
const FIELDS = Object.keys(SCHEMAS.Company.properties);

/** The v1 body, written a second time, so that the load does not check the service with itself. */
export function toExpectedBody(company: Company, baseUrl: string): string {
  const values: Readonly<Record<string, unknown>> = {
    ...company,
    url: `${baseUrl}/companie/${company.idno}`,
    founders: company.founders.map(({ name, share, type }) => ({ name, share, type })),
    caem: company.caem.map(({ code, label, main }) => ({ code, label, main })),
  };
  return JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, values[toKey(name)]])));
}

/** `legal_form` is `legalForm` in the domain. */
function toKey(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
