import type { IndexDescription } from 'mongodb';
import type { Collections } from './collections.ts';

const isString = (field: string) => ({ [field]: { $type: 'string' } });

/** The order of search results. */
export const SHORT_FIRST = { 'search.length': 1, 'search.name': 1, _id: 1 } as const;

/** The same for former names; of equal ones the last comes first. */
export const FORMER_SHORT_FIRST = {
  'search.length': 1,
  'search.name': 1,
  idno: 1,
  revision: -1,
} as const;

const HAS_FORMER_NAME = { partialFilterExpression: isString('search.initial') };

/** For the staff's lists and searches. Each returns companies in the order of its list. */
const STAFF_INDEXES: IndexDescription[] = [
  // For one letter this index has the order of the results; longer texts are a range of `name`.
  { name: 'initial', key: { 'search.initial': 1, ...SHORT_FIRST } },
  { name: 'name', key: { 'search.name': 1, _id: 1 } },
  { name: 'words', key: { 'search.words': 1, ...SHORT_FIRST } },
  { name: 'people', key: { 'search.people': 1, _id: 1 } },
  { name: 'founders', key: { 'search.founders': 1, _id: 1 } },
  { name: 'searchVersion', key: { 'search.version': 1 } },
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

/** For all look-ups and retention jobs that do not use `_id`. */
export const INDEXES: Partial<Record<keyof Collections, IndexDescription[]>> = {
  companies: [
    { name: 'sample', key: { sample: 1 }, partialFilterExpression: { sample: true } },
    ...STAFF_INDEXES,
  ],
  changes: [
    { name: 'idno', key: { idno: 1, revision: -1 } },
    {
      name: 'formerInitial',
      key: { 'search.initial': 1, ...FORMER_SHORT_FIRST },
      ...HAS_FORMER_NAME,
    },
    { name: 'formerWords', key: { 'search.words': 1, ...FORMER_SHORT_FIRST }, ...HAS_FORMER_NAME },
    {
      name: 'formerVersion',
      key: { 'search.version': 1 },
      partialFilterExpression: isString('previous.company.name'),
    },
  ],
  accounts: [
    // Partial: in a plain unique index two accounts without a value are duplicates.
    { name: 'key', key: { 'apiKey.hash': 1 }, ...unique('apiKey.hash') },
    { name: 'email', key: { emailFolded: 1 }, ...unique('emailFolded') },
    {
      name: 'identity',
      key: { 'identity.issuer': 1, 'identity.subject': 1 },
      ...unique('identity.subject'),
    },
    { name: 'event', key: { 'events.id': 1 }, sparse: true },
    { name: 'eventTime', key: { 'events.receivedAtMs': 1 }, sparse: true },
    { name: 'outbox', key: { 'outbox._id': 1 }, sparse: true },
    { name: 'deleted', key: { deletedAtMs: 1 }, sparse: true },
    { name: 'keyStart', key: { 'apiKey.start': 1 }, sparse: true },
  ],
  audit: [
    { name: 'account', key: { accountId: 1, atMs: -1, order: -1 } },
    { name: 'time', key: { atMs: -1, _id: -1 } },
    { name: 'address', key: { atMs: 1 }, partialFilterExpression: isString('address') },
  ],
  sessions: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'idleEnd', key: { idleEndsAtMs: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  browsers: [{ name: 'account', key: { accountId: 1, lastSeenAtMs: -1 } }],
  links: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  usage: [
    { name: 'account', key: { accountId: 1, day: 1 } },
    { name: 'day', key: { day: 1 } },
  ],
  usageBatches: [{ name: 'account', key: { 'counts.accountId': 1 } }],
  rejects: [{ name: 'import', key: { importId: 1, place: 1 } }],
  imports: [{ name: 'started', key: { startedAtMs: -1 } }],
};

function unique(field: string): Omit<IndexDescription, 'key'> {
  return { unique: true, partialFilterExpression: isString(field) };
}
