import {
  type DefinitionNode,
  type DocumentNode,
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
 * that it returns; then the enums that they use. Throws an Error if the document is not valid for
 * the schema, or uses what is not supported here: fragments, custom scalars, and variables that are
 * not scalars.
 */
export function printOperationTypes(schema: GraphQLSchema, document: DocumentNode): string {
  const [error] = validate(schema, document);
  if (error !== undefined) throw error;
  const operations = document.definitions.map((one) => printOperation(schema, one)).join('');
  const enums = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(operations));
  return [
    '// Written by `npm run schema`; do not edit.\n',
    `export interface Operations {\n${operations}}\n`,
    ...enums.map(printEnum),
  ].join('\n');
}

function printOperation(schema: GraphQLSchema, definition: DefinitionNode): string {
  if (definition.kind !== Kind.OPERATION_DEFINITION) unsupported(definition.kind);
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
