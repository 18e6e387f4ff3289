import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Adds the allowed values to the error for a wrong one, in the document or in a variable: those of
 * an enum, or the description of the argument. The library only names the wrong value.
 */
export function nameAllowedValues(
  schema: GraphQLSchema,
  document: DocumentNode,
  error: GraphQLError,
): GraphQLError {
  const { message, nodes, path, extensions } = error;
  const allowed = toEnumValues(schema, message) ?? toDescription(schema, document, error);
  if (allowed === null) return error;
  return new GraphQLError(`${message.replace(/\.$/, '')}; ${allowed}`, {
    nodes: nodes ?? null,
    path: path ?? null,
    extensions,
  });
}

const ENUM_NAME = /\bin "(\w+)" enum|\bEnum "(\w+)" cannot/;

function toEnumValues(schema: GraphQLSchema, message: string): string | null {
  const [, inEnum, ofEnum] = ENUM_NAME.exec(message) ?? [];
  const type = schema.getType(inEnum ?? ofEnum ?? '');
  if (!isEnumType(type)) return null;
  const values = type.getValues().map(({ name }) => name);
  return `allowed: ${values.join(', ')}.`;
}

interface Described {
  name: string;
  description?: string | null | undefined;
}

/** The description of the argument or input field that has the wrong value. */
function toDescription(
  schema: GraphQLSchema,
  document: DocumentNode,
  { nodes, message }: GraphQLError,
): string | null {
  const [target] = nodes ?? [];
  // Errors about a variable name its definition; only a wrong value of it is about its use.
  const variable = target?.kind === Kind.VARIABLE_DEFINITION ? target.variable.name.value : null;
  if (target === undefined || !VALUE_ERROR.test(message)) return null;
  const isTarget = (node: ASTNode) =>
    node === target || (node.kind === Kind.VARIABLE && node.name.value === variable);
  const { name, description } = findDescribed(schema, document, isTarget) ?? {};
  return description ? `${name}: ${description}` : null;
}

const VALUE_ERROR = /\bcannot represent\b/;

function findDescribed(
  schema: GraphQLSchema,
  document: DocumentNode,
  isTarget: (node: ASTNode) => boolean,
): Described | null {
  const types = new TypeInfo(schema);
  let found: Described | null = null;
  const check = (value: ASTNode, described: Described | null | undefined) => {
    if (!isTarget(value)) return undefined;
    found = described ?? null;
    return BREAK;
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: ({ value }) => check(value, types.getArgument()),
      ObjectField({ name, value }) {
        const type = types.getParentInputType();
        return check(value, isInputObjectType(type) ? type.getFields()[name.value] : null);
      },
    }),
  );
  return found;
}
