import { isObjectType, parse } from 'graphql';
import { compileQuery } from 'graphql-jit';
import type { ConfirmationStep } from '../domain/account/confirmation.ts';
import type { ConfirmationRefusalCode } from '../schema/confirmation.ts';
import { accountSchema } from '../schema/index.ts';
import type { KeyRefusalCode } from '../schema/key.ts';
import { expandLeaves } from '../schema/leaf-fields.ts';
import type { HolderContext } from '../schema/types.ts';
import type { WebhookRefusalCode } from '../schema/webhook.ts';

/** What a mutation led to: of these fields, those that its result has. */
export interface MutationResult {
  /** The text of a new or revealed key, which is in this answer only. */
  text?: string | null;
  /** The text of a webhook's new secret, in this answer only. */
  secret?: string | null;
  skipsChanges?: boolean;
  /** What a mailed link confirmed. */
  step?: ConfirmationStep | null;
  refusal?: { code: RefusalCode } | null;
}

export type RefusalCode = KeyRefusalCode | WebhookRefusalCode | ConfirmationRefusalCode;

/** `value`: of the mutation's argument, if it has one. */
export type RunMutation = (
  context: HolderContext,
  value?: string | boolean | null,
) => Promise<MutationResult>;

/**
 * Compiles a mutation of the account view, which has one argument at most. It is resolved as over
 * HTTP, so that forms follow the same rules; what a resolver throws is thrown.
 */
export function compileMutation(name: string): RunMutation {
  const field = accountSchema.getMutationType()?.getFields()[name];
  if (field === undefined || !isObjectType(field.type)) {
    throw new Error(`the account view has no mutation ${name} with a result`);
  }
  const [argument] = field.args;
  const declared = argument ? `($value: ${argument.type})` : '';
  const passed = argument ? `(${argument.name}: $value)` : '';
  const refusal = 'refusal' in field.type.getFields() ? 'refusal { code }' : '';
  const text = `mutation ${declared} { result: ${name}${passed} { ...Leaves ${refusal} } }`;
  const compiled = compileQuery<{ result: MutationResult }>(
    accountSchema,
    expandLeaves(accountSchema, parse(text)),
  );
  if (!('query' in compiled)) throw new Error(`${name}: ${compiled.errors?.join('; ')}`);
  return async (context, value) => {
    const { data, errors = [] } = await compiled.query(undefined, context, { value });
    const [error] = errors;
    if (error !== undefined) throw error.originalError ?? error;
    if (data == null) throw new Error(`the mutation ${name} gave no data`);
    return data.result;
  };
}
