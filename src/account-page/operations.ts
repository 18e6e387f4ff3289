import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import type { KeyRefusalCode, Operations, WebhookOutcome } from './operation-types.ts';

const DOCUMENT = parse(readFileSync(join(import.meta.dirname, 'operations.graphql'), 'utf8'));

/** The account as the page shows it. */
export type Viewer = Awaited<ReturnType<typeof queryViewer>>;

export interface KeyResult {
  /** The text of a new or revealed key, which is in this answer only. */
  text?: string | null;
  refusal: { code: KeyRefusalCode } | null;
}

/** The fields of its forms, empty where a form does not have one. */
export interface WebhookFields {
  url: string;
  /** The secret that the page showed. */
  secretId: string;
}

export const setLimitNotices = compile('SetLimitNotices');
export const endSession = compile('EndSession');
export const endAllSessions = compile('SignOutEverywhere');
const runViewer = compile('Viewer');
const runCreate = compile('CreateKey');

type ChangeKey = (
  context: HolderContext,
  variables: { keyId: string },
) => Promise<{ result: KeyResult | null }>;

/** By the last part of each form's address. The forms name the key that their page showed. */
const KEY_OPERATIONS = {
  // A field of a form is never null: it is empty where there never was a key.
  create: (context, { keyId }) => runCreate(context, { lastKeyId: keyId === '' ? null : keyId }),
  reveal: compile('RevealKey'),
  regenerate: compile('RegenerateKey'),
  revoke: compile('RevokeKey'),
} satisfies Record<string, ChangeKey>;

export type KeyOperation = keyof typeof KEY_OPERATIONS;

export function isKeyOperation(name: string): name is KeyOperation {
  return Object.hasOwn(KEY_OPERATIONS, name);
}

type ChangeWebhook = (
  context: HolderContext,
  fields: WebhookFields,
) => Promise<{ result: WebhookOutcome | null }>;

const runTest = compile('TestWebhook');
const runPause = compile('PauseWebhook');
const runResume = compile('ResumeWebhook');

/** By the last part of each form's address. */
const WEBHOOK_OPERATIONS = {
  set: compile('SetWebhook'),
  rotate: compile('RotateWebhookSecret'),
  test: (context) => runTest(context, {}),
  pause: (context) => runPause(context, {}),
  resume: (context) => runResume(context, {}),
  remove: compile('RemoveWebhook'),
} satisfies Record<string, ChangeWebhook>;

export type WebhookOperation = keyof typeof WEBHOOK_OPERATIONS;

export function isWebhookOperation(name: string): name is WebhookOperation {
  return Object.hasOwn(WEBHOOK_OPERATIONS, name);
}

export async function queryViewer(context: HolderContext) {
  const viewer = present((await runViewer(context, {})).viewer);
  const { usage, failedRequests, watchListSize, sessions, audit } = viewer;
  return {
    ...viewer,
    usage: present(usage),
    failedRequests: present(failedRequests),
    watchListSize: present(watchListSize),
    sessions: present(sessions),
    audit: present(audit),
  };
}

export async function changeKey(
  operation: KeyOperation,
  keyId: string,
  context: HolderContext,
): Promise<KeyResult> {
  const change: ChangeKey = KEY_OPERATIONS[operation];
  return present((await change(context, { keyId })).result);
}

export async function changeWebhook(
  operation: WebhookOperation,
  fields: WebhookFields,
  context: HolderContext,
): Promise<WebhookOutcome> {
  const change: ChangeWebhook = WEBHOOK_OPERATIONS[operation];
  return present((await change(context, fields)).result);
}

/**
 * Compiles an operation of operations.graphql once, at start. Its fields are resolved as over HTTP, so
 * forms follow the same rules; what a resolver throws is thrown.
 */
function compile<Name extends keyof Operations>(name: Name) {
  type Data = Operations[Name]['data'];
  type Variables = Operations[Name]['variables'];
  const compiled = compileQuery<Data, Variables>(accountSchema, DOCUMENT, name);
  if (!('query' in compiled)) throw new Error(`${name}: ${compiled.errors?.join('; ')}`);
  return async (context: HolderContext, variables: Variables): Promise<Data> => {
    const { data, errors = [] } = await compiled.query(undefined, context, variables);
    const [error] = errors;
    if (error !== undefined) throw error.originalError ?? error;
    return present(data);
  };
}

/** Loaded fields are nullable because loading can fail; such a failure was thrown before. */
function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error('an operation of the account page gave no data');
  return value;
}
