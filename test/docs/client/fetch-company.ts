import createClient from 'openapi-fetch';
import type { components, paths } from './registru.ts';

export type Company = components['schemas']['Company'];

/** What a client's developer writes: the company, or null where the register has none. */
export async function fetchCompany(
  baseUrl: string,
  apiKey: string,
  idno: string,
): Promise<Company | null> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
  const { data, error, response } = await client.GET('/api/v1/company/{idno}', {
    params: { path: { idno } },
  });
  if (data !== undefined) return data;
  if (response.status === 404) return null;
  throw new Error(error.message);
}

type Founder = Company['founders'][number];
type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles only while the generated types are just these: not `any`, and no null forgotten. */
export const FULL_TYPES: readonly [
  Equal<Company['name'], string>,
  Equal<Company['capital'], string | null>,
  Equal<Company['vat_payer'], boolean | null>,
  Equal<Company['status'], 'activa' | 'in_lichidare' | 'insolvabila' | 'lichidata'>,
  Equal<Founder['type'], 'persoana_fizica' | 'persoana_juridica' | 'stat' | 'grup'>,
  Equal<Company['admins'], string[]>,
] = [true, true, true, true, true, true];
