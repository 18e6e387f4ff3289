import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
  validate,
} from 'graphql';

const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Float: 'number',
  ID: 'string',
  Int: 'number',
  String: 'string',
};

const MAX_LINE_LENGTH = 100;

/**
 * TypeScript for the operations of a document: by name, the variables that each takes and the data
 * that it returns; then its fragments, and the enums that they use. Throws an Error if the document
 * is not valid for the schema, or uses what is not supported here: inline fragments, other fields
 * beside a fragment, custom scalars, and variables that are not scalars.
 */
export function printOperationTypes(schema: GraphQLSchema, document: DocumentNode): string {
  const [error] = validate(schema, document);
  if (error !== undefined) throw error;
  const operations = document.definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .map((one) => printOperation(schema, one));
  const fragments = document.definitions
    .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    .map((one) => printFragment(schema, one));
  const types = [`export interface Operations {\n${operations.join('')}}\n`, ...fragments];
  const enums = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(types.join('')));
  const head = '// Written by `npm run schema`; do not edit.\n';
  return [head, ...types, ...enums.map(printEnum)].join('\n');
}

function printFragment(
  schema: GraphQLSchema,
  { name, typeCondition, selectionSet }: FragmentDefinitionNode,
): string {
  const type = schema.getType(typeCondition.name.value);
  if (!isObjectType(type)) unsupported(`a fragment on ${typeCondition.name.value}`);
  return `export interface ${name.value} ${printSelections(type, selectionSet, '')}\n`;
}

function printOperation(schema: GraphQLSchema, definition: OperationDefinitionNode): string {
  const { name, operation, variableDefinitions = [], selectionSet } = definition;
  const root = schema.getRootType(operation);
  if (name === undefined || !root) unsupported('an operation without a name');
  const variables = variableDefinitions.map(printVariable);
  const variablesType =
    variables.length === 0 ? 'Record<string, never>' : `{ ${variables.join('; ')} }`;
  return (
    `  ${name.value}: {\n    variables: ${variablesType};\n` +
    `    data: ${printSelections(root, selectionSet, '    ')};\n  };\n`
  );
}

function printVariable({ variable, type }: VariableDefinitionNode): string {
  const isRequired = type.kind === Kind.NON_NULL_TYPE;
  const named = isRequired ? type.type : type;
  if (named.kind !== Kind.NAMED_TYPE) unsupported('a list as a variable');
  const scalar = printScalar(named.name.value);
  return `${variable.name.value}${isRequired ? `: ${scalar}` : `?: ${scalar} | null`}`;
}

function printSelections(
  parent: GraphQLObjectType,
  { selections }: SelectionSetNode,
  indent: string,
): string {
  const [first, ...others] = selections;
  if (first?.kind === Kind.FRAGMENT_SPREAD && others.length === 0) return first.name.value;
  const fields = selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) unsupported(selection.kind);
    const { name, alias, selectionSet } = selection;
    const field = parent.getFields()[name.value];
    if (field === undefined) unsupported(name.value);
    const type = printOutput(field.type, selectionSet, `${indent}  `);
    return `${indent}  ${(alias ?? name).value}: ${type};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function printOutput(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  indent: string,
): string {
  const present = getNullableType(type);
  const print = () => {
    if (isListType(present)) return `Array<${printOutput(present.ofType, selections, indent)}>`;
    if (isEnumType(present)) return present.name;
    return isObjectType(present) && selections !== undefined
      ? printSelections(present, selections, indent)
      : printScalar(String(present));
  };
  return isNonNullType(type) ? print() : `${print()} | null`;
}

function printScalar(name: string): string {
  return SCALARS[name] ?? unsupported(name);
}

/** On one line where it fits, as the formatter would write it. */
function printEnum(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name }) => `'${name}'`);
  const line = `export type ${type.name} = ${values.join(' | ')};`;
  if (line.length <= MAX_LINE_LENGTH) return `${line}\n`;
  return `export type ${type.name} =${values.map((value) => `\n  | ${value}`).join('')};\n`;
}

function unsupported(what: string): never {
  throw new Error(`the types of operations cannot be printed for: ${what}`);
}
