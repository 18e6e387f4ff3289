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

interface KeyResult {
  /** The text of a new or revealed key, which is in this answer only. */
  text?: string | null;
  refusal: { code: KeyRefusalCode } | null;
}

/** The fields of its forms, empty where a form does not have one. */
interface WebhookFields {
  url: string;
  /** The secret that the page showed. */
  secretId: string;
}

export const setLimitNotices = compile('SetLimitNotices');
export const endSession = compile('EndSession');
export const endAllSessions = compile('SignOutEverywhere');
const runViewer = compile('Viewer');
const runCreate = compile('CreateKey');
const runTest = compile('TestWebhook');
const runPause = compile('PauseWebhook');
const runResume = compile('ResumeWebhook');

type ChangeKey = (context: HolderContext, fields: { keyId: string }) => Promise<KeyResult>;
type ChangeWebhook = (context: HolderContext, fields: WebhookFields) => Promise<WebhookOutcome>;

/** By the last part of each form's address. The forms name the key that their page showed. */
export const KEY_OPERATIONS: ReadonlyMap<string, ChangeKey> = new Map(
  Object.entries({
    // A field of a form is never null: it is empty where there never was a key.
    create: (context, { keyId }) => runCreate(context, { lastKeyId: keyId === '' ? null : keyId }),
    reveal: compile('RevealKey'),
    regenerate: compile('RegenerateKey'),
    revoke: compile('RevokeKey'),
  }),
);

/** By the last part of each form's address. */
export const WEBHOOK_OPERATIONS: ReadonlyMap<string, ChangeWebhook> = new Map(
  Object.entries({
    set: compile('SetWebhook'),
    rotate: compile('RotateWebhookSecret'),
    test: (context) => runTest(context, {}),
    pause: (context) => runPause(context, {}),
    resume: (context) => runResume(context, {}),
    remove: compile('RemoveWebhook'),
  }),
);

export async function queryViewer(context: HolderContext) {
  const viewer = await runViewer(context, {});
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

/**
 * Compiles an operation of operations.graphql once, at start, to a function that returns its one
 * field. Its fields are resolved as over HTTP, so forms follow the same rules; what a resolver
 * throws is thrown.
 */
function compile<Name extends keyof Operations>(name: Name) {
  type Data = Operations[Name]['data'];
  type Variables = Operations[Name]['variables'];
  const compiled = compileQuery<Data, Variables>(accountSchema, DOCUMENT, name);
  if (!('query' in compiled)) throw new Error(`${name}: ${compiled.errors?.join('; ')}`);
  return async (
    context: HolderContext,
    variables: Variables,
  ): Promise<NonNullable<Data[keyof Data]>> => {
    const { data, errors = [] } = await compiled.query(undefined, context, variables);
    const [error] = errors;
    if (error !== undefined) throw error.originalError ?? error;
    const [field]: Data[keyof Data][] = Object.values(present(data));
    return present(field);
  };
}

/** Loaded fields are nullable because loading can fail; such a failure was thrown before. */
function present<Value>(value: Value | null | undefined): NonNullable<Value> {
  if (value == null) throw new Error('an operation of the account page gave no data');
  return value;
}
