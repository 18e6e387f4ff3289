import type { Document } from 'mongodb';
import type { Collections } from './collections.ts';

const TEXT = { bsonType: 'string' };
/** What `number` stands for in MongoDB; not every server with its protocol knows that name. */
const NUMBERS = ['int', 'long', 'double', 'decimal'];
const NUMBER = { bsonType: NUMBERS };
const OBJECT = { bsonType: 'object' };
const LIST = { bsonType: 'array' };
const TEXT_OR_NULL = { bsonType: ['string', 'null'] };
const NUMBER_OR_NULL = { bsonType: [...NUMBERS, 'null'] };

/**
 * What a hand in the database may not break: the fields that look-ups and conditions go by. They
 * leave room for fields of newer programs.
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
    // A deleted account has no address any more.
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
