import type { Document } from 'mongodb';
import type { Collections } from './collections.ts';

const TEXT = { bsonType: 'string' };
/** The types of MongoDB's alias `number`, which not every compatible server knows. */
const NUMBERS = ['int', 'long', 'double', 'decimal'];
const NUMBER = { bsonType: NUMBERS };
const OBJECT = { bsonType: 'object' };
const LIST = { bsonType: 'array' };
const TEXT_OR_NULL = { bsonType: ['string', 'null'] };
const NUMBER_OR_NULL = { bsonType: [...NUMBERS, 'null'] };

/**
 * Protect the fields that queries depend on against manual edits of the database. They allow
 * additional fields, which newer versions may write.
 */
export const VALIDATORS: Partial<Record<keyof Collections, Document>> = {
  companies: require({
    company: OBJECT,
    raw: OBJECT,
    fingerprint: TEXT,
    goneSince: TEXT_OR_NULL,
    sample: { bsonType: 'bool' },
    revision: NUMBER,
  }),
  accounts: {
    bsonType: 'object',
    // A deleted account has no e-mail address.
    required: ['createdAtMs', 'subscription', 'apiKey'],
    properties: {
      email: TEXT,
      emailFolded: TEXT,
      createdAtMs: NUMBER,
      subscription: {
        bsonType: ['object', 'null'],
        required: ['plan', 'status', 'endsAtMs', 'changedAtMs'],
        properties: { plan: TEXT, status: TEXT, endsAtMs: NUMBER_OR_NULL, changedAtMs: NUMBER },
      },
      apiKey: {
        bsonType: ['object', 'null'],
        required: ['id', 'hash', 'start', 'createdAtMs'],
        properties: { id: TEXT, hash: TEXT, start: TEXT, createdAtMs: NUMBER },
      },
      events: LIST,
      outbox: LIST,
    },
  },
  audit: require({ atMs: NUMBER, action: TEXT, actor: TEXT, accountId: TEXT, email: TEXT }),
  sessions: require({ accountId: TEXT, idleEndsAtMs: NUMBER, endsAtMs: NUMBER }),
  links: require({ accountId: TEXT, endsAtMs: NUMBER }),
  imports: require({ kind: TEXT, outcome: TEXT, startedAtMs: NUMBER }),
};

function require(properties: Record<string, Document>): Document {
  return { bsonType: 'object', required: Object.keys(properties), properties };
}
