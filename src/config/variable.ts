import type { z } from 'zod';

/** An invalid variable: one line with its name, the rule, and an example. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** What a value must be; continues a sentence that begins with the variable's name. */
  rule: string;
  example: string;
  /** The value never appears in a message. */
  secret?: true;
}

/** Infers the type of the schema. */
export function variable<Schema extends z.ZodType>(of: Variable<Schema>): Variable<Schema> {
  return of;
}

/** An empty variable counts as unset, like a line `NAME=` in an environment file. */
export function readVariable<Schema extends z.ZodType>(
  env: Environment,
  name: string,
  { schema, rule, example, secret }: Variable<Schema>,
): z.output<Schema> {
  const text = env[name] === '' ? undefined : env[name];
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const got = secret ? '' : `, got ${JSON.stringify(text?.slice(0, 200))}`;
  throw new ConfigError(`${name} ${rule}${got}; for example ${name}=${example}`);
}
