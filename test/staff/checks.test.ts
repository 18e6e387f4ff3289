import { expect, it } from 'vitest';
import { openStaff } from '../support/staff.ts';

const TOO_DEEP = `company(idno: "1") ${'{ foundedCompanies '.repeat(21)} { idno } ${'}'.repeat(21)}`;
const TOO_EXPENSIVE = `
  people(name: "a", first: 100) { edges { node { foundedCompanies(first: 100) { idno name } } } }`;
const STATUSES = /; allowed: activa, in_lichidare, insolvabila, lichidata\.$/;
const PLANS = /; allowed: agency, business, free, starter\.$/;

it.each([
  ['a syntax error', '{ companies(', 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', `{ nope ${TOO_DEEP} ${TOO_EXPENSIVE} }`, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a wrong literal',
    `{ companies(first: "x") { edges { cursor } } ${TOO_DEEP} }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a missing variable',
    `query ($first: Int!) { imports(first: $first) { id } ${TOO_DEEP} }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['a limit', `{ ${TOO_DEEP} ${TOO_EXPENSIVE} }`, 'DOCUMENT_LIMIT'],
  ['a page that is too long', '{ imports(first: 101) { id } }', 'FIRST_OUT_OF_RANGE'],
  ['the cost', `{ ${TOO_EXPENSIVE} }`, 'QUERY_TOO_COMPLEX'],
])('by the first check that fails, alone: %s', async (_name, query, code) => {
  const { ask } = await openStaff();
  expect((await ask(query)).codes).toEqual([code]);
});

it.each([
  ['{ companies(filter: {status: nope}) { edges { cursor } } }', STATUSES],
  ['{ companies(filter: {status: "activa"}) { edges { cursor } } }', STATUSES],
  ['{ accounts(filter: {plan: 5}) { edges { cursor } } }', PLANS],
  [
    '{ companies(first: "x") { edges { cursor } } }',
    /non-integer value: "x"; first: .*1 to 100\.$/,
  ],
  ['{ company(idno: "1") { history(first: 1.5) { revision } } }', /1\.5; first: At most 100\.$/],
  ['{ companies(filter: {region: 110}) { edges { cursor } } }', /; region: CUATM code, four/],
  [
    '{ companies(first: 3000000000) { edges { cursor } } }',
    /32-bit .* 3000000000; first: .*1 to 100\.$/,
  ],
])('names the allowed values for a wrong literal: %s', async (query, words) => {
  const { ask } = await openStaff();
  const { codes, messages } = await ask(query);
  expect([codes, messages]).toEqual([
    ['GRAPHQL_VALIDATION_FAILED'],
    [expect.stringMatching(words)],
  ]);
});

it.each([
  ['CompanyStatus', 'companies(filter: {status: $value})', 'nope', STATUSES],
  ['Plan', 'accounts(filter: {plan: $value})', 5, PLANS],
  ['Int!', 'companies(first: $value)', 'x', /non-integer value: "x"; first: .*1 to 100\.$/],
  ['Int!', 'companies(first: $value)', 3_000_000_000, /32-bit .* 3000000000; first: .*1 to 100\.$/],
])('says the same of a variable: %s in %s', async (type, field, value, words) => {
  const { ask } = await openStaff();
  const query = `query ($value: ${type}) { ${field} { edges { cursor } } }`;
  const { codes, messages } = await ask(query, { value });
  expect([codes, messages]).toEqual([
    ['GRAPHQL_VALIDATION_FAILED'],
    [expect.stringMatching(words)],
  ]);
});
