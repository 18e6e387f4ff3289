import { GraphQLError, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plan, Tier } from '../domain/account/plan.ts';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import type { AuditAction } from '../store/port/audit.ts';
import type { DayUsage } from '../store/port/usage.ts';
import type { PageRefusal } from './locales/texts.ts';

export interface Viewer {
  email: string;
  plan: Plan;
  tier: Tier | null;
  subscription: { plan: Plan; endsAt: string | null } | null;
  key: ViewerKey | null;
  lastKeyId: string | null;
  usage: DayUsage[];
  audit: ViewerAuditEvent[];
}

export interface ViewerKey {
  id: string;
  start: string;
  createdAt: string;
  lastUsedAt: string | null;
  revealable: boolean;
}

export interface ViewerAuditEvent {
  at: string;
  action: AuditAction;
  actor: string;
  keyStart: string | null;
  address: string | null;
}

export interface KeyResult {
  /** Of a key that is shown now, and never again. */
  text?: string | null;
  refusal: { code: PageRefusal } | null;
}

const VIEWER = compile(`{
  viewer {
    email plan tier
    subscription { plan endsAt }
    key { id start createdAt lastUsedAt revealable }
    lastKeyId
    usage { day ok clientErrors limited }
    audit { at action actor keyStart address }
  }
}`);

const KEY_OPERATIONS = {
  create: compile(
    'mutation ($keyId: ID) { result: createApiKey(lastKeyId: $keyId) { text refusal { code } } }',
  ),
  reveal: compile(
    'mutation ($keyId: ID!) { result: revealApiKey(keyId: $keyId) { text refusal { code } } }',
  ),
  regenerate: compile(
    'mutation ($keyId: ID!) { result: regenerateApiKey(keyId: $keyId) { text refusal { code } } }',
  ),
  revoke: compile(
    'mutation ($keyId: ID!) { result: revokeApiKey(keyId: $keyId) { refusal { code } } }',
  ),
};
const SIGN_OUT_EVERYWHERE = compile('mutation { result: signOutEverywhere { done } }');

export type KeyOperation = keyof typeof KEY_OPERATIONS;

export function isKeyOperation(name: string): name is KeyOperation {
  return Object.hasOwn(KEY_OPERATIONS, name);
}

export async function queryViewer(context: HolderContext): Promise<Viewer> {
  return ((await VIEWER(context)) as { viewer: Viewer }).viewer;
}

export async function changeKey(
  operation: KeyOperation,
  keyId: string,
  context: HolderContext,
): Promise<KeyResult> {
  // No field of a form is null: it is empty where there never was a key.
  const seen = operation === 'create' && keyId === '' ? null : keyId;
  const data = await KEY_OPERATIONS[operation](context, { keyId: seen });
  return (data as { result: KeyResult }).result;
}

export async function endAllSessions(context: HolderContext): Promise<void> {
  await SIGN_OUT_EVERYWHERE(context);
}

type Operation = (
  context: HolderContext,
  variables?: Record<string, string | null>,
) => Promise<unknown>;

/** Once at start. The operations are the same as over HTTP, so the rules are the same too. */
function compile(source: string): Operation {
  const compiled = compileQuery(accountSchema, parse(source));
  if (!isCompiledQuery(compiled)) throw toError(compiled.errors);
  return async (context, variables = {}) => {
    const { data, errors } = await compiled.query(undefined, context, variables);
    if (errors !== undefined && errors.length > 0) throw toError(errors);
    return data;
  };
}

function toError(errors: readonly GraphQLError[] | undefined): Error {
  const error = errors?.[0];
  return error?.originalError ?? error ?? new GraphQLError('an account operation failed');
}
