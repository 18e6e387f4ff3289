import type { OpenApi } from './openapi.ts';

export interface Label {
  ro: string;
  ru: string;
  en: string;
}

export interface FieldValue extends Label {
  value: string;
  meaning: string | null;
}

/** One field of the answer in the data dictionary. */
export interface FieldEntry {
  /** Its path in the answer, `founders[].share`. */
  path: string;
  /** The path as an anchor. */
  id: string;
  /** Its JSON type: `string or null`. */
  type: string;
  meaning: string;
  label: Label;
  form: string;
  source: string;
  whenNull: string;
  fresh: string;
  values: FieldValue[];
}

interface FieldSchema {
  type: string | string[];
  description: string;
  items?: { $ref: string } | { type: string };
  'x-label': Label;
  'x-form': string;
  'x-source': string;
  'x-null': string;
  'x-fresh': string;
  'x-values'?: Readonly<Record<string, Label & { meaning?: string }>>;
}

const FRESHNESS: Readonly<Record<string, string>> = {
  dump: "From the register's last weekly dump.",
  supplement: 'From the last supplement that provides it; supplements have no fixed date.',
  both: "From the last supplement if there is one, else from the register's last weekly dump.",
  import: 'When an import has completed.',
  service: 'Created for each request.',
};

/** The fields of a search's answer, except those that a company has too. */
export function toSearchDictionary({ components: { schemas } }: OpenApi): FieldEntry[] {
  const { companies, next } = schemas.SearchPage.properties;
  const { former_name: formerName } = schemas.FoundCompany.properties;
  return [
    toEntry('companies', companies),
    toEntry('companies[].former_name', formerName),
    toEntry('next', next),
  ];
}

/** The fields of a list of changes. */
export function toChangesDictionary({ components: { schemas } }: OpenApi): FieldEntry[] {
  const { changes, next, more } = schemas.ChangePage.properties;
  const ofPage = (name: string, schema: FieldSchema) => {
    // A search has `next` too, and the section is called as the list.
    return { ...toEntry(name, schema), id: `changes-${name}` };
  };
  return [
    ofPage('changes', changes),
    ...Object.entries(schemas.Change.properties).map(([name, schema]) =>
      toEntry(`changes[].${name}`, schema),
    ),
    ofPage('next', next),
    ofPage('more', more),
  ];
}

/** Every field of the answer, parts behind their list, in the order of the answer. */
export function toDictionary({ components: { schemas } }: OpenApi): FieldEntry[] {
  const fieldsOf = (name: keyof typeof schemas, prefix: string): FieldEntry[] => {
    const properties: Readonly<Record<string, object>> = schemas[name].properties;
    return Object.entries(properties).map(([key, schema]) =>
      toEntry(`${prefix}${key}`, schema as FieldSchema),
    );
  };
  return fieldsOf('Company', '').flatMap((entry) => {
    if (entry.path === 'founders') return [entry, ...fieldsOf('Founder', 'founders[].')];
    if (entry.path === 'caem') return [entry, ...fieldsOf('CaemEntry', 'caem[].')];
    return [entry];
  });
}

function toEntry(path: string, schema: FieldSchema): FieldEntry {
  const values = Object.entries(schema['x-values'] ?? {});
  return {
    path,
    id: path.replace('[]', ''),
    type: toTypeText(schema),
    meaning: schema.description,
    label: schema['x-label'],
    form: schema['x-form'],
    source: schema['x-source'],
    whenNull: schema['x-null'],
    fresh: FRESHNESS[schema['x-fresh']] ?? '',
    values: values.map(([value, { meaning = null, ...label }]) => ({ value, ...label, meaning })),
  };
}

function toTypeText({ type, items }: FieldSchema): string {
  if (items !== undefined) return `array of ${'$ref' in items ? 'objects' : `${items.type}s`}`;
  return [type].flat().join(' or ');
}
