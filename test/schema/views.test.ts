import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../scripts/schema/views.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';

const FOLDER = join(import.meta.dirname, '../../schema');
/** What can be asked for at the top of each view. */
const ROOTS = {
  internal: ['query'],
  account: ['query', 'mutation'],
  staff: ['query', 'mutation'],
};
const SCHEMAS = { internal: internalSchema, account: accountSchema, staff: staffSchema };

/** Types, fields, arguments and values that nothing is said of. */
function findUndescribed(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.flatMap((type) => {
    const parts: { at: string; description: string | null | undefined }[] = [
      { at: type.name, description: type.description },
    ];
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues())
        parts.push({ at: `${type.name}.${name}`, description });
    }
    if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const at = `${type.name}.${field.name}`;
        parts.push({ at, description: field.description });
        if (!('args' in field)) continue;
        for (const { name, description } of field.args)
          parts.push({ at: `${at}(${name})`, description });
      }
    }
    return parts.filter(({ description }) => !description).map(({ at }) => at);
  });
}

describe.each(['internal', 'account', 'staff'] as const)('the view %s', (name) => {
  it('is as printed: npm run schema prints it anew', () => {
    expect(VIEWS[name]).toBe(readFileSync(join(FOLDER, `${name}.graphql`), 'utf8'));
  });

  it('has the roots that it means to have, and no other', () => {
    const roots = Object.values(OperationTypeNode).filter(
      (operation) => SCHEMAS[name].getRootType(operation) !== undefined,
    );
    expect(roots).toEqual(ROOTS[name]);
  });

  it('describes every type, field, argument and value', () => {
    expect(findUndescribed(SCHEMAS[name])).toEqual([]);
  });
});

it('shows companies to the API and to staff, and to no account', () => {
  expect(internalSchema.getType('Company')).toBeDefined();
  expect(staffSchema.getType('Company')).toBeDefined();
  expect(VIEWS.account).not.toMatch(/company/i);
});

it('shows the text of a key to its holder alone', () => {
  expect(VIEWS.account).toContain('text: String');
  expect(staffSchema.getType('Key')).not.toHaveProperty('text');
  expect(VIEWS.staff).not.toMatch(/^ {2}text: /m);
});
