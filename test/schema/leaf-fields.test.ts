import { buildSchema, parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { expandLeaves } from '../../src/schema/leaf-fields.ts';

const SCHEMA = buildSchema(`
  type Query { company(idno: String!): Company }
  type Company { idno: String! name: String status: Status tags: [String!] parts: [Part!]
    history(first: Int): String }
  type Part { name: String share: Float }
  enum Status { active liquidated }
`);

it('are all fields without arguments and without fields of their own', () => {
  const source = 'query A($i: String!) { company(idno: $i) { ...Leaves parts { ...Leaves } } }';
  const expanded = print(expandLeaves(SCHEMA, parse(source)));
  expect(expanded.replace(/\s+/g, ' ')).toBe(
    'query A($i: String!) { company(idno: $i) { idno name status tags parts { name share } } }',
  );
});

it('leave other fields and spreads as they are', () => {
  const source = '{ company(idno: "1") { name ...Others } }';
  expect(print(expandLeaves(SCHEMA, parse(source)))).toBe(print(parse(source)));
});
