import type { OpenApi } from './openapi.ts';

/** One field of the answer in the data dictionary. */
export interface FieldEntry {
  /** Its path in the answer, `founders[].share`. */
  path: string;
  /** The path as an anchor. */
  id: string;
  /** Its JSON type: `string or null`. */
  type: string;
  /** When its value was updated. */
  fresh: string;
  schema: FieldSchema;
}

interface FieldSchema {
  type: string | readonly string[];
  items?: { $ref: string } | { type: string };
  'x-fresh': string;
}

const FRESHNESS: Readonly<Record<string, string>> = {
  dump: "From the register's last weekly dump.",
  supplement: 'From the last supplement that provides it; supplements have no fixed date.',
  both: "From the last supplement if there is one, else from the register's last weekly dump.",
  import: 'When an import has completed.',
  service: 'Created for each request.',
};

/** The fields that a schema describes, parts behind their list, in the order of the answer. */
export function listFields(
  openapi: OpenApi,
  name: string,
  { path = '', idPrefix = '' } = {},
): FieldEntry[] {
  const schemas: Readonly<Record<string, { properties: object }>> = openapi.components.schemas;
  const properties: [string, object][] = Object.entries(schemas[name]?.properties ?? {});
  return properties.flatMap(([key, schema]) => {
    if (!isDescribed(schema)) return [];
    const entry = toEntry(path + key, idPrefix, schema);
    const part = toPartName(schema);
    if (part === undefined) return [entry];
    return [entry, ...listFields(openapi, part, { path: `${entry.path}[].` })];
  });
}

function toEntry(path: string, idPrefix: string, schema: FieldSchema): FieldEntry {
  const item = schema.items !== undefined && 'type' in schema.items ? schema.items.type : 'object';
  return {
    path,
    id: idPrefix + path.replace('[]', ''),
    type: schema.items === undefined ? [schema.type].flat().join(' or ') : `array of ${item}s`,
    fresh: FRESHNESS[schema['x-fresh']] ?? '',
    schema,
  };
}

function isDescribed(schema: object): schema is FieldSchema {
  return 'x-fresh' in schema;
}

function toPartName({ items }: FieldSchema): string | undefined {
  return items !== undefined && '$ref' in items ? items.$ref.split('/').at(-1) : undefined;
}
