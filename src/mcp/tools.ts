import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { ReadAccountUsage } from '../accounts/usage/account-usage.ts';
import type { Answers } from '../answers/answers.ts';
import type { JsonAnswer } from '../answers/documents.ts';
import { findOperation, OPENAPI } from '../docs/openapi.ts';
import { isIdnoForm, isStoredIdno } from '../domain/company/idno.ts';
import { refuseTestKeyFor } from '../rest/api-guard.ts';
import { ERROR_ANSWERS } from '../rest/errors.ts';
import { MAX_IDNOS, type OperationName } from '../rest/operations.ts';
import { toDayAsked, toHistoryPage, toIdnos, toSearchRequest } from '../rest/parameters.ts';
import { readUsageAnswer } from '../rest/usage.ts';
import { RefusedRequest, toErrorAnswer } from '../web/errors.ts';

export type ToolSources = Pick<
  Answers,
  'findCompany' | 'findCompanyAt' | 'listHistory' | 'search'
> & {
  readAccountUsage: ReadAccountUsage;
};

type Arguments = Readonly<Record<string, unknown>>;

/** A call whose arguments were read, once: its cost and its answer are of the same values. */
interface ReadCall {
  /** The number of requests that it counts as: at least the companies that it answers. */
  cost: number;
  /** Returns JSON. Rejects with RefusedRequest or Unavailable. */
  run: () => Promise<string>;
}

export interface CompanyTool {
  definition: Tool;
  /** Throws RefusedRequest for arguments that it does not take. */
  readArguments: (args: Arguments, caller: Caller) => ReadCall;
}

/** A call of a tool, as it was counted. */
export interface ToolCall {
  cost: number;
  answer: () => Promise<CallToolResult>;
}

/** The account of a call, and where failures of the service are logged. */
type Caller = FastifyRequest;

const SCHEMAS = OPENAPI.components.schemas;
const { removed_since } = SCHEMAS.FoundCompany.properties;
/** The JSON of v1 with `removed_since`, which REST has in a header. */
const COMPANY_RESULT = {
  ...SCHEMAS.Company,
  properties: { ...SCHEMAS.Company.properties, removed_since },
  required: [...SCHEMAS.Company.required, 'removed_since'],
};
const COMPANIES_RESULT = {
  type: 'object',
  properties: {
    companies: { type: 'array', items: { anyOf: [COMPANY_RESULT, { type: 'null' }] } },
  },
  required: ['companies'],
};
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Tools for operations of /api/v1, with the same parameters, JSON and errors. */
export function createTools({
  findCompany,
  findCompanyAt,
  listHistory,
  search,
  readAccountUsage,
}: ToolSources): readonly CompanyTool[] {
  return [
    {
      definition: {
        name: 'get_company',
        title: 'Get a company',
        description:
          'Gets a company of the Moldovan State Register of Legal Units by its IDNO, the 13-digit ' +
          'state identification number: name, status, address, founders, administrators and ' +
          'activities. A field that the register does not provide is null. A company with ' +
          'removed_since is no longer in the register: its fields are as they were last.',
        inputSchema: toInputSchema('company'),
        outputSchema: toObjectSchema(COMPANY_RESULT),
        annotations: READ_ONLY,
      },
      readArguments(args, caller) {
        const { at = null, ...rest } = args;
        const idno = readIdno(rest);
        const day = toDayAsked(at === null ? {} : { at });
        refuseTestKeyFor([idno], caller);
        return {
          cost: 1,
          async run() {
            const answer = await (day === null
              ? findCompany(idno)
              : findCompanyAt(idno, day, caller.accountId));
            if (answer === null) throw new RefusedRequest(ERROR_ANSWERS.company_not_found);
            return JSON.stringify(toResult(answer));
          },
        };
      },
    },
    {
      definition: {
        name: 'get_companies',
        title: 'Get several companies',
        description:
          `Gets up to ${MAX_IDNOS} companies by their IDNOs, in the order given: each as get_company ` +
          'gives it, null for an unknown IDNO. It counts as one request for each IDNO.',
        inputSchema: toObjectSchema(SCHEMAS.CompaniesRequest),
        outputSchema: toObjectSchema(COMPANIES_RESULT),
        annotations: READ_ONLY,
      },
      readArguments(args, caller) {
        const idnos = readIdnos(args);
        refuseTestKeyFor(idnos, caller);
        return {
          cost: idnos.length,
          async run() {
            const found = await Promise.all(idnos.map(findCompany));
            const companies = found.map((answer) => answer && toResult(answer));
            return JSON.stringify({ companies });
          },
        };
      },
    },
    {
      definition: {
        name: 'get_company_history',
        title: 'Get the history of a company',
        description:
          'Gets what the register said of a company before, newest change first: the values of each ' +
          'changed field before and after, its appearance, removal and return. Continue with next as after.',
        inputSchema: toInputSchema('history'),
        outputSchema: toObjectSchema(SCHEMAS.HistoryPage),
        annotations: READ_ONLY,
      },
      readArguments(args, caller) {
        const { idno: given, ...page } = toQuery(args);
        const idno = readIdno({ idno: given });
        refuseTestKeyFor([idno], caller);
        const wanted = { idno, ...toHistoryPage(page) };
        return {
          cost: 1,
          async run() {
            const answer = await listHistory(wanted, caller.accountId);
            if (answer === null) throw new RefusedRequest(ERROR_ANSWERS.company_not_found);
            return answer.body.toString();
          },
        };
      },
    },
    {
      definition: {
        name: 'get_usage',
        title: 'Get plan and usage',
        description:
          'Gets the plan of the key, its limit and what is left of it, requests by day and outcome, ' +
          'the size of the watch list and the state of the webhook.',
        inputSchema: toInputSchema('usage'),
        outputSchema: toObjectSchema(SCHEMAS.Usage),
        annotations: READ_ONLY,
      },
      readArguments(args, caller) {
        if (Object.keys(withoutNulls(args)).length > 0) throw refuse('Give no arguments.');
        return {
          cost: 1,
          async run() {
            const answer = await readUsageAnswer(caller, readAccountUsage);
            if (answer === null) throw new RefusedRequest(ERROR_ANSWERS.missing_or_invalid_api_key);
            return answer.body.toString();
          },
        };
      },
    },
    {
      definition: {
        name: 'search_companies',
        title: 'Search companies',
        description:
          'Finds companies of the Moldovan State Register of Legal Units by name, also by former ' +
          'names, by legal status, region, legal form and activity. Give a name or a filter. ' +
          'Get all fields of a company that was found with get_company.',
        inputSchema: toInputSchema('search'),
        outputSchema: toObjectSchema(SCHEMAS.SearchPage),
        annotations: READ_ONLY,
      },
      readArguments(args, { accountId }) {
        const wanted = toSearchRequest(toQuery(args));
        return {
          cost: 1,
          run: async () => (await search(wanted, accountId)).body.toString(),
        };
      },
    },
  ];
}

/** The call that a message asks for; null for another message, and for a tool that is not there. */
export function readToolCall(
  message: unknown,
  tools: readonly CompanyTool[],
  caller: Caller,
): ToolCall | null {
  const { method, params } = toArguments(message);
  if (method !== 'tools/call') return null;
  const { name, arguments: args } = toArguments(params);
  const tool = tools.find(({ definition }) => definition.name === name);
  if (tool === undefined) return null;
  const { cost, run } = readOrRefuse(() => tool.readArguments(toArguments(args), caller));
  return { cost, answer: () => toToolResult(run, caller) };
}

/** Refused arguments count as one request, and their answer is the refusal. */
function readOrRefuse(read: () => ReadCall): ReadCall {
  try {
    return read();
  } catch (error) {
    if (error instanceof RefusedRequest) return { cost: 1, run: () => Promise.reject(error) };
    throw error;
  }
}

/** Errors are texts of the result, so that the model can correct its arguments, or retry. */
async function toToolResult(run: ReadCall['run'], caller: Caller): Promise<CallToolResult> {
  try {
    const text = await run();
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
  } catch (error) {
    const { message } = toErrorAnswer(error, caller);
    return { content: [{ type: 'text', text: message }], isError: true };
  }
}

function toArguments(value: unknown): Arguments {
  return typeof value === 'object' ? { ...value } : {};
}

function toResult({ body, delistedSince = null }: JsonAnswer): object {
  return { ...JSON.parse(body.toString()), removed_since: delistedSince };
}

function readIdno(args: Arguments): string {
  const { idno: given, ...others } = withoutNulls(args);
  if (Object.keys(others).length > 0) throw refuse('Give idno and nothing else.');
  const idno = toIdnoText(given);
  if (typeof idno !== 'string') throw refuse('Give idno as a text.');
  if (!isIdnoForm(idno)) throw new RefusedRequest(ERROR_ANSWERS.invalid_idno);
  return idno;
}

function readIdnos(args: Arguments): string[] {
  const given = withoutNulls(args);
  const { idnos } = given;
  const texts = Array.isArray(idnos) ? { idnos: idnos.map(toIdnoText) } : {};
  return toIdnos({ ...given, ...texts }, MAX_IDNOS);
}

/** Models send IDNOs as numbers, too. One of other than 13 digits may have lost zeros, and is refused. */
function toIdnoText(value: unknown): unknown {
  return typeof value === 'number' && isStoredIdno(String(value)) ? String(value) : value;
}

/** The arguments as query parameters, where a number and a boolean are texts. */
function toQuery(args: Arguments): Arguments {
  const given: Record<string, unknown> = withoutNulls(args);
  const { limit = '', total } = given;
  if (typeof total === 'boolean') given['total'] = String(total);
  // An empty text is refused as no number.
  if (typeof limit !== 'string') given['limit'] = typeof limit === 'number' ? String(limit) : '';
  return given;
}

/** Models send null for what they leave out. */
function withoutNulls(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function refuse(message: string): RefusedRequest {
  return new RefusedRequest({ status: 400, error: 'invalid_arguments', message });
}

/** JSON Schema 2020-12 of an object, as tools need it. */
interface ObjectSchema {
  [keyword: string]: unknown;
  type: 'object';
}

const REFERENCE = '#/components/schemas/';

/** The arguments of a tool: the parameters of an operation without its headers. */
function toInputSchema(operation: OperationName): ObjectSchema {
  const asked = findOperation(OPENAPI, operation).parameters.filter(
    (parameter) => parameter.in !== 'header',
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      asked.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: asked.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The schema with those that it refers to as `$defs`, and without `x-` keywords. */
function toObjectSchema(result: object): ObjectSchema {
  const schemas: Readonly<Record<string, object>> = SCHEMAS;
  const definitions: Record<string, object> = {};

  function copy(schema: object | undefined): object {
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (key.startsWith('x-')) return undefined;
      if (key !== '$ref' || typeof value !== 'string') return value;
      const target = value.replace(REFERENCE, '');
      definitions[target] ??= copy(schemas[target]);
      return `#/$defs/${target}`;
    });
    return JSON.parse(text);
  }

  return { ...copy(result), type: 'object', $defs: definitions };
}
