import { MongoClient, type MongoClientOptions } from 'mongodb';

/** How long the driver waits; each of its own defaults is far longer or endless. */
export interface ClientLimits {
  /** For a server that can take the call. */
  serverSelectionTimeoutMS: number;
  /** For a connection of the pool. */
  waitQueueTimeoutMS: number;
  /** For a new connection, and for each answer of the monitoring. */
  connectTimeoutMS: number;
  /** For an answer, where the call itself is not cut before. */
  socketTimeoutMS: number;
  maxPoolSize: number;
}

/** Of a server. Few connections are enough, as requests of one turn share a read. */
export const SERVING_LIMITS: ClientLimits = {
  serverSelectionTimeoutMS: 1_500,
  waitQueueTimeoutMS: 1_500,
  connectTimeoutMS: 1_500,
  socketTimeoutMS: 15_000,
  maxPoolSize: 20,
};

/** Of an import, which nobody waits for. */
export const IMPORT_LIMITS: ClientLimits = {
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 20_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 8,
};

const COMMON_OPTIONS = {
  appName: 'registru',
  // A change that was answered has reached most members: no failover takes it back.
  writeConcern: { w: 'majority' },
  // Another member may not know yet that a key is revoked. Both hold whatever the address says. A
  // primary that is cut off reads so until it steps down: read concern `majority` would not change
  // that, and `linearizable` would ask most members at each request (docs/scaling.md, "When
  // the primary changes").
  readPreference: 'primary',
  ignoreUndefined: true,
} as const satisfies MongoClientOptions;

/**
 * A client that connects with its first call. Throws an Error of one line for an address that the
 * driver cannot read; the address may hold a password, so the line does not repeat it.
 */
export function createClient(uri: string, limits: ClientLimits): MongoClient {
  try {
    return new MongoClient(uri, { ...COMMON_OPTIONS, ...limits });
  } catch (error) {
    // The driver's own message may repeat a part of the address, so it is no cause either.
    const name = error instanceof Error ? error.name : 'unknown';
    throw new Error(
      `MONGODB_URI cannot be read by the driver (${name}): write it as mongodb://host/database, ` +
        'with the special characters of its user and password percent-encoded',
    );
  }
}

/** Where the servers are, for messages; without user and password. */
export function toPlace(client: MongoClient): string {
  const { hosts, srvHost, dbName } = client.options;
  return `${srvHost ?? hosts.join(',')}/${dbName}`;
}
