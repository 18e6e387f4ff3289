import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { nameAllowedValues } from './allowed-values.ts';

const MAX_TOKENS = 1_000;
/** For each error the library counts the lines before it. */
const MAX_LINES = 1_000;
const MAX_ERRORS = 10;
/** The standard introspection query is 15 deep with its fragments. */
const MAX_DEPTH = 20;

/** A document as it was sent, with the variables and the name of the operation to run. */
export interface SentOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName: string | null;
}

/** An empty list accepts the operation. */
export type OperationCheck = (operation: SentOperation) => readonly GraphQLError[];

/**
 * Refuses operations, before they run, that are longer or deeper or repeat more than people write.
 * Checks run in one order, and the first that fails reports its errors: syntax and length,
 * validation, variables, depth and aliases, then `lastCheck`. Their result must not be cached by
 * document, because it depends on the variables too.
 */
export function limitDocuments(maxAliases: number, lastCheck: OperationCheck): Plugin {
  const limitDocument = (context: ValidationContext) => createLimits(context, maxAliases);
  return {
    onParse({ setParseFn }) {
      setParseFn(parseLimited);
    },
    onValidate(hook) {
      hook.addValidationRule(knownOperations);
      const params = toParams(hook.context);
      hook.setValidationFn((schema, document, rules) => {
        const operation = { schema, document, ...params };
        const errors = validate(schema, document, rules, { maxErrors: MAX_ERRORS });
        const faults = errors.length > 0 ? errors : checkVariables(operation);
        if (faults.length > 0) {
          return faults.map((error) => nameAllowedValues(schema, document, error));
        }
        const limited = validate(schema, document, [limitDocument]);
        return limited.length > 0 ? limited : lastCheck(operation);
      });
    },
  };
}

function toParams({ params }: { params?: unknown }) {
  const { variables, operationName }: Partial<SentOperation> = Object(params);
  return { variables: variables ?? {}, operationName: operationName ?? null };
}

/** The GraphQL library checks this only during execution, and its error has no code. */
const knownOperations: ValidationRule = (context) => ({
  OperationDefinition({ operation }) {
    if (context.getSchema().getRootType(operation) !== undefined) return;
    context.reportError(new GraphQLError(`There is no ${operation} here.`));
  },
});

/** A wrong value is refused in the same way in a variable as in the document. */
function checkVariables({ schema, document, variables, operationName }: SentOperation) {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  return getVariableValues(schema, definitions, variables).errors ?? [];
}

const LINE_END = /\r\n|[\r\n]/;

function parseLimited(source: string): DocumentNode {
  if (source.split(LINE_END, MAX_LINES + 1).length > MAX_LINES) {
    throw limited(`Use at most ${MAX_LINES} lines.`);
  }
  try {
    return parse(source, { maxTokens: MAX_TOKENS });
  } catch (error) {
    // The parser marks this error only in its message.
    if (!(error instanceof GraphQLError) || !error.message.includes('Parsing aborted')) throw error;
    throw limited(`Use at most ${MAX_TOKENS} names, values and signs.`);
  }
}

function limited(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'DOCUMENT_LIMIT' } });
}

/** The fields of introspection, which no cost of lists limits. */
const SCHEMA_FIELDS: readonly string[] = ['__schema', '__type'];

/** One mutation per operation, and limits on depth and aliases. */
function createLimits(context: ValidationContext, maxAliases: number): ASTVisitor {
  let aliases = 0;
  let asksForSchema = false;
  const depths = new Map<string, number>();
  const refuse = (message: string) => context.reportError(limited(message));

  function toDepth({ selections }: SelectionSetNode): number {
    return Math.max(
      ...selections.map((one) => {
        if (one.kind === Kind.FRAGMENT_SPREAD) return toFragmentDepth(one.name.value);
        const below = one.selectionSet === undefined ? 0 : toDepth(one.selectionSet);
        return one.kind === Kind.FIELD ? below + 1 : below;
      }),
    );
  }

  function toFragmentDepth(name: string): number {
    const known = depths.get(name);
    if (known !== undefined) return known;
    // Another rule refuses a fragment within itself.
    depths.set(name, 0);
    const fragment = context.getFragment(name);
    const depth = fragment == null ? 0 : toDepth(fragment.selectionSet);
    depths.set(name, depth);
    return depth;
  }

  return {
    Field({ alias, name }) {
      asksForSchema ||= SCHEMA_FIELDS.includes(name.value);
      if (alias === undefined) return;
      aliases++;
      if (aliases === maxAliases + 1) refuse(`Use at most ${maxAliases} aliases.`);
    },
    OperationDefinition({ operation, selectionSet }) {
      const { selections } = selectionSet;
      if (operation === 'mutation' && (selections.length > 1 || selections[0]?.kind !== Kind.FIELD))
        refuse('Ask for one mutation a request, without a fragment around it.');
      if (toDepth(selectionSet) > MAX_DEPTH) refuse(`Nest fields at most ${MAX_DEPTH} deep.`);
    },
    Document: {
      leave() {
        // Without aliases no part of it can be selected twice.
        if (asksForSchema && aliases > 0) refuse('Use no aliases where you ask for the schema.');
      },
    },
  };
}
