import { hash } from 'node:crypto';
import { GraphQLError, type GraphQLSchema, getOperationAST, Kind, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Company } from '../domain/company/company.ts';
import type { Context } from '../schema/types.ts';

/** The v1 answer. The order of its fields is the order of the keys in the JSON. */
const COMPANY_DOCUMENT = `
  query Company($idno: String!) {
    company(idno: $idno) {
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
    }
  }
`;

/** The fields of a company as the domain names them, each with its name in the v1 answer. */
const ANSWER_NAMES: ReadonlyMap<string, string> = new Map(listFields());
/** The fields of the v1 answer in their order. */
export const COMPANY_FIELDS: readonly string[] = [...ANSWER_NAMES.values()];

/** A company as it is served. */
export interface CompanyAnswer {
  /** JSON in UTF-8. */
  body: Buffer;
  /** A quoted hash of the body. */
  etag: string;
}

/** Null when the register has no company with this IDNO. Rejects with Unavailable. */
export type FindCompanyAnswer = (idno: string) => Promise<CompanyAnswer | null>;

/** Compiles the document once, so that a fault of the schema stops the start and not a request. */
export function compileCompanyDocument(schema: GraphQLSchema, context: Context): FindCompanyAnswer {
  // Only this program writes the values of `Company`, so they are not checked again.
  const options = { disableLeafSerialization: true };
  const compiled = compileQuery(schema, parse(COMPANY_DOCUMENT), 'Company', options);
  if (!isCompiledQuery(compiled)) throw toError(compiled.errors);
  return async (idno) => {
    const { data, errors } = await compiled.query(undefined, context, { idno });
    // A resolver that threw also leaves `company: null`: without errors it means not found.
    if (errors !== undefined && errors.length > 0) throw toError(errors);
    return data?.company == null ? null : toCompanyAnswer(JSON.stringify(data.company));
  };
}

/** The names in the v1 answer of fields of a company, in the order of the answer. */
export function toAnswerNames(fields: readonly (keyof Company)[]): string[] {
  const asked = new Set<string>(fields);
  return [...ANSWER_NAMES].flatMap(([field, name]) => (asked.has(field) ? [name] : []));
}

/** Encodes the text once for its hash, its length and the connection. */
export function toCompanyAnswer(json: string): CompanyAnswer {
  const body = Buffer.from(json);
  return { body, etag: `"${hash('sha256', body)}"` };
}

function listFields(): [field: string, name: string][] {
  const operation = getOperationAST(parse(COMPANY_DOCUMENT));
  const [company] = operation?.selectionSet.selections ?? [];
  const fields = company?.kind === Kind.FIELD ? (company.selectionSet?.selections ?? []) : [];
  return fields.flatMap((field) =>
    field.kind === Kind.FIELD ? [[field.name.value, (field.alias ?? field.name).value]] : [],
  );
}

function toError(errors: readonly GraphQLError[] | undefined): Error {
  const error = errors?.[0];
  return error?.originalError ?? error ?? new GraphQLError('the company document failed');
}
