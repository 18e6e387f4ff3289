import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

const SPREAD = 'Leaves';

/**
 * Replaces each `...Leaves` with all fields of its type that have neither arguments nor fields of
 * their own, so that a page asks for a new field of a company without a change of its query.
 */
export function expandLeaves(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet(node) {
        const leaves = listLeaves(types.getParentType());
        const selections = node.selections.flatMap((one) => (isSpread(one) ? leaves : [one]));
        return { ...node, selections };
      },
    }),
  );
}

function isSpread(selection: SelectionNode): boolean {
  return selection.kind === Kind.FRAGMENT_SPREAD && selection.name.value === SPREAD;
}

function listLeaves(type: GraphQLOutputType | null | undefined): FieldNode[] {
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => field.args.length === 0 && isLeafType(getNamedType(field.type)))
    .map(({ name }) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }));
}
