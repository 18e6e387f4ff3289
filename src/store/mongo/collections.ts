import type { Db, Document, IndexDescription } from 'mongodb';
import {
  LAYOUT as DOCUMENT_LAYOUT,
  type DocumentCollections,
  type ImportCollections,
} from '../port/layout.ts';
import type { Call } from './calls.ts';
import { StoreCollection } from './collection.ts';
import { createDocumentCollections, toIndexes } from './document-collection.ts';
import type { Documents, OwnDocuments } from './documents.ts';

export type Collections = { [Name in keyof Documents]: StoreCollection<Documents[Name]> } & {
  /** Those of the layout, as the rules see them. */
  documents: DocumentCollections & ImportCollections;
};

interface Layout {
  /** The name in the database, if it is not the key in LAYOUT. */
  name?: string;
  /** For all look-ups and retention jobs that do not use `_id`. */
  indexes?: IndexDescription[];
  /**
   * Protects the fields that queries depend on against manual edits of the database. It allows
   * additional fields, which newer versions may write.
   */
  schema?: Document;
}

const isString = (field: string) => ({ [field]: { $type: 'string' } });

/** The order of search results. */
export const SHORT_FIRST = { 'search.length': 1, 'search.name': 1, _id: 1 } as const;

/** As SHORT_FIRST, for former names; of equal ones the last comes first. */
export const FORMER_SHORT_FIRST = {
  'search.length': 1,
  'search.name': 1,
  'search.idno': 1,
  'search.revision': -1,
} as const;

const HAS_FORMER_NAME = { partialFilterExpression: isString('search.initial') };

/** For the search by former names. */
const HISTORY_INDEXES: IndexDescription[] = [
  {
    name: 'formerInitial',
    key: { 'search.initial': 1, ...FORMER_SHORT_FIRST },
    ...HAS_FORMER_NAME,
  },
  { name: 'formerWords', key: { 'search.words': 1, ...FORMER_SHORT_FIRST }, ...HAS_FORMER_NAME },
  { name: 'formerIdno', key: { 'search.idno': 1 }, ...HAS_FORMER_NAME },
];

/** For the lists and searches. Each returns companies in the order of its list. */
const QUERY_INDEXES: IndexDescription[] = [
  // For one letter this index has the order of the results; longer texts are a range of `name`.
  { name: 'initial', key: { 'search.initial': 1, ...SHORT_FIRST } },
  { name: 'name', key: { 'search.name': 1, _id: 1 } },
  { name: 'words', key: { 'search.words': 1, ...SHORT_FIRST } },
  { name: 'people', key: { 'search.people': 1, _id: 1 } },
  { name: 'founders', key: { 'search.founders': 1, _id: 1 } },
  {
    name: 'facets',
    key: {
      'company.region': 1,
      'company.legalForm': 1,
      'company.status': 1,
      goneSince: 1,
    },
  },
  { name: 'legalForm', key: { 'company.legalForm': 1, _id: 1 } },
  { name: 'status', key: { 'company.status': 1, _id: 1 } },
  { name: 'caem', key: { 'company.caem.code': 1, _id: 1 } },
  { name: 'registered', key: { 'company.regDate': 1, _id: 1 } },
  {
    name: 'vatPayer',
    key: { 'company.vatPayer': 1, _id: 1 },
    partialFilterExpression: { 'company.vatPayer': { $type: 'bool' } },
  },
  { name: 'flags', key: { flags: 1, _id: 1 } },
  {
    name: 'gone',
    key: { goneSince: 1, _id: 1 },
    partialFilterExpression: isString('goneSince'),
  },
];

const TEXT = { bsonType: 'string' };
/** The types of MongoDB's alias `number`, which not every compatible server knows. */
const NUMBERS = ['int', 'long', 'double', 'decimal'];
const NUMBER = { bsonType: NUMBERS };
const OBJECT = { bsonType: 'object' };
const TEXT_OR_NULL = { bsonType: ['string', 'null'] };

/** The collections that are no `Collection`. */
const OWN_LAYOUT: Readonly<Record<keyof OwnDocuments, Layout>> = {
  companies: {
    indexes: [
      { name: 'sample', key: { sample: 1 }, partialFilterExpression: { sample: true } },
      ...QUERY_INDEXES,
    ],
    schema: require({
      company: OBJECT,
      raw: OBJECT,
      fingerprint: TEXT,
      goneSince: TEXT_OR_NULL,
      sample: { bsonType: 'bool' },
      revision: NUMBER,
    }),
  },
  activities: {},
  usage: {
    indexes: [
      { name: 'account', key: { accountId: 1, day: 1 } },
      { name: 'day', key: { day: 1 } },
    ],
  },
  stats: { name: 'companyStats' },
  leases: {},
  versions: {},
};

/** Every collection of the store; the program creates and checks them as they are listed here. */
export const LAYOUT: Readonly<Record<string, Layout>> = {
  ...OWN_LAYOUT,
  ...Object.fromEntries(
    Object.entries(DOCUMENT_LAYOUT).map(([name, layout]) => [
      name,
      {
        indexes: [...toIndexes(layout), ...(name === 'history' ? HISTORY_INDEXES : [])],
        schema: require({ version: NUMBER, document: OBJECT }),
      },
    ]),
  ),
};

export function toCollections(db: Db, call: Call): Collections {
  const all = Object.entries(LAYOUT).map(([key, { name = key }]) => {
    return [key, new StoreCollection(db.collection<{ _id: string }>(name), call)];
  });
  const documents = createDocumentCollections(db, DOCUMENT_LAYOUT, call);
  return { ...Object.fromEntries(all), documents };
}

function require(properties: Record<string, Document>): Document {
  return { bsonType: 'object', required: Object.keys(properties), properties };
}
