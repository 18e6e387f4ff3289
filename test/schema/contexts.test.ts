import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { expect, it, onTestFinished } from 'vitest';
import { accountSchema, staffSchema } from '../../src/schema/index.ts';
import { openPage } from '../support/page.ts';
import { openStaff } from '../support/staff.ts';

type Context = Record<string, unknown>;

/** What the endpoint and the GraphQL library add: the request without its cookies, and its id. */
const OF_THE_REQUEST = ['logFault', 'params', 'request', 'requestId', 'waitUntil'];

/** The contexts that the view's operations are carried out with. */
function watchContexts(schema: GraphQLSchema, fieldName: string): Context[] {
  const field = schema.getQueryType()?.getFields()[fieldName];
  if (field === undefined) throw new Error(`there is no field ${fieldName}`);
  const { resolve = defaultFieldResolver } = field;
  const contexts: Context[] = [];
  field.resolve = (root, args, context, info) => {
    contexts.push(context);
    return resolve(root, args, context, info);
  };
  onTestFinished(() => {
    field.resolve = resolve;
  });
  return contexts;
}

function toNames(context: Context | undefined, name: string): string[] {
  return Object.keys(Object(context?.[name])).sort();
}

it('gives the account view what its resolvers may use, by name', async () => {
  const page = await openPage();
  const cookie = await page.enter();
  const contexts = watchContexts(accountSchema, 'viewer');
  expect((await page.askAccount(cookie, '{ viewer { email } }')).status).toBe(200);
  const [context] = contexts;
  const own = [
    'actor',
    'confirmations',
    'countRecent',
    'findWatchListSize',
    'holder',
    'keys',
    'listAudit',
    'listFailedRequests',
    'nowMs',
    'readUsage',
  ];
  const more = ['role', 'sessionIdHash', 'sessions', 'setPreferences', 'webhooks'];
  expect(Object.keys(context ?? {}).sort()).toEqual([...own, ...more, ...OF_THE_REQUEST].sort());
  expect(toNames(context, 'keys')).toEqual(['create', 'regenerate', 'reveal', 'revoke']);
  expect(toNames(context, 'sessions')).toEqual(['end', 'list', 'signOutEverywhere']);
  const changes = ['pause', 'remove', 'resend', 'resume', 'rotate', 'set', 'test'];
  expect(toNames(context, 'webhooks')).toEqual(['allowsLocal', 'find', 'isOn', ...changes].sort());
});

it('gives the staff view what its resolvers may use, by name', async () => {
  const { ask } = await openStaff();
  const contexts = watchContexts(staffSchema, 'account');
  expect((await ask('{ account(email: "a@b.md") { id } }')).codes).toEqual([]);
  const [context] = contexts;
  const own = ['accounts', 'actor', 'audit', 'keys', 'loaders', 'nowMs', 'reads'];
  const lists = ['findCompaniesByName', 'listCompanies'];
  const more = [...lists, 'sessions', 'staff', 'staffLoaders', 'toCompanyUrl'];
  expect(Object.keys(context ?? {}).sort()).toEqual([...own, ...more, ...OF_THE_REQUEST].sort());
  expect(toNames(context, 'accounts')).toEqual(['find', 'setPlan']);
  expect(toNames(context, 'audit')).toEqual(['append']);
  expect(toNames(context, 'keys')).toEqual(['revoke']);
  expect(toNames(context, 'loaders')).toEqual(['companyByIdno']);
  expect(toNames(context, 'sessions')).toEqual(['signOutEverywhere']);
});
