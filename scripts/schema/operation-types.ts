import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type TypeNode,
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
 * that it answers with. Throws an Error if the document does not fit the schema, or uses what these
 * operations do without: fragments, custom scalars, and variables that are not scalars.
 */
export function printOperationTypes(schema: GraphQLSchema, document: DocumentNode): string {
  const [error] = validate(schema, document);
  if (error !== undefined) throw error;
  const operations = document.definitions.map((one) => printOperation(schema, one));
  const enums = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.startsWith('__'));
  return [
    '// Written by `npm run schema`; do not edit.\n',
    `export interface Operations {\n${operations.join('')}}\n`,
    ...enums.map(printEnum),
  ].join('\n');
}

function printOperation(schema: GraphQLSchema, definition: DefinitionNode): string {
  if (definition.kind !== Kind.OPERATION_DEFINITION) throw unsupported(definition.kind);
  const { name, operation, variableDefinitions = [], selectionSet } = definition;
  const root = schema.getRootType(operation);
  if (name === undefined || !root) throw unsupported('an operation without a name');
  const variables = variableDefinitions.map(
    ({ variable, type }) => `${variable.name.value}${printVariableType(type)}`,
  );
  const variablesType =
    variables.length === 0 ? 'Record<string, never>' : `{ ${variables.join('; ')} }`;
  return (
    `  ${name.value}: {\n    variables: ${variablesType};\n` +
    `    data: ${printSelections(root, selectionSet, '    ')};\n  };\n`
  );
}

function printVariableType(type: TypeNode): string {
  if (type.kind === Kind.LIST_TYPE) throw unsupported('a list as a variable');
  if (type.kind === Kind.NAMED_TYPE) return `?: ${printScalar(type.name.value)} | null`;
  return printVariableType(type.type).replace(/^\?(.*) \| null$/, '$1');
}

function printSelections(
  parent: GraphQLObjectType,
  { selections }: SelectionSetNode,
  indent: string,
): string {
  const fields = selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) throw unsupported(selection.kind);
    const { name, alias, selectionSet } = selection;
    const field = parent.getFields()[name.value];
    if (field === undefined) throw unsupported(name.value);
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
  if (!isNonNullType(type)) return `${printPresent(type, selections, indent)} | null`;
  return printPresent(type.ofType, selections, indent);
}

function printPresent(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  indent: string,
): string {
  if (isListType(type)) return `Array<${printOutput(type.ofType, selections, indent)}>`;
  if (isObjectType(type) && selections !== undefined) {
    return printSelections(type, selections, indent);
  }
  return isEnumType(type) ? type.name : printScalar(String(type));
}

function printScalar(name: string): string {
  return SCALARS[name] ?? raise(unsupported(name));
}

/** On one line where it fits, as the formatter would write it. */
function printEnum(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name }) => `'${name}'`);
  const line = `export type ${type.name} = ${values.join(' | ')};`;
  if (line.length <= MAX_LINE_LENGTH) return `${line}\n`;
  return `export type ${type.name} =${values.map((value) => `\n  | ${value}`).join('')};\n`;
}

function unsupported(what: string): Error {
  return new Error(`the types of operations cannot be printed for: ${what}`);
}

function raise(error: Error): never {
  throw error;
}
