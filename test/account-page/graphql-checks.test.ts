import type { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/page.ts';

async function openAsked() {
  const page = await openPage();
  const cookie = await page.enter();
  return {
    page,
    ask: (query: string, variables = {}) => page.askAccount(cookie, query, variables),
  };
}

describe('an operation that is wrong is refused with a code', () => {
  it.each([
    ['its syntax', '{', 'GRAPHQL_PARSE_FAILED'],
    ['its type', 'subscription { plan }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a literal',
      'mutation { revokeApiKey(keyId: {}) { refusal { code } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['its length', `{ viewer { ${'email '.repeat(1_000)} } }`, 'DOCUMENT_LIMIT'],
    ['its lines', `{ viewer {${'\n'.repeat(1_000)}email } }`, 'DOCUMENT_LIMIT'],
  ])('%s', async (_name, query, code) => {
    const { ask } = await openAsked();
    const { status, errors } = await ask(query);
    expect(status).toBe(200);
    expect(errors.map((error: GraphQLError) => error.extensions['code'])).toEqual([code]);
  });

  it('with its first errors only, as each of them takes time', async () => {
    const { ask } = await openAsked();
    const { errors } = await ask(`{ ${Array.from({ length: 900 }, (_, i) => `a${i}`).join(' ')} }`);
    expect(errors).toHaveLength(11);
    expect(errors.at(-1).message).toContain('Too many validation errors');
  });

  it('its variables, and the same operation is carried out with the right ones', async () => {
    const { page, ask } = await openAsked();
    const query = 'mutation ($id: ID!) { revokeApiKey(keyId: $id) { refusal { code } } }';
    for (const id of [{}, null]) {
      const { errors } = await ask(query, { id });
      expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
    const { data } = await ask(query, { id: (await page.account()).lastKeyId });
    expect(data.revokeApiKey).toEqual({ refusal: null });
    expect((await ask(query, {})).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});
