import { MongoClient, type MongoClientOptions } from 'mongodb';
import { toUnavailable } from './calls.ts';

/** How long the driver waits. Its defaults are far longer or unlimited. */
export interface ClientLimits {
  /** For a suitable server. */
  serverSelectionTimeoutMS: number;
  /** For a connection of the pool. */
  waitQueueTimeoutMS: number;
  /** For a new connection, and for each response to a monitoring check. */
  connectTimeoutMS: number;
  /** For a response, unless the call has a shorter limit. */
  socketTimeoutMS: number;
  maxPoolSize: number;
}

/** For a server. Few connections suffice, as the requests of one event loop tick share a read. */
export const SERVING_LIMITS: ClientLimits = {
  serverSelectionTimeoutMS: 1_500,
  waitQueueTimeoutMS: 1_500,
  connectTimeoutMS: 1_500,
  socketTimeoutMS: 15_000,
  maxPoolSize: 20,
};

/** For an import, which no user waits for. */
export const IMPORT_LIMITS: ClientLimits = {
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 20_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 30_000,
  maxPoolSize: 8,
};

const COMMON_OPTIONS = {
  appName: 'registru',
  // An acknowledged write is on most members, so no failover can roll it back.
  writeConcern: { w: 'majority' },
  // A secondary may not know yet that a key was revoked. Options in the address change neither of
  // these two. An isolated primary serves stale reads until it steps down: read concern `majority`
  // would not prevent that, and `linearizable` would contact most members at each request
  // (docs/scaling.md, "When the primary changes").
  readPreference: 'primary',
  ignoreUndefined: true,
} as const satisfies MongoClientOptions;

/**
 * Returns a client that is not connected. Throws a one-line Error if the driver cannot parse the
 * address. The address may contain a password, so the message does not repeat it.
 */
export function createClient(uri: string, limits: ClientLimits): MongoClient {
  try {
    return new MongoClient(uri, { ...COMMON_OPTIONS, ...limits });
  } catch (error) {
    // No `cause`: the driver's own message may repeat a part of the address.
    const name = error instanceof Error ? error.name : 'unknown';
    throw new Error(
      `MONGODB_URI cannot be read by the driver (${name}): write it as mongodb://host/database, ` +
        'with the special characters of its user and password percent-encoded',
    );
  }
}

/**
 * If a client's first call cannot connect, the driver never tries again, so call this before any
 * other; later it reconnects by itself. Rejects with Unavailable, with the client closed.
 */
export async function connect(client: MongoClient): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw toUnavailable(error);
  }
}

/** Hosts and database without user and password, for messages. */
export function toLocation(client: MongoClient): string {
  const { hosts, srvHost, dbName } = client.options;
  return `${srvHost ?? hosts.join(',')}/${dbName}`;
}
