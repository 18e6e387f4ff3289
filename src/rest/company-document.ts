import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
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

/** The answer's body for an IDNO; null when the register has no such company. */
export type ReadCompanyJson = (idno: string, context: Context) => Promise<string | null>;

/** Compiles the document once; a fault of the schema stops the start, not a request. */
export function compileCompanyDocument(schema: GraphQLSchema): ReadCompanyJson {
  // The leaves are those of `Company`, written by this program alone: to check each one again took
  // 2 % of a request.
  const options = { disableLeafSerialization: true };
  const compiled = compileQuery(schema, parse(COMPANY_DOCUMENT), 'Company', options);
  if (!isCompiledQuery(compiled)) throw toError(compiled.errors);
  return async (idno, context) => {
    const { data, errors } = await compiled.query(undefined, context, { idno });
    // A resolver that threw leaves `company: null` too: only without errors does null mean absent.
    if (errors !== undefined && errors.length > 0) throw toError(errors);
    return data?.company == null ? null : JSON.stringify(data.company);
  };
}

function toError(errors: readonly GraphQLError[] | undefined): Error {
  const error = errors?.[0];
  return error?.originalError ?? error ?? new GraphQLError('the company document failed');
}
