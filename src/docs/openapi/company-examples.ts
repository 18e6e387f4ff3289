import { TEST_COMPANIES } from '../../domain/company/test-companies.ts';
import examples from './examples.json' with { type: 'json' };
import type { Example } from './responses.ts';
import { SCHEMAS } from './schemas.ts';

const COMPANY_URL = 'http://127.0.0.1:3000/companie/';
const [ordinary] = TEST_COMPANIES;
const active: Readonly<Record<string, unknown>> = { ...ordinary?.company };
const sparse: Readonly<Record<string, unknown>> = examples.company;

/** Companies as they are answered: every field, in the order of the answer. */
export const COMPANY_EXAMPLES = {
  active: toExample('An active company', (name) =>
    name === 'url' ? COMPANY_URL + active.idno : active[toDomainName(name)],
  ),
  sparse: toExample('A liquidated company of which little is known', (name) => sparse[name]),
};

function toExample(summary: string, read: (name: string) => unknown): Example {
  const names = Object.keys(SCHEMAS.Company.properties);
  return { summary, value: Object.fromEntries(names.map((name) => [name, read(name) ?? null])) };
}

function toDomainName(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
