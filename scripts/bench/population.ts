import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { createApiKeyText, hashApiKey, toKeyStart } from '../../src/domain/account/api-key.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import type { Company } from '../../src/domain/company/company.ts';
import { runImport } from '../../src/import/run.ts';
import { openImportStore, type StorePlace } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port/store.ts';
import { generateRows } from '../make-dump/rows.ts';
import { writeDump } from '../make-dump/workbook.ts';

const SEED = 20_260_914;
const DUMP_DATE = '2026-09-14';

/** A dump of invented companies, and what a store must serve of them. */
export interface BenchDump {
  path: string;
  companies: Company[];
}

export async function makeBenchDump(folder: string, count: number): Promise<BenchDump> {
  const options = {
    rows: count,
    seed: SEED,
    dumpDate: DUMP_DATE,
    anomalies: 'none' as const,
    withoutIdno: 0,
  };
  const path = join(folder, 'company_2026.09.14.xlsx');
  await writeDump(path, options);
  const companies: Company[] = [];
  for (const { truth } of generateRows(options)) {
    if (truth.expected !== null) companies.push(truth.expected);
  }
  return { path, companies };
}

export async function importCompanies(place: StorePlace, { path }: BenchDump): Promise<void> {
  const store = await openImportStore(place);
  await runImport({
    store,
    work: { kind: 'full', path },
    temporaryFolder: dirname(path),
    nowMs: () => Date.now(),
  });
  await store.close();
}

/** Makes so many accounts with this plan; the texts of their keys. */
export async function fillAccounts(store: Store, plan: Plan, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, () => createApiKeyText());
  for (const text of texts) {
    const [id, keyId] = [randomUUID(), randomUUID()];
    const email = `${id}@bench.example`;
    const atMs = Date.now();
    await store.accounts.insert(
      {
        id,
        email,
        language: 'ro',
        role: 'holder',
        identity: null,
        createdAtMs: atMs,
        subscription: { plan, status: 'active', endsAtMs: null, changedAtMs: atMs },
        apiKey: {
          id: keyId,
          hash: hashApiKey(text),
          start: toKeyStart(text),
          tier: 'high',
          createdAtMs: atMs,
          lastUsedAtMs: null,
          sealed: null,
        },
        lastKeyId: keyId,
      },
      [
        {
          id: randomUUID(),
          atMs,
          action: 'account_created',
          actor: 'bench',
          accountId: id,
          email,
          keyStart: toKeyStart(text),
          detail: null,
          address: null,
        },
      ],
    );
  }
  return texts;
}

/** The v1 body, written out a second time, so that the load checks the service and not itself. */
export function toExpectedBody(company: Company, baseUrl: string): string {
  return JSON.stringify({
    idno: company.idno,
    name: company.name,
    legal_form: company.legalForm,
    status: company.status,
    reg_date: company.regDate,
    address: company.address,
    region: company.region,
    capital: company.capital,
    vat_payer: company.vatPayer,
    caem_main: company.caemMain,
    url: `${baseUrl}/companie/${company.idno}`,
    founders: company.founders.map(({ name, share, type }) => ({ name, share, type })),
    admins: company.admins,
    caem: company.caem.map(({ code, label, main }) => ({ code, label, main })),
  });
}
