import { OPENAPI } from '../docs/openapi.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean | undefined;
  description: string;
  schema: object;
}

/** JSON Schema 2020-12 of an object, as tools need it. */
export interface ObjectSchema {
  [keyword: string]: unknown;
  type: 'object';
}

type Schemas = typeof OPENAPI.components.schemas;

const REFERENCE = '#/components/schemas/';

/** The arguments of a tool: the parameters of an operation without its headers. */
export function toInputSchema(parameters: readonly Parameter[]): ObjectSchema {
  const asked = parameters.filter((parameter) => parameter.in !== 'header');
  return {
    type: 'object',
    properties: Object.fromEntries(
      asked.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: asked.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The schema of an answer with those that it refers to, and without what is for documentation. */
export function toOutputSchema(name: keyof Schemas): ObjectSchema {
  const schemas: Readonly<Record<string, object>> = OPENAPI.components.schemas;
  const definitions: Record<string, object> = {};

  function copy(schema: object | undefined): object {
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (key.startsWith('x-')) return undefined;
      if (key !== '$ref' || typeof value !== 'string') return value;
      const target = value.replace(REFERENCE, '');
      definitions[target] ??= copy(schemas[target]);
      return `#/$defs/${target}`;
    });
    return JSON.parse(text);
  }

  const answer = copy(schemas[name]);
  return { ...answer, type: 'object', $defs: definitions };
}
