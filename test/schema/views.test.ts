import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { GENERATED_FILES, VIEWS } from '../../scripts/schema/generated-files.ts';
import { printOperationTypes } from '../../scripts/schema/operation-types.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The operations of each view. */
const ROOT_TYPES = {
  internal: ['query'],
  account: ['query', 'mutation'],
  staff: ['query', 'mutation'],
};
const SCHEMAS = { internal: internalSchema, account: accountSchema, staff: staffSchema };

/** Types, fields, arguments and values without a description. */
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

it.each(Object.keys(GENERATED_FILES))('%s is current: npm run schema writes it', (path) => {
  expect(GENERATED_FILES[path]).toBe(readFileSync(join(ROOT, path), 'utf8'));
});

describe.each(['internal', 'account', 'staff'] as const)('the view %s', (name) => {
  it('has the intended root types and no other', () => {
    const roots = Object.values(OperationTypeNode).filter(
      (operation) => SCHEMAS[name].getRootType(operation) !== undefined,
    );
    expect(roots).toEqual(ROOT_TYPES[name]);
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
  const fields = (staffSchema.getType('Key') as GraphQLObjectType).getFields();
  expect(Object.keys(fields)).toContain('start');
  expect(Object.keys(fields)).not.toContain('text');
});

describe('the types of operations', () => {
  const print = (source: string) => printOperationTypes(accountSchema, parse(source));

  it('follow the schema, with aliases, lists, enums and null', () => {
    const source = `
      query Me { me: viewer { plan tier usage { ok } } }
      mutation Revoke($id: ID!) { revokeApiKey(keyId: $id) { refusal { code } } }`;
    const printed = print(source).replace(/\s+/g, ' ');
    expect(printed).toContain(
      'Me: { variables: Record<string, never>; data: { me: { plan: Plan; ' +
        'tier: Tier | null; usage: Array<{ ok: number; }> | null; } | null; }; };',
    );
    expect(printed).toContain(
      'Revoke: { variables: { id: string }; ' +
        'data: { revokeApiKey: { refusal: { code: KeyRefusalCode; } | null; } | null; }; };',
    );
    expect(printed).toContain("export type KeyRefusalCode = | 'ALREADY_REVEALED' | 'CONFLICT'");
  });

  it('of a fragment are printed once', () => {
    const source = `
      mutation A { a: pauseWebhook { ...Now } b: resumeWebhook { ...Now } }
      fragment Now on WebhookResult { skipsChanges refusal { code } }`;
    const printed = print(source).replace(/\s+/g, ' ');
    expect(printed).toContain('data: { a: Now | null; b: Now | null; };');
    expect(printed).toContain(
      'export interface Now { skipsChanges: boolean; ' +
        'refusal: { code: WebhookRefusalCode; } | null; }',
    );
    expect(printed).toContain('export type WebhookRefusalCode =');
  });

  it.each([
    ['a field that the schema does not have', 'query A { viewer { nope } }', /Cannot query field/],
    ['an inline fragment', 'query A { viewer { ... { plan } } }', /InlineFragment/],
    [
      'a field beside a fragment',
      'query A { viewer { plan ...F } } fragment F on Viewer { tier }',
      /FragmentSpread/,
    ],
    ['an operation without a name', '{ viewer { plan } }', /without a name/],
  ])('are not printed for %s', (_name, source, message) => {
    expect(() => print(source)).toThrow(message);
  });
});
