import { hash } from 'node:crypto';
import { GraphQLError, getOperationAST, Kind, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Company } from '../domain/company/company.ts';
import { internalSchema } from '../schema/index.ts';

/** The v1 answer. The order of its fields is the order of the keys in the JSON. */
const V1_FIELDS = `
  idno
  name
  legal_form: legalForm
  status
  reg_date: regDate
  address
  region
  capital
  vat_payer: vatPayer
  caem_main: caemMain
  url
  founders { name share type }
  admins
  caem { code label main }
`;
/** `delistedSince` is not a v1 field: the answers put it into a header or into `removed_since`. */
export const COMPANY_DOCUMENT = `query Company($idno: String!) {
  company(idno: $idno) { ${V1_FIELDS} delistedSince }
}`;

/** The fields of a company as the domain names them, each with its name in the v1 answer. */
export const ANSWER_NAMES: ReadonlyMap<string, string> = new Map(listFields());
/** The fields of the v1 answer in their order. */
export const COMPANY_FIELDS: readonly string[] = [...ANSWER_NAMES.values()];

/** A JSON body, ready to be sent. */
export interface JsonAnswer {
  /** In UTF-8. */
  body: Buffer;
  /** A quoted hash of the body. */
  etag: string;
  /** Of the dump that the body comes from, `YYYY-MM-DD`; left out: of the one that is served. */
  dataDate?: string;
  /** For one company: the first full dump without it, `YYYY-MM-DD`; null while it is listed. */
  delistedSince?: string | null;
}

/**
 * Compiles a document on the internal schema once, so that a fault of the schema stops the start
 * and not a request. `toResult` converts the data of each execution.
 */
export function compileDocument<Context, Variables extends object, Data extends object, Result>(
  document: string,
  toResult: (data: Data) => Result,
): (variables: Variables, context: Context) => Promise<Result> {
  // Only this program writes the values of `Company`, so they are not checked again.
  const options = { disableLeafSerialization: true };
  const compiled = compileQuery(internalSchema, parse(document), undefined, options);
  if (!isCompiledQuery(compiled)) throw toError(compiled.errors);
  return async (variables, context) => {
    const { data, errors } = await compiled.query(undefined, context, { ...variables });
    // A resolver that threw also leaves null: without errors it means not found.
    if (errors !== undefined && errors.length > 0) throw toError(errors);
    return toResult(data as Data);
  };
}

export function toJsonAnswer(value: unknown): JsonAnswer {
  return encodeJson(JSON.stringify(value));
}

/**
 * The answer with several companies, each byte for byte as in its own answer. `removed_since` lists
 * when each was delisted, because v1 has no field for that.
 */
export function toCompanyList(answers: readonly (JsonAnswer | null)[]): JsonAnswer {
  const companies = answers.map((one) => one?.body.toString() ?? 'null').join(',');
  const removedSince = answers.map((one) => one?.delistedSince ?? null);
  return encodeJson(`{"companies":[${companies}],"removed_since":${JSON.stringify(removedSince)}}`);
}

/** Encodes the text once for its hash, its length and the connection. */
function encodeJson(text: string): JsonAnswer {
  const body = Buffer.from(text);
  return { body, etag: `"${hash('sha256', body)}"` };
}

/** The names of these fields in the v1 answer, in its order. */
export function toAnswerNames(fields: readonly (keyof Company)[]): string[] {
  const asked = new Set<string>(fields);
  return [...ANSWER_NAMES].flatMap(([field, name]) => (asked.has(field) ? [name] : []));
}

function listFields(): [field: string, name: string][] {
  const fields = getOperationAST(parse(`{ ${V1_FIELDS} }`))?.selectionSet.selections ?? [];
  return fields.flatMap((field) =>
    field.kind === Kind.FIELD ? [[field.name.value, (field.alias ?? field.name).value]] : [],
  );
}

function toError(errors: readonly GraphQLError[] | undefined): Error {
  const error = errors?.[0];
  return error?.originalError ?? error ?? new GraphQLError('the document failed');
}
